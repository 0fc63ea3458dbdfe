//! Sealing the ledger and folding its checkpoints (money 2.1).

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{JournalId, PlatformId};
use causeway_store::ledger::{self, SealingOutcome};
use causeway_store::{Error, Tx, alerts, platforms};
use serde_json::json;

use crate::runtime::app::App;

/// Seals all committed entries of all platforms into blocks; returns the number of blocks.
///
/// # Errors
/// The last error of a platform; the others are sealed nevertheless.
pub async fn seal_ledger(app: &Arc<App>) -> Result<usize, Error> {
    let platforms = app.store.read(ledger::unsealed_platforms).await?;
    let mut outcome = Ok(0);
    for platform in platforms {
        match seal_platform(app, platform).await {
            Ok(blocks) => outcome = outcome.map(|sealed| sealed + blocks),
            Err(error) => {
                tracing::error!(%platform, %error, "failed to seal the ledger of a platform");
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
        let sealing: SealingOutcome = app.store.write(&[], seal).await?;
        if !sealing.set_aside.is_empty() {
            tracing::error!(%platform, journals = sealing.set_aside.len(), "{FOREIGN}");
        }
        if sealing.is_done() {
            return Ok(blocks);
        }
        blocks += usize::from(sealing.sealed.is_some());
    }
}

/// The text of the alert and of the log message about such journals.
const FOREIGN: &str = "journals that this service did not post were set aside and are not sealed";
/// The command that both alerts propose.
const VERIFY: &str = "causeway ledger verify";
/// Maximum number of journals named in an alert.
const NAMED: usize = 10;

fn report_foreign(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    journals: &[JournalId],
) -> Result<(), Error> {
    let listed_ids: Vec<&JournalId> = journals.iter().take(NAMED).collect();
    let detail = json!({ "what": FOREIGN, "journals": listed_ids, "commands": [VERIFY] });
    let alert = app.ids.next(tx.wall());
    alerts::raise(
        tx,
        Some(platform),
        alert,
        AlertKind::LedgerJournalNotAuthentic,
        &platform.to_string(),
        &detail,
    )
}

/// Raises an alert about a ledger whose last block this service did not write, or that cannot be read.
async fn report_unsealed(app: &Arc<App>, platform: PlatformId, reason: &Error) {
    let shared = Arc::clone(app);
    let detail = json!({ "what": reason.to_string(), "commands": [VERIFY] });
    let raise = move |tx: &mut Tx<'_>| {
        let alert = shared.ids.next(tx.wall());
        alerts::raise(tx, Some(platform), alert, AlertKind::LedgerNotSealed, &platform.to_string(), &detail)
    };
    let raised: Result<(), Error> = app.store.write(&[], raise).await;
    if let Err(error) = raised {
        tracing::error!(%platform, %error, "failed to raise an alert");
    }
}

/// Requeues the journals that were set aside for another check.
pub async fn reconsider(app: &Arc<App>) -> Result<(), Error> {
    app.store.write(&[], ledger::reconsider).await
}

/// Folds all sealed blocks of all platforms into checkpoints; returns the number of folds. A fault in one
/// platform's ledger does not keep those of the others from being folded.
///
/// # Errors
/// The last error, if several platforms failed.
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
                    tracing::error!(platform = %id, %error, "failed to fold the ledger of a platform");
                    failed = Some(error);
                    break;
                }
            }
        }
    }
    failed.map_or(Ok(folds), Err)
}
