//! A piece of the verification of the database.

use std::sync::Arc;

use causeway_store::ledger::{self, Anchors, PieceFailure, Progress, Report};
use causeway_store::{EngineCheck, Error, Tx};
use tokio::task::spawn_blocking;

use crate::runtime::app::App;

/// Verifies the next piece, and returns its report. Unreadable data is reported, and skipped by the next
/// pieces.
///
/// # Errors
/// The errors of a database that is not available now.
pub(super) async fn verify_piece(
    app: &App,
    anchors: &Arc<Anchors>,
    progress: &mut Progress,
) -> Result<Report, Error> {
    let from = progress.clone();
    let known = Arc::clone(anchors);
    let verify = move |tx: &mut Tx<'_>| {
        let mut progress = from.clone();
        let mut report = Report::default();
        ledger::verify_piece(tx, &known, &mut progress, &mut report)?;
        Ok((progress, report))
    };
    let mut report = if progress.has_begun() { Report::default() } else { verify_settings(app).await? };
    report.merge(match app.store.read(verify).await {
        Ok((next, found)) => {
            *progress = next;
            found
        }
        Err(error) => handle_failure(app, progress, &error).await?,
    });
    Ok(report)
}

/// Verifies settings and wrapped keys, separately, so that an unreadable table hides no other fault.
async fn verify_settings(app: &App) -> Result<Report, Error> {
    let verify = |tx: &mut Tx<'_>| {
        let mut report = Report::default();
        ledger::verify_settings(tx, &mut report)?;
        Ok(report)
    };
    app.store.read(verify).await.or_else(|error: Error| {
        let mut report = Report::default();
        report.add_settings_unreadable(error).map(|()| report)
    })
}

async fn handle_failure(app: &App, progress: &mut Progress, error: &Error) -> Result<Report, Error> {
    let mut report = Report::default();
    if progress.handle_failure(error, &mut report)? == PieceFailure::Smaller {
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
        Err(error) => progress.abandon_part(&error)?,
    }
    Ok(report)
}

/// Runs the engine's check of the next table.
///
/// # Errors
/// The errors of a database that is not available now.
pub(super) async fn check_engine(app: &App, after: Option<String>) -> Result<EngineCheck, Error> {
    let store = app.store.clone();
    let check = move || store.check_engine(after.as_deref());
    spawn_blocking(check).await.unwrap_or(Err(Error::Panicked))
}
