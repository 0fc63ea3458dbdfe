//! Detection at start that an older state of the database replaced a newer one, from the files outside of it:
//! the anchor file and the tombstone log of wallets.

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::PlatformId;
use causeway_store::wallets::{self, Revocable};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value, json};
use uuid::Uuid;

use super::alerts::BY;
use crate::runtime::anchors::{AnchorLog, OlderRestore, last_older_restore};
use crate::runtime::app::App;

/// The alert's text.
const WHAT: &str = "an older state of the database replaced a newer one: everything written after it is lost";
/// Rows per read.
const PAGE: i64 = 1_000;
/// Maximum number of revocations named in an alert.
const NAMED: usize = 10;

/// Raises an alert if a restored copy was older than the state it replaced, or if the database contains live
/// credentials and keys of wallets that were permanently revoked; one alert for each time. Returns the number
/// of findings of both kinds.
///
/// # Errors
/// [`Error::Io`] if a file cannot be read.
pub async fn detect_older_restores(app: &Arc<App>) -> Result<usize, Error> {
    let text =
        app.anchors.text().map_err(|error| Error::Io(format!("cannot read the anchor file: {error}")))?;
    let by_heads = last_older_restore(&AnchorLog::of(&text, &app.keys()));
    let revived = find_revived(app).await?;
    let found = usize::from(by_heads.is_some()) + revived.len();
    if let Some(older_restore) = by_heads {
        raise(app, subject(&older_restore), lost_journals(&older_restore)).await?;
    }
    if let Some(last) = revived.iter().max() {
        let listed_ids: Vec<&Uuid> = revived.iter().take(NAMED).collect();
        let detail = json!({ "revoked": listed_ids, "count": revived.len() });
        raise(app, format!("wallets {} {last}", revived.len()), detail).await?;
    }
    Ok(found)
}

/// Records that an operator knows of the last restore of an older state.
///
/// # Errors
/// [`Error::Io`] if the anchor file cannot be read.
pub async fn acknowledge_older_restore(app: &Arc<App>) -> Result<(), Error> {
    let text =
        app.anchors.text().map_err(|error| Error::Io(format!("cannot read the anchor file: {error}")))?;
    let Some(older_restore) = last_older_restore(&AnchorLog::of(&text, &app.keys())) else { return Ok(()) };
    let subject = subject(&older_restore);
    raise(app, subject.clone(), lost_journals(&older_restore)).await?;
    app.store
        .write(&[], move |tx: &mut Tx<'_>| {
            alerts::close_about(tx, AlertKind::OlderStateRestored, &subject, BY).map(drop)
        })
        .await
}

fn subject(older_restore: &OlderRestore) -> String {
    format!("restored {}", older_restore.at)
}

fn lost_journals(older_restore: &OlderRestore) -> Value {
    let ledgers: Vec<Value> = older_restore
        .ledgers
        .iter()
        .map(|(anchored, now)| {
            json!({ "platform": anchored.platform, "seen": anchored.size, "now": now.size, "lost": anchored.size - now.size })
        })
        .collect();
    json!({ "ledgers": ledgers })
}

async fn raise(app: &Arc<App>, subject: String, mut detail: Value) -> Result<(), Error> {
    detail["what"] = json!(WHAT);
    detail["commands"] = json!(["causeway ledger verify"]);
    let shared = Arc::clone(app);
    let write = move |tx: &mut Tx<'_>| {
        if alerts::was_raised(tx, AlertKind::OlderStateRestored, &subject)? {
            return Ok(());
        }
        let alert = shared.ids.next(tx.wall());
        alerts::raise(tx, None, alert, AlertKind::OlderStateRestored, &subject, &detail)
    };
    app.store.write(&[], write).await
}

/// Returns the ids that are live by their rows although permanently revoked: a revocation is committed before
/// it is logged, so a live row proves an older state.
async fn find_revived(app: &Arc<App>) -> Result<Vec<Uuid>, Error> {
    app.tombstones.refresh().map_err(|error| Error::Io(format!("cannot read the tombstone log: {error}")))?;
    let mut revived = Vec::new();
    if app.tombstones.is_empty() {
        return Ok(revived);
    }
    for kind in Revocable::ALL {
        let mut after: Option<(PlatformId, Uuid)> = None;
        loop {
            let page =
                app.store.read(move |tx: &mut Tx<'_>| wallets::live_after(tx, kind, after, PAGE)).await?;
            let Some(last) = page.last() else { break };
            after = Some(*last);
            revived.extend(page.iter().map(|(_, id)| *id).filter(|id| app.tombstones.has(*id)));
        }
    }
    Ok(revived)
}
