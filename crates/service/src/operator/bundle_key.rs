//! The keys that bundles for wallets are signed with (wallet 2.4).

use causeway_store::platforms::Environment;
use serde::Serialize;

use super::noun::Nothing;
use super::{Kind, Noun, OperatorError};

#[derive(Debug, Clone, Serialize)]
struct Shown {
    environment: &'static str,
    /// Uncompressed, in hexadecimal digits.
    public_key: String,
}

pub(super) fn noun() -> Noun {
    Noun::new("bundle-key", "The keys that sign what is sent to wallets' devices").read_deployment(
        "show",
        "Shows the public keys, which client libraries take as the expected signer: points of P-256, uncompressed, in \
         hexadecimal",
        &[],
        |_, call, Nothing {}| {
            let shown = |environment: Environment| {
                let keys = call.app.wallet_keys.public_keys(environment)?;
                let public_key = keys.bundles.to_uncompressed_hex();
                Some(Shown { environment: environment.as_str(), public_key })
            };
            let all: Option<Vec<Shown>> =
                [Environment::Sandbox, Environment::Production].into_iter().map(shown).collect();
            all.ok_or_else(|| {
                OperatorError::new(Kind::NotFound, "nobody keeps the keys of wallets here")
                    .remedy("give their master keys in SVC_WALLET_KEYS")
            })
        },
    )
}
