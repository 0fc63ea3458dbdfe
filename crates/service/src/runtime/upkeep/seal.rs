//! Sealing the ledger and folding its checkpoints (money 2.1).

use std::sync::Arc;

use causeway_domain::ids::{JournalId, PlatformId};
use causeway_store::ledger::{self, Sealing};
use causeway_store::{Error, Tx, alerts, platforms};
use serde_json::json;

use crate::runtime::app::App;

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
                if matches!(error, Error::NotAuthentic(_) | Error::Data(_)) {
                    report_unsealed(app, platform, &error).await;
                }
                outcome = Err(error);
            }
        }
    }
    outcome
}

async fn seal_platform(app: &Arc<App>, platform: PlatformId) -> Result<usize, Error> {
    let mut blocks = 0;
    loop {
        let shared = Arc::clone(app);
        let seal = move |tx: &mut Tx<'_>| {
            let at = tx.wall();
            let sealing = ledger::seal(tx, platform, at)?;
            if !sealing.set_aside.is_empty() {
                report_foreign(tx, &shared, platform, &sealing.set_aside)?;
            }
            Ok(sealing)
        };
        let sealing: Sealing = app.store.write(&[], seal).await?;
        if !sealing.set_aside.is_empty() {
            tracing::error!(%platform, journals = sealing.set_aside.len(), "{FOREIGN}");
        }
        if sealing.is_done() {
            return Ok(blocks);
        }
        blocks += usize::from(sealing.sealed.is_some());
    }
}

/// The kind of alert about journals that this service did not post.
pub(super) const FOREIGN_KIND: &str = "LEDGER_JOURNAL_NOT_AUTHENTIC";
const FOREIGN: &str = "journals that this service did not post were set aside and are not sealed";
/// The kind of alert about a ledger that cannot be sealed.
pub(super) const NOT_SEALED_KIND: &str = "LEDGER_NOT_SEALED";
const VERIFY: &str = "causeway ledger verify";
/// Journals that an alert names at most.
const NAMED: usize = 10;

fn report_foreign(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    journals: &[JournalId],
) -> Result<(), Error> {
    let named: Vec<&JournalId> = journals.iter().take(NAMED).collect();
    let detail = json!({ "what": FOREIGN, "journals": named, "commands": [VERIFY] });
    let alert = app.ids.next(tx.wall());
    alerts::raise(tx, Some(platform), alert, FOREIGN_KIND, &platform.to_string(), &detail)
}

/// Notifies an operator of a ledger whose last block this service did not write, or that cannot be read.
async fn report_unsealed(app: &Arc<App>, platform: PlatformId, why: &Error) {
    let (shared, detail) = (Arc::clone(app), json!({ "what": why.to_string(), "commands": [VERIFY] }));
    let raise = move |tx: &mut Tx<'_>| {
        let alert = shared.ids.next(tx.wall());
        alerts::raise(tx, Some(platform), alert, NOT_SEALED_KIND, &platform.to_string(), &detail)
    };
    let raised: Result<(), Error> = app.store.write(&[], raise).await;
    if let Err(error) = raised {
        tracing::error!(%platform, %error, "an alert could not be raised");
    }
}

/// Has the journals that were set aside looked at once more.
///
/// # Errors
/// Those of the database.
pub async fn reconsider(app: &Arc<App>) -> Result<(), Error> {
    app.store.write(&[], ledger::reconsider).await
}

/// Folds all sealed blocks of all platforms into checkpoints; returns how many times. What is wrong with one platform's ledger
/// does not keep those of the others from being folded.
///
/// # Errors
/// Those of the database; the last of them, where several platforms failed.
pub async fn fold_checkpoints(app: &Arc<App>) -> Result<usize, Error> {
    let all = app.store.read(platforms::list).await?;
    let mut folds = 0;
    let mut failed = None;
    for platform in all {
        let id = platform.id;
        loop {
            match app.store.write(&[], move |tx| ledger::fold(tx, id)).await {
                Ok(Some(_)) => folds += 1,
                Ok(None) => break,
                Err(error) => {
                    tracing::error!(platform = %id, %error, "the ledger of a platform could not be folded");
                    failed = Some(error);
                    break;
                }
            }
        }
    }
    failed.map_or(Ok(folds), Err)
}
