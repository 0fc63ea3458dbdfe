//! Counts of requests and events over all runs.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use causeway_wire::table::Operation;

/// The outcomes of the requests for one operation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) attempts: u64,
    pub(crate) successes: u64,
    pub(crate) refusals: u64,
}

/// Counts of requests and events. Clones share their counts.
#[derive(Debug, Clone)]
pub struct Counts(Arc<Mutex<Sums>>);

#[derive(Debug)]
struct Sums {
    operations: BTreeMap<&'static str, Tally>,
    /// Faults, partners' misbehaviour and steps, by name.
    events: BTreeMap<&'static str, u64>,
}

impl Counts {
    /// Creates zero counts for every operation and for these events.
    pub(crate) fn of(events: impl Iterator<Item = &'static str>) -> Self {
        let operations = Operation::all().map(|operation| (operation.row().name, Tally::default())).collect();
        let events = events.map(|name| (name, 0)).collect();
        Self(Arc::new(Mutex::new(Sums { operations, events })))
    }

    /// Lists everything that never occurred: operations never attempted, never successful or never refused,
    /// and events of zero.
    #[must_use]
    pub fn never(&self) -> Vec<String> {
        let sums = self.sums();
        let mut never = Vec::new();
        for (name, tally) in &sums.operations {
            let parts =
                [(tally.attempts, "attempted"), (tally.successes, "successful"), (tally.refusals, "refused")];
            never.extend(
                parts.iter().filter(|part| part.0 == 0).map(|part| format!("{name} was never {}", part.1)),
            );
        }
        let missing = sums.events.iter().filter(|(_, count)| **count == 0);
        never.extend(missing.map(|(name, _)| format!("never occurred: {name}")));
        never
    }

    /// Returns the number of occurrences of an event.
    pub(crate) fn count(&self, name: &str) -> u64 {
        self.sums().events.get(name).copied().unwrap_or_default()
    }

    pub(crate) fn event(&self, name: &'static str) {
        *self.sums().events.entry(name).or_insert(0) += 1;
    }

    pub(crate) fn request(&self, operation: Operation, status: u16) {
        let mut sums = self.sums();
        let tally = sums.operations.entry(operation.row().name).or_default();
        tally.attempts += 1;
        match status {
            200..=299 => tally.successes += 1,
            400..=499 => tally.refusals += 1,
            _ => {}
        }
    }

    fn sums(&self) -> MutexGuard<'_, Sums> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sums = self.sums();
        writeln!(f, "{:<32} {:>9} {:>9} {:>9}", "operation", "attempts", "successes", "refusals")?;
        for (name, tally) in &sums.operations {
            let Tally { attempts, successes, refusals } = tally;
            writeln!(f, "{name:<32} {attempts:>9} {successes:>9} {refusals:>9}")?;
        }
        writeln!(f)?;
        sums.events.iter().try_for_each(|(name, count)| writeln!(f, "{name:<42} {count:>9}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unseen_requests_and_events_are_reported() {
        let counts = Counts::of(["a fault", "another fault"].into_iter());
        let before = counts.never().len();
        assert_eq!(before, Operation::all().count() * 3 + 2);
        let operation = Operation::all().next().unwrap();
        counts.request(operation, 200);
        assert_eq!(counts.never().len(), before - 2);
        counts.request(operation, 404);
        counts.event("a fault");
        assert_eq!(counts.never().len(), before - 4);
    }
}
