//! Sealing the ledger and folding its checkpoints (money 2.1).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::ledger::{self, SealKey};
use causeway_store::{Error, Tx, platforms};

use crate::runtime::app::App;
use crate::runtime::keys::Purpose;

/// Seals all committed entries of all platforms into blocks; returns how many blocks.
///
/// # Errors
/// The last one that a platform gave; the others are sealed all the same.
pub async fn seal_ledger(app: &Arc<App>) -> Result<usize, Error> {
    let platforms = app.store.read(ledger::unsealed_platforms).await?;
    let mut outcome = Ok(0);
    for platform in platforms {
        match seal_platform(app, platform).await {
            Ok(blocks) => outcome = outcome.map(|sealed| sealed + blocks),
            Err(error) => {
                tracing::error!(%platform, %error, "the ledger of a platform could not be sealed");
                outcome = Err(error);
            }
        }
    }
    outcome
}

async fn seal_platform(app: &Arc<App>, platform: PlatformId) -> Result<usize, Error> {
    let mut blocks = 0;
    loop {
        let key = seal_key(app);
        let seal = move |tx: &mut Tx<'_>| {
            let at = tx.wall();
            ledger::seal(tx, platform, &key, at)
        };
        if app.store.write(&[], seal).await?.is_none() {
            return Ok(blocks);
        }
        blocks += 1;
    }
}

/// Folds all sealed blocks of all platforms into checkpoints; returns how many times.
///
/// # Errors
/// Those of the database.
pub async fn fold_checkpoints(app: &Arc<App>) -> Result<usize, Error> {
    let all = app.store.read(platforms::list).await?;
    let mut folds = 0;
    for platform in all {
        let id = platform.id;
        while app.store.write(&[], move |tx| ledger::fold(tx, id)).await?.is_some() {
            folds += 1;
        }
    }
    Ok(folds)
}

/// The keys of all blocks, for verifying them: each root key has authenticated those of its time.
#[must_use]
pub fn seal_keys(app: &App) -> Vec<SealKey> {
    let keys = app.keys();
    let key = |number| {
        let derived = keys.derive_from(number, Purpose::LedgerBlocks)?;
        Some(SealKey { id: number.into(), key: *derived.expose() })
    };
    keys.numbers().filter_map(key).collect()
}

/// The key that authenticates new blocks: derived from the newest root key, whose number names it.
fn seal_key(app: &App) -> SealKey {
    let keys = app.keys();
    SealKey { id: keys.newest().into(), key: *keys.derive(Purpose::LedgerBlocks).expose() }
}
