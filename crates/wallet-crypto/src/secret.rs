//! Secret values, which must not reach a log.

use std::fmt;

use subtle::ConstantTimeEq;
use zeroize::Zeroize;

/// A secret value: formatted as `…`, and wiped from memory when dropped.
#[derive(Clone)]
pub struct Secret<T: Zeroize>(T);

impl<T: Zeroize> Secret<T> {
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value itself. It must not reach logs, errors or answers.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl<T: Zeroize + AsRef<[u8]>> Secret<T> {
    /// Returns `true` if both are the same bytes. The time depends on their lengths alone.
    pub fn is(&self, other: &[u8]) -> bool {
        self.0.as_ref().ct_eq(other).into()
    }
}

impl<T: Zeroize> From<T> for Secret<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Zeroize> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl<T: Zeroize> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_logged_and_is_compared_in_full() {
        let secret = Secret::new(String::from("000000"));
        assert_eq!(format!("{secret:?}"), "…");
        assert!(secret.is(b"000000"));
        for other in [&b"000001"[..], b"00000", b"0000000", b""] {
            assert!(!secret.is(other));
        }
    }
}
