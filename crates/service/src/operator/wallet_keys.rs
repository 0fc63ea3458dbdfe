//! The master keys of wallets.

use causeway_store::platforms::Environment;

use super::bundle_key::public_keys;
use super::{Answer, Call, Nothing, OperatorError, noun};
use crate::wallets::reseal::reseal_all;

/// Wallets in one transaction: few enough that nobody waits for it for long.
const AT_ONCE: u32 = 100;

noun! {
    /// The master keys of wallets
    "wallet-keys" {
        /// Seals and certifies every wallet, its credentials and delegated keys with the newest master keys, after
        /// which older ones can be taken away
        "rotate" => act(rotate),
    }
}

#[derive(serde::Serialize)]
struct Rotated {
    /// How many wallets are under the newest master keys now.
    wallets: usize,
    /// How many wallets, credentials and delegated keys nobody has certified; they count no more than before.
    left_out: usize,
}

/// Every server must have the new keys before anything is under them, so the operator gives them, and this seals anew.
async fn rotate(call: Call, _: Nothing) -> Answer<Rotated> {
    let mut has_newer = false;
    for environment in [Environment::Sandbox, Environment::Production] {
        has_newer |= public_keys(&call, environment)?.certificates.len() > 1;
    }
    if !has_newer {
        return Err(OperatorError::refused("wallets have one master key for each environment, and no newer one")
            .remedy(
                "add lines with the next number to wallet.keys, or to SVC_WALLET_KEYS, of every server: \
                 echo \"SANDBOX.2:$(openssl rand -hex 32) PRODUCTION.2:$(openssl rand -hex 32)\", restart them, then \
                 repeat this command",
            ));
    }
    let done = reseal_all(&call.app, AT_ONCE).await?;
    call.change_deployment(move |_, _| Ok((None, Rotated { wallets: done.wallets, left_out: done.left_out })))
        .await
}
