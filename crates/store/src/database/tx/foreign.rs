//! Reads that go on at rows which this service did not write, because what they find is only shown.

use std::collections::BTreeSet;
use std::mem::take;
use std::sync::{Mutex, PoisonError};

use super::Tx;
use crate::database::macs::{ForeignRow, Mac, MacPurpose, Macs};

/// Tables whose rows are refused in any case: platforms and rails are cached for other work, and payers copy the others.
const NEVER_SHOWN: [&str; 8] = [
    "platform",
    "internal_account",
    "funding_identifier",
    "rail",
    "rail_key",
    "rail_account",
    "rail_binding",
    "rail_route",
];

/// Codes that need not fit.
struct TolerantMacs<'a> {
    strict: &'a dyn Macs,
    found: Mutex<BTreeSet<ForeignRow>>,
}

impl Macs for TolerantMacs<'_> {
    fn make(&self, purpose: MacPurpose, message: &[u8]) -> Mac {
        self.strict.make(purpose, message)
    }

    fn fits(&self, purpose: MacPurpose, message: &[u8], mac: &[u8]) -> bool {
        self.strict.fits(purpose, message, mac)
    }

    fn tolerates(&self, row: &ForeignRow) -> bool {
        if NEVER_SHOWN.contains(&row.table) {
            return false;
        }
        self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(row.clone());
        true
    }
}

impl Tx<'_> {
    /// Reads data that is only shown: rows that this service did not write are read as they are stored. Returns them
    /// beside the outcome.
    pub fn read_foreign<T>(&mut self, read: impl FnOnce(&mut Tx<'_>) -> T) -> (T, BTreeSet<ForeignRow>) {
        let macs = TolerantMacs { strict: self.macs, found: Mutex::default() };
        let mut inner = Tx {
            connection: &mut *self.connection,
            wall: self.wall,
            after_commit: take(&mut self.after_commit),
            late: take(&mut self.late),
            failure: self.failure.take(),
            macs: &macs,
            ids: self.ids,
            versions: take(&mut self.versions),
            scope: self.scope,
            effects: self.effects.take(),
            foreign: take(&mut self.foreign),
        };
        let outcome = read(&mut inner);
        let Tx { after_commit, late, failure, versions, scope, effects, foreign, .. } = inner;
        self.after_commit = after_commit;
        self.late = late;
        self.failure = failure;
        self.versions = versions;
        self.scope = scope;
        self.effects = effects;
        self.foreign = foreign;
        let found = macs.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.foreign.extend(found.iter().cloned());
        (outcome, found)
    }

    /// Notes a row that this service did not write and that was left out of a list.
    pub(crate) fn note_foreign(&mut self, row: ForeignRow) {
        self.foreign.insert(row);
    }

    /// Returns the rows that were read although this service did not write them.
    pub(crate) fn foreign(&self) -> &BTreeSet<ForeignRow> {
        &self.foreign
    }
}
