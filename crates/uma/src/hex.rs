//! Hexadecimal text: written in lower case, read in both cases, never with a prefix.

/// Encodes bytes as lower-case digits.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0x0f)]).collect()
}

/// Decodes digits of either case, or returns `None` if the text is not hexadecimal.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let nibble = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(nibble(pair[0])? << 4 | nibble(*pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn refuses_invalid_hexadecimal_text() {
        assert_eq!(decode("00AFff"), Some(vec![0, 0xaf, 255]));
        for text in ["abc", "zz", "0x00", " 00", "00 ", "é0"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn decodes_its_own_encoding(bytes: Vec<u8>) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            if let Some(bytes) = decode(&text) {
                prop_assert_eq!(encode(&bytes), text.to_lowercase());
            }
        }
    }
}
