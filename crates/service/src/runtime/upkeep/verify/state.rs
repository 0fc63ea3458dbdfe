//! How far the verification has come, as it is kept between two rounds and two starts.

use std::collections::BTreeMap;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Error;
use causeway_store::ledger::Progress;
use serde::{Deserialize, Serialize};

/// How often everything is verified.
const INTERVAL: Duration = Duration::from_hours(24);

/// How far the verification has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    v: u32,
    /// When the last verification of everything began.
    pub(super) began_at: Time,
    /// Of that one; `None` once it has read everything.
    pub(super) progress: Option<Progress>,
    /// The last table that the engine has checked of it.
    pub(super) table: Option<String>,
    pub(super) are_tables_checked: bool,
    /// Faults that it has found.
    pub(super) faults: u64,
    /// The last block of each ledger that was verified as it came.
    pub(super) blocks: BTreeMap<PlatformId, i64>,
}

impl State {
    /// Begins a verification of everything.
    pub(super) fn begin(now: Time, blocks: BTreeMap<PlatformId, i64>) -> Self {
        let progress = Some(Progress::default());
        Self { v: 1, began_at: now, progress, table: None, are_tables_checked: false, faults: 0, blocks }
    }

    /// Reads what was kept; `None` where another program has left it that goes on otherwise.
    pub(super) fn read(doc: &str) -> Option<Self> {
        let state: Self = serde_json::from_str(doc).ok()?;
        state.progress.as_ref().is_none_or(Progress::is_current).then_some(state)
    }

    pub(super) fn to_doc(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|fault| Error::Data(fault.to_string()))
    }

    /// Whether everything is to be verified again. A time that has not come yet is none of ours.
    pub(super) fn is_due(&self, now: Time) -> bool {
        self.progress.is_none() && (self.began_at.plus(INTERVAL) <= now || self.began_at > now)
    }
}
