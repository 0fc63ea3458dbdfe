//! One-time codes (wallet 10).

use std::fmt;

use subtle::ConstantTimeEq;
use zeroize::Zeroize;

use crate::Secret;

/// Length and alphabet of a platform's one-time codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeFormat {
    /// Number of characters, 4 to 12.
    pub length: u8,
    /// Digits and letters if `true`, digits alone if `false`.
    pub alphanumeric: bool,
}

/// A one-time code. Letters are compared without case.
#[derive(Clone)]
pub struct OtpCode(Secret<String>);

/// Digits and letters, without I and O, which look like digits.
const ALPHABET: &[u8; 34] = b"0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// The alphabet of codes that consist of digits only.
const DIGITS: &[u8] = b"0123456789";

impl OtpCode {
    /// Generates a code from 16 random bytes. No code is more likely than another by more than one part in
    /// 2^60.
    #[must_use]
    pub fn generate(format: CodeFormat, random: impl Into<Secret<[u8; 16]>>) -> Self {
        let alphabet = if format.alphanumeric { &ALPHABET[..] } else { DIGITS };
        let mut rest = u128::from_be_bytes(*random.into().expose());
        let mut code = String::with_capacity(usize::from(format.length));
        let base = u128::try_from(alphabet.len()).unwrap_or(1);
        for _ in 0..format.length {
            let place = usize::try_from(rest % base).unwrap_or_default();
            code.push(char::from(alphabet[place]));
            rest /= base;
        }
        rest.zeroize();
        Self(Secret::new(code))
    }

    /// Wraps a known code: one typed by a user, or one issued earlier.
    #[must_use]
    pub const fn new(code: String) -> Self {
        Self(Secret::new(code))
    }

    /// Returns the characters, for the message that delivers the code.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// Returns `true` if both are the same code. The time depends on the lengths alone.
    #[must_use]
    pub fn is(&self, typed: &Self) -> bool {
        let upper = |code: &Self| Secret::new(code.expose().to_ascii_uppercase());
        upper(self).expose().as_bytes().ct_eq(upper(typed).expose().as_bytes()).into()
    }
}

impl fmt::Debug for OtpCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OtpCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> OtpCode {
        OtpCode::new(text.to_owned())
    }

    #[test]
    fn codes_compare_without_case_and_whole() {
        assert!(code("AB12").is(&code("ab12")));
        for other in ["AB13", "AB1", "AB123", "", "AB12 "] {
            assert!(!code("AB12").is(&code(other)), "{other}");
        }
        assert_eq!(format!("{:?}", code("123456")), "OtpCode(…)");
    }

    #[test]
    fn each_character_occurs() {
        let format = CodeFormat { length: 12, alphanumeric: true };
        let seen: String = (0..64_u8)
            .map(|byte| OtpCode::generate(format, [byte.wrapping_mul(37); 16]).expose().to_owned())
            .collect();
        for character in ALPHABET {
            assert!(seen.contains(char::from(*character)), "{}", char::from(*character));
        }
    }

    proptest! {
        #[test]
        fn codes_have_their_format(length in 4_u8..=12, alphanumeric: bool, random: [u8; 16]) {
            let made = OtpCode::generate(CodeFormat { length, alphanumeric }, random);
            prop_assert_eq!(made.expose().len(), usize::from(length));
            let known = |c: u8| if alphanumeric { ALPHABET.contains(&c) } else { c.is_ascii_digit() };
            prop_assert!(made.expose().bytes().all(known));
        }
    }
}
