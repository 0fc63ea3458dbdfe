//! The keys that sign webhooks, in their stages (conventions 11.3).

use causeway_domain::Time;
use causeway_domain::ids::{PlatformConfigId, PlatformId};
use causeway_store::Tx;
use uuid::Uuid;

use super::{Answer, Call, Kind, NoArguments, OperatorError, arguments, flag, noun, view};
use crate::runtime::context::Context;
use crate::webhooks::key_ring::{KeyStage, StagedKey, WebhookKeyRing};
use crate::webhooks::key_set::{self, PublicKey};
use crate::webhooks::keys::{self, NewKey};

noun! {
    /// Keys that sign webhooks
    "webhook-key" {
        /// List the keys of a platform with their stages, the newest first
        "list": Look => read_deployment(list).with_platform(),
        /// Show the public key (PEM) that signs a platform's webhooks, and until when
        "show": Look => read_deployment(show).with_platform().columns(&["public_key"]),
        /// Publish the next key of a platform; it signs once receivers have had the time to fetch it
        "rotate": Administer => change(rotate).irreversible(),
    }
}

arguments! {
    struct RotateRequest {
        #[serde(default)]
        now: bool = flag(
            "Replace all keys at once, because others may know one: receivers must fetch the new key to verify",
        ),
    }
}

view! {
    /// A key with its stage. All times are wall time.
    struct KeyRow of key: StagedKey {
        key: Uuid = key.record.id,
        stage: KeyStage = key.stage,
        signs_from: Time = key.signs_from,
        /// `None` if no other key follows.
        signs_until: Option<Time> = key.signs_until,
        /// `None` if no other key follows.
        published_until: Option<Time> = key.published_until,
    }
}

/// The public key with which a platform verifies its webhooks.
#[derive(serde::Serialize)]
struct PublicKeyView {
    /// The platform's configuration, which names the published files.
    config: PlatformConfigId,
    /// The value of `X-Svc-Signature-Key`.
    key: Uuid,
    stage: KeyStage,
    /// SubjectPublicKeyInfo as PEM.
    public_key: String,
    signs_from: Time,
    /// `None` if no other key follows.
    signs_until: Option<Time>,
}

/// A key that was just created.
#[derive(serde::Serialize)]
struct NewKeyView {
    /// The platform's configuration, which names the published files.
    config: PlatformConfigId,
    /// The value of `X-Svc-Signature-Key`.
    key: Uuid,
    /// SubjectPublicKeyInfo as PEM.
    public_key: String,
    signs_from: Time,
}

fn list(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<KeyRow>> {
    let platform = call.platform.find(tx)?;
    let ring = WebhookKeyRing::load(tx, platform.id)?;
    Ok(ring.newest_first().map(KeyRow::from).collect())
}

fn show(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<PublicKeyView> {
    let platform = call.platform.find(tx)?.id;
    let ring = WebhookKeyRing::load(tx, platform)?;
    let signing = key_set::find_signing(&ring, &call.app.keys()).ok_or_else(|| no_key(platform))?;
    let PublicKey { id, public_key, stage, signs_from, signs_until, published_until: _ } = signing;
    Ok(PublicKeyView { config: platform.config(), key: id, stage, public_key, signs_from, signs_until })
}

fn no_key(platform: PlatformId) -> OperatorError {
    OperatorError::new(Kind::NotFound, format!("{platform} has no webhook key that can be used"))
        .remedy(format!("create one: causeway webhook-key rotate --platform {platform} --reason TEXT"))
}

fn rotate(tx: &mut Tx<'_>, context: &Context, request: &RotateRequest) -> Answer<NewKeyView> {
    let platform = context.platform;
    let new = if request.now {
        keys::replace(tx, &context.app, platform)?
    } else {
        keys::rotate(tx, context)?.ok_or_else(|| next_key_waits(platform))?
    };
    let NewKey { id: key, public_pem: public_key, signs_from } = new;
    Ok(NewKeyView { config: platform.config(), key, public_key, signs_from })
}

fn next_key_waits(platform: PlatformId) -> OperatorError {
    OperatorError::refused("the next key is published already, and does not sign yet").remedy(format!(
        "see from when on it signs: causeway webhook-key list --platform {platform}; to replace all keys at once: \
         causeway webhook-key rotate --now --platform {platform} --reason TEXT"
    ))
}
