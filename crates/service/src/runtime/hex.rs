//! Lower-case hexadecimal text.

/// Encodes bytes as lower-case hexadecimal digits.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0x0f)]).collect()
}

/// Decodes hexadecimal digits of either case. `None` if the text has another character or an odd length.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let nibble = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(nibble(pair[0])? << 4 | nibble(*pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_its_own_encoding() {
        assert_eq!(encode(&[0, 0xaf, 255]), "00afff");
        assert_eq!(decode("00AFff"), Some(vec![0, 0xaf, 255]));
        assert_eq!(decode("abc"), None);
        assert_eq!(decode("zz"), None);
    }
}
