//! The remainder for the check digits of IBANs and of many countries (ISO 7064, MOD 97-10).

/// Returns the remainder modulo 97 of the number that the characters spell, with letters counting from 10, or
/// `None` if the text has other characters.
pub(super) fn remainder(characters: impl IntoIterator<Item = u8>) -> Option<u32> {
    characters.into_iter().try_fold(0, |remainder, byte| match byte {
        b'0'..=b'9' => Some((remainder * 10 + u32::from(byte - b'0')) % 97),
        b'A'..=b'Z' => Some((remainder * 100 + u32::from(byte - b'A') + 10) % 97),
        _ => None,
    })
}
