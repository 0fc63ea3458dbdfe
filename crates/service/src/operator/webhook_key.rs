//! The keys that sign webhooks (conventions 11.3).

use causeway_domain::ids::PlatformConfigId;
use serde::Serialize;

use super::noun::Nothing;
use super::{Kind, Noun, OperatorError};
use crate::webhooks;

/// The public key with which a platform verifies its webhooks.
#[derive(Debug, Clone, Serialize)]
struct PublicKey {
    /// The platform's configuration, which names the published file.
    config: PlatformConfigId,
    /// SubjectPublicKeyInfo as PEM.
    public_key: String,
}

pub(super) fn noun() -> Noun {
    Noun::new("webhook-key", "The keys that sign webhooks")
        .read(
            "show",
            "Shows the public key with which a platform verifies its webhooks, as PEM",
            &[],
            |tx, platform, Nothing {}| {
                let public_key = webhooks::keys::find_public_pem(tx, platform.id)?.ok_or_else(|| {
                    OperatorError::new(Kind::NotFound, format!("{} has no webhook key", platform.id))
                        .remedy("make one: causeway webhook-key rotate")
                })?;
                Ok(PublicKey { config: platform.id.config(), public_key })
            },
        )
        .columns(&["public_key"])
        .change(
            "rotate",
            "Signs a platform's webhooks with a new key from now on, retries included",
            &[],
            |tx, context, Nothing {}| {
                let public_key = webhooks::keys::rotate(tx, &context.app, context.platform)?;
                Ok(PublicKey { config: context.platform.config(), public_key })
            },
        )
        .columns(&["public_key"])
}
