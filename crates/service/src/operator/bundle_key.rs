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
    /// Whether it signs now. Another one signs once the master keys before it are gone.
    signs: bool,
}

pub(super) fn noun() -> Noun {
    Noun::new("bundle-key", "The keys that sign what is sent to wallets' devices").read_deployment(
        "show",
        "Shows the public keys, which client libraries take as the expected signer: points of P-256, uncompressed, in \
         hexadecimal",
        &[],
        |_, call, Nothing {}| {
            let mut all = Vec::new();
            for environment in [Environment::Sandbox, Environment::Production] {
                let keys = call.app.wallet_keys.public_keys(environment).ok_or_else(nobody_keeps_keys)?;
                all.extend(keys.bundles.iter().enumerate().map(|(at, key)| Shown {
                    environment: environment.as_str(),
                    public_key: key.to_uncompressed_hex(),
                    signs: at == 0,
                }));
            }
            Ok(all)
        },
    )
}

/// Refuses what only somebody can do who keeps the keys of wallets.
pub(super) fn nobody_keeps_keys() -> OperatorError {
    OperatorError::new(Kind::NotFound, "nobody keeps the keys of wallets here")
        .remedy("give their master keys in SVC_WALLET_KEYS")
}
