//! The keys of platforms for the UMA protocol (uma 3).

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;

use super::{Answer, Kind, Nothing, OperatorError, noun};
use crate::runtime::context::Context;
use crate::uma::keys::{self, PublicKeys};

noun! {
    /// The keys for payments by UMA address
    "uma-key" {
        /// Shows a platform's public UMA keys: points of secp256k1, uncompressed, in hexadecimal
        "show" => read(show),
        /// Gives a platform new UMA keys; the old ones still decrypt what was encrypted for them
        "rotate" => change(rotate),
    }
}

#[derive(serde::Serialize)]
struct Shown {
    platform: PlatformId,
    #[serde(flatten)]
    keys: PublicKeys,
}

fn show(tx: &mut Tx<'_>, PlatformRecord { id, .. }: PlatformRecord, _: &Nothing) -> Answer<Shown> {
    let keys = keys::find_public(tx, id)?.ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("{id} has no UMA keys"))
            .remedy("make them: causeway uma-key rotate")
    })?;
    Ok(Shown { platform: id, keys })
}

fn rotate(tx: &mut Tx<'_>, context: &Context, _: &Nothing) -> Answer<Shown> {
    let keys = keys::rotate(tx, &context.app, context.platform)?;
    Ok(Shown { platform: context.platform, keys })
}
