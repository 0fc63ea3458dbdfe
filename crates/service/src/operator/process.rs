//! The processes that serve (conventions 2.3).

use causeway_domain::Time;
use causeway_store::Tx;
use causeway_store::processes::{self, ProcessRecord};
use serde::Serialize;
use uuid::Uuid;

use super::{Answer, Call, NoArguments, noun};
use crate::runtime::timers::UPKEEP_INTERVAL;

/// Maximum number of processes shown.
const MAX_PROCESSES: u32 = 1_000;
/// Rounds of maintenance that a running process may miss.
const MISSED_ROUNDS: u32 = 4;

noun! {
    /// Processes that serve
    "process" {
        /// List the processes on this database, the longest running first
        "list": Administer => read_deployment(list),
    }
}

/// A process.
#[derive(Serialize)]
struct ProcessRow {
    process: Uuid,
    version: String,
    started_at: Time,
    /// Time of its last round of maintenance.
    seen_at: Time,
    /// `false` if it has missed several rounds: it was killed, or cannot reach the database.
    is_running: bool,
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<ProcessRow>> {
    let late = tx.wall().minus(UPKEEP_INTERVAL.saturating_mul(MISSED_ROUNDS));
    let row = |record: ProcessRecord| ProcessRow {
        process: record.id,
        version: record.version,
        started_at: record.started_at,
        seen_at: record.seen_at,
        is_running: record.seen_at >= late,
    };
    Ok(processes::list(tx, MAX_PROCESSES)?.into_iter().map(row).collect())
}
