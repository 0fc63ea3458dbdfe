//! Configured texts that must not be shown.

use std::fmt;

use causeway_service::runtime::keys::Secret;

/// A secret from the configuration; shows as `…`.
#[derive(Clone)]
pub struct SecretText(Secret<String>);

impl SecretText {
    /// Wraps a secret.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// The secret itself.
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
