//! The keys of platforms for the UMA protocol (uma 3).

use causeway_domain::ids::PlatformId;
use serde::Serialize;

use super::noun::Nothing;
use super::{Kind, Noun, OperatorError};
use crate::uma::keys::{self, PublicKeys};

#[derive(Debug, Clone, Serialize)]
struct Shown {
    platform: PlatformId,
    #[serde(flatten)]
    keys: PublicKeys,
}

pub(super) fn noun() -> Noun {
    Noun::new("uma-key", "The keys for payments by UMA address")
        .read(
            "show",
            "Shows a platform's public UMA keys: points of secp256k1, uncompressed, in hexadecimal",
            &[],
            |tx, platform, Nothing {}| {
                let platform = platform.id;
                let keys = keys::find_public(tx, platform)?.ok_or_else(|| {
                    OperatorError::new(Kind::NotFound, format!("{platform} has no UMA keys"))
                        .remedy("make them: causeway uma-key rotate")
                })?;
                Ok(Shown { platform, keys })
            },
        )
        .change(
            "rotate",
            "Gives a platform new UMA keys; the old ones still decrypt what was encrypted for them",
            &[],
            |tx, context, Nothing {}| {
                let keys = keys::rotate(tx, &context.app, context.platform)?;
                Ok(Shown { platform: context.platform, keys })
            },
        )
}
