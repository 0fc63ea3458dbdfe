//! Configured texts that must not be printed.

use std::fmt;

use causeway_service::runtime::keys::Secret;

/// A secret of the configuration, printed as `…`.
#[derive(Clone)]
pub struct SecretText(Secret<String>);

impl SecretText {
    /// Wraps a secret.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// Returns the secret.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
