//! The master keys of wallets.

use std::sync::Arc;

use causeway_store::platforms::Environment;
use causeway_store::row_counts::CountedTable;

use super::bundle_key::public_keys;
use super::dry_run::Forecast;
use super::keys::{begin_rotation, counted};
use super::recorded_work::carry_out;
use super::{Answer, Call, NoArguments, OperatorError, noun};
use crate::wallets::reencrypt::reencrypt_all;

/// Wallets per transaction: few enough that other transactions do not wait long.
const AT_ONCE: u32 = 100;

noun! {
    /// Master keys of wallets
    "wallet-keys" {
        /// Re-encrypt and re-certify all wallets, credentials and delegated keys under the newest master
        /// keys, so that older ones can be removed
        "rotate": Administer => act(preview_rotate, rotate).irreversible(),
    }
}

#[derive(serde::Serialize)]
struct RotationOutcome {
    /// The number of wallets under the newest master keys.
    wallets: usize,
    /// The number of wallets, credentials and delegated keys without a valid certificate; they stay invalid.
    left_out: usize,
}

/// Rotates the wallets' master keys. Every server must have the new keys before any data is under them, so
/// the operator distributes them first; this action only re-encrypts.
async fn rotate(call: Call, _: NoArguments) -> Answer<RotationOutcome> {
    check_newer(&call)?;
    let app = Arc::clone(&call.app);
    let turn = begin_rotation(&app)?;
    let work = async move {
        let _turn = turn;
        let done = reencrypt_all(&app, AT_ONCE).await?;
        Ok::<_, OperatorError>(RotationOutcome { wallets: done.wallets, left_out: done.left_out })
    };
    carry_out(call, work).await
}

/// Counts the rows that would be re-encrypted.
async fn preview_rotate(call: Call, _: NoArguments) -> Answer<Forecast> {
    const TABLES: [CountedTable; 3] =
        [CountedTable::Wallets, CountedTable::WalletCredentials, CountedTable::DelegatedKeys];
    check_newer(&call)?;
    counted(call, &TABLES, |rows| format!("move {rows} under the newest master keys")).await
}

/// Checks that there is a newer master key.
fn check_newer(call: &Call) -> Answer<()> {
    let mut has_newer = false;
    for environment in [Environment::Sandbox, Environment::Production] {
        has_newer |= public_keys(call, environment)?.certificates.len() > 1;
    }
    if !has_newer {
        return Err(OperatorError::refused("each environment has only one master key for wallets, and no newer one")
            .remedy(
                "add lines with the next number to wallet.keys, or to SVC_WALLET_KEYS, of every server: \
                 echo \"SANDBOX.2:$(openssl rand -hex 32) PRODUCTION.2:$(openssl rand -hex 32)\", restart them, then \
                 repeat this command",
            ));
    }
    Ok(())
}
