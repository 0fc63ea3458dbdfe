//! The complete verification, run by an operator's command.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_store::ledger::{Anchors, Progress, Report};
use causeway_store::{Error, Tx};

use super::faults;
use super::piece::{check_engine, verify_piece};
use crate::runtime::anchors::{AnchorLog, expected_anchors};
use crate::runtime::app::App;

/// The verified content of anchor files.
#[derive(Debug, Clone)]
pub struct AnchorEvidence {
    /// The heads and retired keys to verify the ledgers against.
    pub anchors: Arc<Anchors>,
    /// Number of notes and lines that this service did not sign.
    pub forged: usize,
    /// Number of notes whose end is missing.
    pub torn: usize,
}

impl AnchorEvidence {
    /// Reads files to which heads were appended.
    #[must_use]
    pub fn read(app: &App, texts: &[String]) -> Self {
        let keys = app.keys();
        let readings: Vec<AnchorLog> = texts.iter().map(|text| AnchorLog::of(text, &keys)).collect();
        Self {
            anchors: Arc::new(expected_anchors(&readings)),
            forged: readings.iter().map(|reading| reading.forged).sum(),
            torn: readings.iter().map(|reading| reading.torn).sum(),
        }
    }
}

/// The result of a complete verification.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VerificationOutcome {
    /// Findings in the database's rows.
    pub report: Report,
    /// Number of tables that the engine checked.
    pub tables: usize,
    /// Tables that the engine could not check, with the reasons.
    pub unchecked: Vec<String>,
}

/// Verifies everything, one piece after the other, and has the engine check its files. Raises alerts about
/// faults, and closes those whose cause is over, in one transaction with `record`, which names the caller.
///
/// # Errors
/// The errors of a database that is not available now.
pub async fn verify_everything<F>(
    app: &Arc<App>,
    anchored: &AnchorEvidence,
    record: F,
) -> Result<VerificationOutcome, Error>
where
    F: FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static,
{
    let began = app.clock.now();
    let mut verified = VerificationOutcome::default();
    check_tables(app, &mut verified).await?;
    let mut progress = Progress::default();
    while !progress.is_done() {
        verified.report.merge(verify_piece(app, &anchored.anchors, &mut progress).await?);
    }
    verified.report.add_forged_anchors(anchored.forged);
    if let Some(lost) = &verified.report.damage {
        app.store.note_damage(lost);
    }
    if let Err(error) = update_alerts(app, verified.report.clone(), began, record).await {
        tracing::warn!(%error, "failed to raise alerts about verification faults");
    }
    Ok(verified)
}

async fn check_tables(app: &App, verified: &mut VerificationOutcome) -> Result<(), Error> {
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

async fn update_alerts<F>(app: &Arc<App>, report: Report, began: Time, mut record: F) -> Result<(), Error>
where
    F: FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static,
{
    let shared = Arc::clone(app);
    let write = move |tx: &mut Tx<'_>| {
        record(tx)?;
        faults::raise(tx, &shared, &report.faults, began)?;
        faults::close(tx, began)
    };
    app.store.write(&[], write).await
}
