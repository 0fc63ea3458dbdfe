//! The keys that bundles for wallets are signed with (wallet 2.4).

use causeway_store::Tx;
use causeway_store::platforms::Environment;

use super::{Answer, Call, Kind, Nothing, OperatorError, noun};
use crate::ports::wallet_keys::PublicKeys;

noun! {
    /// The keys that sign what is sent to wallets' devices
    "bundle-key" {
        /// Shows the public keys, which client libraries take as the expected signer: points of P-256, uncompressed,
        /// in hexadecimal
        "show" => read_deployment(show),
    }
}

#[derive(serde::Serialize)]
struct Shown {
    environment: &'static str,
    /// Uncompressed, in hexadecimal digits.
    public_key: String,
    /// Whether it signs now. Another one signs once the master keys before it are gone.
    signs: bool,
}

fn show(_: &mut Tx<'_>, call: &Call, _: &Nothing) -> Answer<Vec<Shown>> {
    let mut all = Vec::new();
    for environment in [Environment::Sandbox, Environment::Production] {
        let keys = public_keys(call, environment)?;
        all.extend(keys.bundles.iter().enumerate().map(|(at, key)| Shown {
            environment: environment.as_str(),
            public_key: key.to_uncompressed_hex(),
            signs: at == 0,
        }));
    }
    Ok(all)
}

/// What the keeper of wallets' keys signs with.
pub(super) fn public_keys(call: &Call, environment: Environment) -> Answer<&PublicKeys> {
    call.app.wallet_keys.public_keys(environment).ok_or_else(|| {
        OperatorError::new(Kind::NotFound, "no wallet keys are configured")
            .remedy("give their master keys in SVC_WALLET_KEYS")
    })
}
