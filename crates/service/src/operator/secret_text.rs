//! Secrets of 256 random bits with the id of their row: tokens, links and sessions.

use uuid::Uuid;

use crate::runtime::app::App;
use crate::runtime::hex;
use crate::runtime::keys::Secret;

/// A secret with the id of its row.
#[derive(Clone)]
pub(super) struct SecretText {
    pub(super) id: Uuid,
    pub(super) secret: Secret<String>,
}

impl SecretText {
    /// Generates a secret of 256 random bits.
    pub(super) fn generate(app: &App, id: Uuid) -> Self {
        Self { id, secret: Secret::new(hex::encode(&app.ids.bytes::<32>())) }
    }

    /// Returns the text that its holder sends: the id's and the secret's hexadecimal digits.
    pub(super) fn expose(&self) -> String {
        format!("{}.{}", self.id.simple(), self.secret.expose())
    }

    /// Parses a text as its holder sends it.
    pub(super) fn parse(sent: &str) -> Option<Self> {
        let (id, secret) = sent.split_once('.')?;
        Some(Self { id: Uuid::try_parse(id).ok()?, secret: Secret::new(secret.to_owned()) })
    }
}
