//! Invitation codes (customers 9).

const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
const CODE_LENGTH: usize = 10;

/// Returns the code of a new invitation: 10 letters and digits from random bytes. There are far more random
/// bits than the code needs, so that no code is likelier than another.
#[must_use]
pub fn generated_code(random: [u8; 16]) -> String {
    let mut rest = u128::from_be_bytes(random);
    let mut code = String::with_capacity(CODE_LENGTH);
    for _ in 0..CODE_LENGTH {
        let letter = usize::try_from(rest % 36).ok().and_then(|at| LETTERS.get(at)).copied();
        code.push(char::from(letter.unwrap_or(b'a')));
        rest /= 36;
    }
    code
}

/// Returns `true` if a text has the form of an invitation code.
#[must_use]
pub fn is_code(text: &str) -> bool {
    text.len() == CODE_LENGTH && text.bytes().all(|letter| LETTERS.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_ten_letters_and_digits() {
        assert_eq!(generated_code([0; 16]), "aaaaaaaaaa");
        assert_ne!(generated_code([7; 16]), generated_code([8; 16]));
        let code = generated_code([0xc5; 16]);
        assert!(is_code(&code), "{code}");
        assert!(["", "aaaaaaaaa", "aaaaaaaaaA", "aaaaaaaaa\0"].iter().all(|other| !is_code(other)));
    }
}
