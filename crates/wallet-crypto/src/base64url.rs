//! URL-safe base 64: written without padding, read with or without it, and in no other spelling.

use base64::Engine;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};

pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the bytes, or `None` for foreign characters, incomplete padding or non-zero trailing bits.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let engine = if text.ends_with('=') { URL_SAFE } else { URL_SAFE_NO_PAD };
    engine.decode(text).ok()
}

/// Returns `true` if all characters belong to the alphabet. The text need not be decodable.
pub(crate) fn is_alphabet(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Returns the text without its padding, so that two spellings of the same bytes compare equal.
pub(crate) fn unpadded(text: &str) -> &str {
    text.trim_end_matches('=')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn refuses_other_spellings() {
        assert_eq!(decode("_-8"), Some(vec![0xff, 0xef]));
        assert_eq!(decode("_-8="), Some(vec![0xff, 0xef]));
        for text in ["/+8", "_-9", "_-8==", "_", "_-8 ", "_w=", "====", "_-8\n"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn decodes_its_own_encoding(bytes: Vec<u8>) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn any_text_has_one_spelling(text in "[A-Za-z0-9_=-]{0,24}") {
            if let Some(bytes) = decode(&text) {
                let encoding = encode(bytes);
                prop_assert_eq!(encoding.as_str(), unpadded(&text));
            }
        }
    }
}
