//! The keys of platforms for the UMA protocol (uma 3).

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;

use super::{Answer, Kind, NoArguments, OperatorError, noun};
use crate::runtime::context::Context;
use crate::uma::keys::{self, PublicKeys};

noun! {
    /// Keys for payments by UMA address
    "uma-key" {
        /// Show a platform's public UMA keys (secp256k1, uncompressed, hexadecimal)
        "show" => read(show),
        /// Rotate a platform's UMA keys; the old ones still decrypt data encrypted for them, for 24 hours
        "rotate" => change(rotate),
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
            .remedy("create them: causeway uma-key rotate")
    })?;
    Ok(UmaKeysView { platform: id, keys })
}

fn rotate(tx: &mut Tx<'_>, context: &Context, _: &NoArguments) -> Answer<UmaKeysView> {
    let keys = keys::rotate(tx, &context.app, context.platform)?;
    Ok(UmaKeysView { platform: context.platform, keys })
}
