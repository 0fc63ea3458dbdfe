//! Alerts about rows that this service did not write, detected when they were used.

use std::collections::BTreeSet;
use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

use crate::runtime::app::App;

/// Maximum number of open alerts about jobs that are searched.
const LOOKED_THROUGH: i64 = 1_000;

/// Raises an alert about each foreign row detected since the last time; returns their number. A job that
/// detected one has its own alert.
pub async fn report_foreign_rows(app: &Arc<App>) -> Result<usize, Error> {
    let met: BTreeSet<String> = app.store.take_foreign();
    let count = met.len();
    if count > 0 {
        let shared = Arc::clone(app);
        app.store.write(&[], move |tx: &mut Tx<'_>| raise(tx, &shared, &met)).await?;
    }
    Ok(count)
}

fn raise(tx: &mut Tx<'_>, app: &App, met: &BTreeSet<String>) -> Result<(), Error> {
    let of_work: BTreeSet<String> = alerts::open_of_kind(tx, AlertKind::PaymentNotAuthentic, LOOKED_THROUGH)?
        .into_iter()
        .filter_map(|alert| alert.detail["not_authentic"].as_str().map(str::to_owned))
        .collect();
    for row in met.difference(&of_work) {
        let detail = json!({
            "what": format!("{row} was used, and was not written by this service"),
            "commands": ["causeway ledger verify"],
        });
        let alert = app.ids.next(tx.wall());
        alerts::raise(tx, None, alert, AlertKind::RowNotAuthentic, row, &detail)?;
    }
    Ok(())
}
