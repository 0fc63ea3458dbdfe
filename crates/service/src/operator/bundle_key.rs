//! The keys that sign bundles for wallets' devices (wallet 2.4).

use causeway_store::Tx;
use causeway_store::platforms::Environment;

use super::{Answer, Call, Kind, NoArguments, OperatorError, noun};
use crate::ports::wallet_keys::PublicKeys;

noun! {
    /// Keys that sign bundles for wallet devices
    "bundle-key" {
        /// Show the public keys that client libraries expect as the signer (P-256, uncompressed, hexadecimal)
        "show": Look => read_deployment(show),
    }
}

#[derive(serde::Serialize)]
struct BundleKeyView {
    environment: &'static str,
    /// Uncompressed, in hexadecimal digits.
    public_key: String,
    /// `true` for the current signing key. Another key signs once the master keys before it are removed.
    signs: bool,
}

fn show(_: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<BundleKeyView>> {
    let mut all = Vec::new();
    for environment in [Environment::Sandbox, Environment::Production] {
        let keys = public_keys(call, environment)?;
        all.extend(keys.bundles.iter().enumerate().map(|(at, key)| BundleKeyView {
            environment: environment.as_str(),
            public_key: key.to_uncompressed_hex(),
            signs: at == 0,
        }));
    }
    Ok(all)
}

/// Returns the public signing keys of the key service.
pub(super) fn public_keys(call: &Call, environment: Environment) -> Answer<&PublicKeys> {
    call.app.wallet_keys.public_keys(environment).ok_or_else(|| {
        OperatorError::new(Kind::NotFound, "no wallet keys are configured")
            .remedy("give their master keys in SVC_WALLET_KEYS")
    })
}
