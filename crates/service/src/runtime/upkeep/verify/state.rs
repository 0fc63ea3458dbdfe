//! The progress of the verification, stored between two rounds and two starts.

use std::collections::BTreeMap;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Error;
use causeway_store::ledger::Progress;
use serde::{Deserialize, Serialize};

/// Interval between two complete verifications.
const INTERVAL: Duration = Duration::from_hours(24);

/// The progress of the verification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    v: u32,
    /// The start of the last complete verification.
    pub(super) began_at: Time,
    /// Progress of that verification; `None` once it has read everything.
    pub(super) progress: Option<Progress>,
    /// The last table of it that the engine has checked.
    pub(super) table: Option<String>,
    pub(super) are_tables_checked: bool,
    /// Number of faults found by it.
    pub(super) faults: u64,
    /// The end of the last complete verification, in wall time; `None` before the first.
    #[serde(default)]
    pub(super) ended_at: Option<Time>,
    /// The last block of each ledger that was verified on arrival.
    pub(super) blocks: BTreeMap<PlatformId, i64>,
}

impl State {
    /// Begins the first complete verification.
    pub(super) fn begin(now: Time, blocks: BTreeMap<PlatformId, i64>) -> Self {
        Self {
            v: 1,
            began_at: now,
            progress: Some(Progress::default()),
            table: None,
            are_tables_checked: false,
            faults: 0,
            ended_at: None,
            blocks,
        }
    }

    /// Begins the next complete verification.
    pub(super) fn begin_next(self, now: Time) -> Self {
        Self { ended_at: self.ended_at, ..Self::begin(now, self.blocks) }
    }

    /// Parses the stored progress; `None` if another program version wrote it, which proceeds differently.
    pub(super) fn read(doc: &str) -> Option<Self> {
        let state: Self = serde_json::from_str(doc).ok()?;
        state.progress.as_ref().is_none_or(Progress::is_current).then_some(state)
    }

    pub(super) fn to_doc(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::Data(error.to_string()))
    }

    /// Returns `true` if a complete verification is due. A start in the future is not this service's, and
    /// makes it due.
    pub(super) fn is_due(&self, now: Time) -> bool {
        self.progress.is_none() && (self.began_at.plus(INTERVAL) <= now || self.began_at > now)
    }
}
