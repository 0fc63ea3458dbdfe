//! The whole verification at an operator's command.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_store::ledger::{Anchors, Progress, Report};
use causeway_store::{Error, Tx};

use super::faults;
use super::piece::{check_engine, verify_piece};
use crate::runtime::anchors::{Reading, expected};
use crate::runtime::app::App;

/// Heads that were seen earlier, and lines that say nothing.
#[derive(Debug, Clone)]
pub struct Anchored {
    /// What must be true of the ledgers.
    pub anchors: Arc<Anchors>,
    /// Lines that this service did not sign.
    pub forged: usize,
    /// Lines whose end is missing.
    pub torn: usize,
}

impl Anchored {
    /// Reads files to which heads were appended.
    #[must_use]
    pub fn read(app: &App, texts: &[String]) -> Self {
        let keys = app.keys();
        let readings: Vec<Reading> = texts.iter().map(|text| Reading::of(text, &keys)).collect();
        Self {
            anchors: Arc::new(expected(&readings)),
            forged: readings.iter().map(|reading| reading.forged).sum(),
            torn: readings.iter().map(|reading| reading.torn).sum(),
        }
    }
}

/// What a whole verification found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verified {
    /// What the database holds.
    pub report: Report,
    /// Tables that the engine checked.
    pub tables: usize,
    /// What the engine could not check, and why.
    pub unchecked: Vec<String>,
}

/// Verifies everything, one piece after the other, and has the engine check its files. Alerts tell of what is wrong, and those
/// whose cause is over are closed.
///
/// # Errors
/// Those of a database that cannot be asked now.
pub async fn verify_everything(app: &Arc<App>, anchored: &Anchored) -> Result<Verified, Error> {
    let began = app.clock.now();
    let mut verified = Verified::default();
    check_tables(app, &mut verified).await?;
    let mut progress = Progress::default();
    while !progress.is_done() {
        verified.report.take_in(verify_piece(app, &anchored.anchors, &mut progress).await?);
    }
    verified.report.forged_anchors(anchored.forged);
    if let Some(lost) = &verified.report.damage {
        app.store.note_damage(lost);
    }
    if let Err(error) = update_alerts(app, verified.report.clone(), began).await {
        tracing::warn!(%error, "no alert tells of what the verification found");
    }
    Ok(verified)
}

async fn check_tables(app: &App, verified: &mut Verified) -> Result<(), Error> {
    let mut after = None;
    loop {
        let check = check_engine(app, after).await?;
        check.findings.into_iter().for_each(|found| verified.report.add_damage("the engine's check", found));
        verified.unchecked.extend(check.unchecked);
        verified.tables += check.tables;
        let Some(table) = check.table else { return Ok(()) };
        after = Some(table);
    }
}

async fn update_alerts(app: &Arc<App>, report: Report, began: Time) -> Result<(), Error> {
    let shared = Arc::clone(app);
    let write = move |tx: &mut Tx<'_>| {
        faults::raise(tx, &shared, &report.faults, began)?;
        faults::close(tx, began)
    };
    app.store.write(&[], write).await
}
