//! The processes that serve (conventions 2.3).

use causeway_domain::Time;
use causeway_store::processes::{self, ProcessRecord};
use causeway_store::verification_state::{self, VerificationLease};
use causeway_store::{Tx, jobs};
use serde::Serialize;
use uuid::Uuid;

use super::{Answer, Call, NoArguments, noun};
use crate::runtime::timers::{SILENCE, UPKEEP_INTERVAL};

/// Maximum number of processes shown.
const MAX_PROCESSES: u32 = 1_000;
/// Rounds of maintenance that a running process may miss.
const MISSED_ROUNDS: u32 = 4;

noun! {
    /// Processes that serve
    "process" {
        /// List the processes on this database with their leases, the longest running first
        "list": Administer => read_deployment(list),
    }
}

/// The processes, and the leases of jobs.
#[derive(Serialize)]
struct ProcessList {
    /// The number of jobs that are claimed by one of the processes.
    leased_jobs: i64,
    /// The end of the last lease of a job, in database time.
    job_leases_end_at: Option<Time>,
    rows: Vec<ProcessRow>,
}

/// A process.
#[derive(Serialize)]
struct ProcessRow {
    process: Uuid,
    version: String,
    started_at: Time,
    /// Time of its last round of maintenance.
    seen_at: Time,
    /// Time of its last beat, in database time; `None` if it has its database to itself.
    last_beat_at: Option<Time>,
    /// Time at which another process had taken over its work, in database time; `None` if its beats go on, or
    /// its work was not taken over yet.
    taken_over_at: Option<Time>,
    /// `false` if its beats have ended, or it has missed several rounds: it was killed, or cannot reach the
    /// database.
    is_running: bool,
    /// The end of its lease of the ledger's verification, in database time; `None` if another process has it.
    verifies_until: Option<Time>,
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<ProcessList> {
    let late = tx.wall().minus(UPKEEP_INTERVAL.saturating_mul(MISSED_ROUNDS));
    let silent = tx.database_time()?.minus(SILENCE);
    let verification = verification_state::lease(tx)?;
    let leases = jobs::leases(tx)?;
    let until = |lease: VerificationLease, process: Uuid| (lease.holder == process).then_some(lease.until);
    let row = |record: ProcessRecord| ProcessRow {
        process: record.id,
        version: record.version,
        started_at: record.started_at,
        seen_at: record.seen_at,
        last_beat_at: record.beat_at,
        taken_over_at: record.lost_at,
        is_running: record.beat_at.map_or(record.seen_at >= late, |beat| beat > silent),
        verifies_until: verification.and_then(|lease| until(lease, record.id)),
    };
    Ok(ProcessList {
        leased_jobs: leases.count,
        job_leases_end_at: leases.until,
        rows: processes::list(tx, MAX_PROCESSES)?.into_iter().map(row).collect(),
    })
}
