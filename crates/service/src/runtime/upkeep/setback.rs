//! Noticing at a start that an older state of the database was put in the place of a newer one, by what is kept outside of it:
//! the anchor file and the revocations of wallets.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::wallets::{self, Revocable};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value, json};
use uuid::Uuid;

use super::alerts::BY;
use crate::runtime::anchors::{Reading, Setback, setback};
use crate::runtime::app::App;

/// The kind of alert.
const KIND: &str = "OLDER_STATE_RESTORED";
const WHAT: &str =
    "an older state of the database was put in the place of a newer one: what came after it is lost";
/// Rows that are looked at in one read.
const PAGE: i64 = 1_000;
/// Revocations that an alert names.
const NAMED: usize = 10;

/// Raises an alert where a copy was put back that was older than what was there, or where the database has credentials and
/// keys of wallets that were revoked for good; one alert for each time. Returns how many of both it found.
///
/// # Errors
/// Those of the database; [`Error::Io`] when a file cannot be read.
pub async fn follow_setbacks(app: &Arc<App>) -> Result<usize, Error> {
    let text = app.anchors.text().map_err(|fault| Error::Io(format!("the anchor file: {fault}")))?;
    let by_heads = setback(&Reading::of(&text, &app.keys()));
    let revived = revived(app).await?;
    let found = usize::from(by_heads.is_some()) + revived.len();
    if let Some(setback) = by_heads {
        raise(app, subject(&setback), lost_journals(&setback)).await?;
    }
    if let Some(last) = revived.iter().max() {
        let named: Vec<&Uuid> = revived.iter().take(NAMED).collect();
        let detail = json!({ "revoked": named, "count": revived.len() });
        raise(app, format!("wallets {} {last}", revived.len()), detail).await?;
    }
    Ok(found)
}

/// Takes note that an operator knows of a state that was put back at this time.
///
/// # Errors
/// Those of the database.
pub async fn acknowledge_setback(app: &Arc<App>) -> Result<(), Error> {
    let text = app.anchors.text().map_err(|fault| Error::Io(format!("the anchor file: {fault}")))?;
    let Some(setback) = setback(&Reading::of(&text, &app.keys())) else { return Ok(()) };
    let subject = subject(&setback);
    raise(app, subject.clone(), lost_journals(&setback)).await?;
    app.store.write(&[], move |tx: &mut Tx<'_>| alerts::close_about(tx, KIND, &subject, BY).map(drop)).await
}

fn subject(setback: &Setback) -> String {
    format!("restored {}", setback.at)
}

fn lost_journals(setback: &Setback) -> Value {
    let ledgers: Vec<Value> = setback
        .ledgers
        .iter()
        .map(|(seen, now)| {
            json!({ "platform": seen.platform, "seen": seen.size, "now": now.size, "lost": seen.size - now.size })
        })
        .collect();
    json!({ "ledgers": ledgers })
}

async fn raise(app: &Arc<App>, subject: String, mut detail: Value) -> Result<(), Error> {
    detail["what"] = json!(WHAT);
    detail["commands"] = json!(["causeway ledger verify"]);
    let shared = Arc::clone(app);
    let write = move |tx: &mut Tx<'_>| {
        if alerts::was_raised(tx, KIND, &subject)? {
            return Ok(());
        }
        let alert = shared.ids.next(tx.wall());
        alerts::raise(tx, None, alert, KIND, &subject, &detail)
    };
    app.store.write(&[], write).await
}

/// Returns what counts by its row although it was revoked for good: the revocation was committed before it was kept outside.
async fn revived(app: &Arc<App>) -> Result<Vec<Uuid>, Error> {
    app.tombstones.refresh().map_err(|fault| Error::Io(format!("what was revoked of wallets: {fault}")))?;
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
