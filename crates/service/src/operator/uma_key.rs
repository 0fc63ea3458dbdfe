//! The keys of platforms for the UMA protocol (uma 3).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;

use super::{Answer, Kind, NoArguments, OperatorError, arguments, flag, noun};
use crate::runtime::context::Context;
use crate::uma::keys::{self, PublicKeys};

noun! {
    /// Keys for payments by UMA address
    "uma-key" {
        /// Show a platform's public UMA keys (secp256k1, uncompressed, hexadecimal)
        "show": Look => read(show),
        /// Rotate a platform's UMA keys; the new ones are used in an hour, when other providers have forgotten the old
        "rotate": Administer => change(rotate).irreversible(),
    }
}

arguments! {
    struct RotateRequest {
        #[serde(default)]
        now: bool =
            flag("Use the new keys at once: providers that remember the old ones refuse messages for up to an hour"),
    }
}

#[derive(serde::Serialize)]
struct UmaKeysView {
    platform: PlatformId,
    #[serde(flatten)]
    keys: PublicKeys,
}

fn show(tx: &mut Tx<'_>, PlatformRecord { id, .. }: PlatformRecord, _: &NoArguments) -> Answer<UmaKeysView> {
    let keys = keys::find_public(tx, id)?.ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("{id} has no UMA keys"))
            .remedy(format!("create them: causeway uma-key rotate --platform {id} --reason TEXT"))
    })?;
    Ok(UmaKeysView { platform: id, keys })
}

/// The new keys of a platform.
#[derive(serde::Serialize)]
struct RotationView {
    #[serde(flatten)]
    new: UmaKeysView,
    /// Wall time from which on they are published and used.
    used_from: Time,
}

fn rotate(tx: &mut Tx<'_>, context: &Context, request: &RotateRequest) -> Answer<RotationView> {
    let now = tx.wall();
    let has_keys = keys::find_public(tx, context.platform)?.is_some();
    let used_from = if has_keys && !request.now { now.plus(keys::CACHEABLE) } else { now };
    let keys = keys::rotate(tx, &context.app, context.platform, used_from)?;
    Ok(RotationView { new: UmaKeysView { platform: context.platform, keys }, used_from })
}
