//! Base 58 in Bitcoin's alphabet, with the first four bytes of a double SHA-256 appended to the payload as
//! checksum.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

const CHECKSUM: usize = 4;
/// Maximum length of a text. Decoding takes quadratic time, and nothing that is decoded here is longer.
const MAX_LENGTH: usize = 256;

pub(crate) fn encode(payload: &[u8]) -> String {
    let hash = Sha256::digest(Sha256::digest(payload));
    bs58::encode([payload, &hash[..CHECKSUM]].concat()).into_string()
}

/// Returns the payload, or `None` if the checksum is wrong.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let mut bytes = bs58::decode(text).into_vec().ok()?;
    let (payload, checksum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
    let hash = Sha256::digest(Sha256::digest(payload));
    let right: bool = checksum.ct_eq(&hash[..CHECKSUM]).into();
    bytes.truncate(bytes.len() - CHECKSUM);
    right.then_some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn decodes_its_own_encoding(payload in proptest::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(decode(&encode(&payload)), Some(payload));
        }

        #[test]
        fn a_changed_character_is_noticed(payload in proptest::collection::vec(any::<u8>(), 1..60), at: prop::sample::Index) {
            let mut text = encode(&payload).into_bytes();
            let at = at.index(text.len());
            text[at] = if text[at] == b'2' { b'3' } else { b'2' };
            prop_assert_eq!(decode(std::str::from_utf8(&text).unwrap()), None);
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = decode(&text);
        }
    }

    #[test]
    fn long_text_is_refused_before_it_is_read() {
        assert_eq!(decode(&"2".repeat(MAX_LENGTH + 1)), None);
        assert_eq!(decode(""), None);
    }
}
