//! Nonces.

use std::fmt;

/// A nonce of a signed message. A peer's nonce is opaque.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nonce(String);

/// The error for a text that is not a nonce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NonceError;

impl Nonce {
    /// The longest nonce, in bytes.
    pub const MAX: usize = 128;

    /// Reads a peer's nonce: printable ASCII without `|`. With `|`, the signature of one kind of message could
    /// be used for another kind.
    ///
    /// # Errors
    /// Another text.
    pub fn parse(text: &str) -> Result<Self, NonceError> {
        let is_spelled = text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'|');
        if text.is_empty() || text.len() > Self::MAX || !is_spelled {
            return Err(NonceError);
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the decimal form of 16 random bytes.
    #[must_use]
    pub fn from_random(random: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(random).to_string())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for NonceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a nonce of at most 128 printable characters without |")
    }
}

impl std::error::Error for NonceError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nonces_are_printable() {
        assert_eq!(Nonce::from_random([255; 16]).as_str(), "340282366920938463463374607431768211455");
        for text in ["", "a|b", "a b", "é", "a\n", &"1".repeat(129)] {
            assert_eq!(Nonce::parse(text), Err(NonceError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn own_nonces_are_read(random: [u8; 16], text: String) {
            let nonce = Nonce::from_random(random);
            prop_assert_eq!(Nonce::parse(nonce.as_str()), Ok(nonce));
            let _ = Nonce::parse(&text);
        }
    }
}
