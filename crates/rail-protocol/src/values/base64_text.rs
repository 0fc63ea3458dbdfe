//! Base 64 in its two alphabets. Each text of bytes has one spelling: other paddings and non-zero trailing bits
//! are refused.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

/// Writes bytes in the standard alphabet, padded.
pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    STANDARD.encode(bytes)
}

/// Reads the standard alphabet, padded.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Writes bytes in the URL-safe alphabet, without padding.
pub(crate) fn encode_url(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads the URL-safe alphabet, without padding.
pub(crate) fn decode_url(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn refuses_other_spellings() {
        assert_eq!(decode("/+8="), Some(vec![0xff, 0xef]));
        assert_eq!(decode_url("_-8"), Some(vec![0xff, 0xef]));
        for text in ["/+8", "/+9=", "_-8=", "/+8==", "/+8=\n"] {
            assert_eq!(decode(text), None, "{text}");
        }
        for text in ["_-8=", "_-9", "/+8", "_-8 "] {
            assert_eq!(decode_url(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_one_spelling(text in "[A-Za-z0-9+/=_-]{0,24}") {
            if let Some(bytes) = decode(&text) {
                prop_assert_eq!(encode(bytes), text.as_str());
            }
            if let Some(bytes) = decode_url(&text) {
                prop_assert_eq!(encode_url(bytes), text.as_str());
            }
        }
    }
}
