//! The keys that sign webhooks (conventions 11.3).

use causeway_domain::ids::PlatformConfigId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;

use super::{Answer, Kind, NoArguments, OperatorError, noun};
use crate::runtime::context::Context;
use crate::webhooks::keys;

noun! {
    /// Keys that sign webhooks
    "webhook-key" {
        /// Show the public key (PEM) with which a platform verifies its webhooks
        "show": Look => read(show).columns(&["public_key"]),
        /// Rotate the key that signs a platform's webhooks, retries included
        "rotate": Administer => change(rotate).irreversible().columns(&["public_key"]),
    }
}

/// The public key with which a platform verifies its webhooks.
#[derive(serde::Serialize)]
struct PublicKey {
    /// The platform's configuration, which names the published file.
    config: PlatformConfigId,
    /// SubjectPublicKeyInfo as PEM.
    public_key: String,
}

fn show(tx: &mut Tx<'_>, PlatformRecord { id, .. }: PlatformRecord, _: &NoArguments) -> Answer<PublicKey> {
    let public_key = keys::find_public_pem(tx, id)?.ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("{id} has no webhook key"))
            .remedy(format!("create one: causeway webhook-key rotate --platform {id} --reason TEXT"))
    })?;
    Ok(PublicKey { config: id.config(), public_key })
}

fn rotate(tx: &mut Tx<'_>, context: &Context, _: &NoArguments) -> Answer<PublicKey> {
    let public_key = keys::rotate(tx, &context.app, context.platform)?;
    Ok(PublicKey { config: context.platform.config(), public_key })
}
