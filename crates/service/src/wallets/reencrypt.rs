//! Re-encryption of wallets: moves all data of the key service under its newest master key.

use std::sync::Arc;

use causeway_domain::ids::{InternalAccountId, PlatformId};
use causeway_store::wallets::{self, credentials};
use causeway_store::{Error, Tx, delegated_keys, platforms};

use crate::ports::wallet_keys::{KeysError, StoredWalletKeys};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::wallets::keys_error;

/// The numbers of re-encrypted and skipped rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ReencryptionCounts {
    /// Wallets that are under the newest master key now, with their credentials and delegated keys.
    pub(crate) wallets: usize,
    /// Wallets, credentials and delegated keys that are not valid, and stay unchanged.
    pub(crate) left_out: usize,
}

/// Moves every wallet under the newest master key, `at_once` of them in one transaction: the key service
/// re-encrypts and re-certifies it. Rows that change meanwhile are under that key already, and are not
/// overwritten.
///
/// # Errors
/// The errors of the key service; `INTERNAL_ERROR` for a delegated key that this service did not write.
pub(crate) async fn reencrypt_all(app: &Arc<App>, at_once: u32) -> Result<ReencryptionCounts, ApiError> {
    let all = app.store.read::<_, Error, _>(platforms::list).await?;
    let mut done = ReencryptionCounts::default();
    for platform in all.iter().map(|platform| platform.id) {
        let mut after = None;
        loop {
            let rows = app.store.read(move |tx| read_wallets(tx, platform, after, at_once)).await?;
            let Some((last, _)) = rows.last() else { break };
            after = Some(*last);
            reencrypt_some(app, platform, rows, &mut done).await?;
        }
    }
    Ok(done)
}

/// Reads the key service's data of the next wallets.
fn read_wallets(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<InternalAccountId>,
    limit: u32,
) -> Result<Vec<(InternalAccountId, StoredWalletKeys)>, Error> {
    let mut all = Vec::new();
    for wallet in wallets::certified(tx, platform, after, limit)? {
        let credentials = credentials::of_wallet(tx, platform, wallet.account)?;
        let keys = delegated_keys::list(tx, platform, Some(wallet.account), None)?;
        let stored_keys = StoredWalletKeys {
            wallet: wallet.certificate.unwrap_or_default(),
            credentials: credentials.into_iter().filter_map(|one| Some((one.id, one.certificate?))).collect(),
            delegated_keys: keys.into_iter().filter_map(|one| Some((one.id, one.encrypted?))).collect(),
        };
        all.push((wallet.account, stored_keys));
    }
    Ok(all)
}

async fn reencrypt_some(
    app: &Arc<App>,
    platform: PlatformId,
    rows: Vec<(InternalAccountId, StoredWalletKeys)>,
    done: &mut ReencryptionCounts,
) -> Result<(), ApiError> {
    let mut reencrypted = Vec::with_capacity(rows.len());
    for (account, before) in rows {
        match app.wallet_keys.reencrypt(before.clone()).await {
            Ok(after) => {
                let parts = |stored_keys: &StoredWalletKeys| {
                    stored_keys.credentials.len() + stored_keys.delegated_keys.len()
                };
                done.left_out += parts(&before) - parts(&after);
                reencrypted.push((account, before, after));
            }
            Err(KeysError::NotCertified) => done.left_out += 1,
            Err(error) => return Err(keys_error(error)),
        }
    }
    done.wallets += reencrypted.len();
    let write = move |tx: &mut Tx<'_>| {
        for (account, before, after) in &reencrypted {
            replace(tx, platform, *account, before, after)?;
        }
        Ok::<_, ApiError>(())
    };
    app.store.write(&[], write).await
}

fn replace(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    before: &StoredWalletKeys,
    after: &StoredWalletKeys,
) -> Result<(), Error> {
    wallets::recertify(tx, platform, account, &before.wallet, &after.wallet)?;
    for (id, certificate) in &after.credentials {
        if let Some((_, former)) = before.credentials.iter().find(|(of, _)| of == id) {
            credentials::recertify(tx, platform, *id, former, certificate)?;
        }
    }
    for (id, encrypted) in &after.delegated_keys {
        if let Some((_, former)) = before.delegated_keys.iter().find(|(of, _)| of == id) {
            delegated_keys::reencrypt(tx, platform, *id, former, encrypted)?;
        }
    }
    Ok(())
}
