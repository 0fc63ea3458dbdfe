//! One piece of the verification of what the database holds.

use std::sync::Arc;

use causeway_store::ledger::{self, Anchors, Progress, Report, Stumble};
use causeway_store::{EngineCheck, Error, Tx};
use tokio::task::spawn_blocking;

use crate::runtime::app::App;

/// Verifies the next piece, and returns what it found. What cannot be read is named, and left out by the next pieces.
///
/// # Errors
/// Those of a database that cannot be asked now.
pub(super) async fn verify_piece(
    app: &App,
    anchors: &Arc<Anchors>,
    progress: &mut Progress,
) -> Result<Report, Error> {
    let (from, known) = (progress.clone(), Arc::clone(anchors));
    let verify = move |tx: &mut Tx<'_>| {
        let (mut progress, mut report) = (from.clone(), Report::default());
        ledger::verify_piece(tx, &known, &mut progress, &mut report)?;
        Ok((progress, report))
    };
    let mut report = if progress.has_begun() { Report::default() } else { verify_settings(app).await? };
    report.take_in(match app.store.read(verify).await {
        Ok((next, found)) => {
            *progress = next;
            found
        }
        Err(fault) => go_on_after(app, progress, &fault).await?,
    });
    Ok(report)
}

/// Verifies settings and wrapped keys, by themselves: a table that cannot be read hides nothing else.
async fn verify_settings(app: &App) -> Result<Report, Error> {
    let verify = |tx: &mut Tx<'_>| {
        let mut report = Report::default();
        ledger::verify_settings(tx, &mut report)?;
        Ok(report)
    };
    app.store.read(verify).await.or_else(|fault: Error| {
        let mut report = Report::default();
        report.add_settings_unreadable(fault).map(|()| report)
    })
}

async fn go_on_after(app: &App, progress: &mut Progress, fault: &Error) -> Result<Report, Error> {
    let mut report = Report::default();
    if progress.go_on_after(fault, &mut report)? == Stumble::Smaller {
        return Ok(report);
    }
    let from = progress.clone();
    let skip = move |tx: &mut Tx<'_>| {
        let mut progress = from.clone();
        progress.skip(tx)?;
        Ok(progress)
    };
    match app.store.read(skip).await {
        Ok(next) => *progress = next,
        Err(fault) => progress.give_part_up(&fault)?,
    }
    Ok(report)
}

/// Has the engine check the next table.
///
/// # Errors
/// Those of a database that cannot be asked now.
pub(super) async fn check_engine(app: &App, after: Option<String>) -> Result<EngineCheck, Error> {
    let store = app.store.clone();
    let check = move || store.check_engine(after.as_deref());
    spawn_blocking(check).await.unwrap_or(Err(Error::Panicked))
}
