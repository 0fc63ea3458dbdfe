//! Access tokens of agents: shown once, stored as a hash (agents A1.4).

use causeway_domain::Ids;
use sha2::{Digest, Sha256};

use super::Secret;
use crate::runtime::hex;

const PREFIX: &str = "sat_";

/// An access token: 160 random bits as text. With this many, an unkeyed hash suffices; the token's
/// permissions are authenticated with the agent.
#[derive(Debug, Clone)]
pub struct AccessToken(Secret<String>);

impl AccessToken {
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        Self(Secret::new(format!("{PREFIX}{}", hex::encode(&ids.bytes::<20>()))))
    }

    /// Wraps a token that a caller sent.
    #[must_use]
    pub const fn presented(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// Returns the text, for the one answer that shows it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// Returns the stored hash.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.expose().as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_by_its_hash_and_does_not_show_in_logs() {
        let token = AccessToken::generate(&Ids::seeded(5));
        assert!(token.expose().strip_prefix(PREFIX).is_some_and(|rest| rest.len() == 40));
        assert_eq!(AccessToken::presented(token.expose().to_owned()).hash(), token.hash());
        assert_eq!(format!("{token:?}"), "AccessToken(…)");
    }
}
