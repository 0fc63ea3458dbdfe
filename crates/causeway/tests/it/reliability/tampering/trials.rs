//! Outcomes of each change by itself.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::{Change, Tampering};
use super::judgement::Outcome;
use super::not_covered::{Subject, group_of, groups};
use super::site::Site;
use crate::harness::{Setup, seed};

/// Start of the random choices; another seed tries other rows and values.
pub(super) const SEED: u64 = 20_251_122;

/// The share of the changes that are tried. The code that notices them is the same for both engines, so
/// PostgreSQL, where each verification takes longer, gets a quarter of each table's changes: another one for
/// another seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Whole,
    Quarter,
}

impl Extent {
    pub(super) const fn of(setup: Setup) -> Self {
        match setup {
            Setup::Sqlite => Self::Whole,
            Setup::Postgres | Setup::TwoProcesses => Self::Quarter,
        }
    }

    /// Returns the number of tries of a change that is included.
    const fn tries(self) -> u64 {
        match self {
            Self::Whole => 2,
            Self::Quarter => 1,
        }
    }

    /// Returns outcomes that some of these changes must have.
    pub(super) const fn outcomes(self) -> &'static [Outcome] {
        match self {
            Self::Whole => &[Outcome::Named, Outcome::RefusedWhenUsed, Outcome::RefusedByTheSchema],
            Self::Quarter => &[Outcome::Named, Outcome::RefusedByTheSchema],
        }
    }

    /// Returns `true` if a change is tried; either all changes of a column are, or none.
    fn includes(self, change: Change) -> bool {
        match self {
            Self::Whole => true,
            Self::Quarter => seed().wrapping_add(change.place()).is_multiple_of(4),
        }
    }
}

/// The outcomes of all changes, by table and subject.
#[derive(Default)]
pub(super) struct Trials {
    found: BTreeMap<String, Verdict>,
    pub(super) outcomes: BTreeMap<Outcome, usize>,
}

/// The outcomes of the changes of one subject.
struct Verdict {
    /// Title of the group that lists it.
    group: Option<&'static str>,
    is_column: bool,
    outcomes: BTreeSet<Outcome>,
}

impl Trials {
    /// Tries the changes that any table allows, to this extent.
    pub(super) async fn of_each(site: &Site, extent: Extent) -> Self {
        let mut trials = Self::default();
        let mut dice = SEED;
        for table in &site.tables {
            for change in Tampering::every(table) {
                for _ in 0..extent.tries() * places(change) {
                    dice = next(dice);
                    if !extent.includes(change) {
                        continue;
                    }
                    let tampering = Tampering { table: table.clone(), change, dice };
                    let outcome = site.judge.judge(std::slice::from_ref(&tampering)).await;
                    trials.sort_in(&tampering, outcome);
                }
            }
        }
        trials
    }

    fn sort_in(&mut self, tampering: &Tampering, outcome: Outcome) {
        // The list says that a token can become valid again.
        let outcome = match outcome {
            Outcome::Won if tampering.revives_a_token() => Outcome::Unnoticed,
            outcome => outcome,
        };
        *self.outcomes.entry(outcome).or_default() += 1;
        let what = tampering.subject();
        let found =
            self.found.entry(format!("{} {what:?}", tampering.table.name)).or_insert_with(|| Verdict {
                group: group_of(tampering).map(|group| group.title),
                is_column: matches!(what, Subject::Column(_)),
                outcomes: BTreeSet::new(),
            });
        found.outcomes.insert(outcome);
    }

    /// Lists the subjects whose outcomes contradict the list.
    pub(super) fn wrong(&self) -> Vec<String> {
        let wrong = self.found.iter().filter_map(|(what, found)| Some((what, found.wrong()?)));
        wrong.map(|(what, why)| format!("{what}: {why}")).collect()
    }

    /// Lists the groups of which every change is noticed.
    pub(super) fn unneeded(&self) -> Vec<String> {
        let unneeded = groups().filter(|group| {
            let of_group = self.found.values().filter(|found| found.group == Some(group.title));
            let outcomes: BTreeSet<Outcome> =
                of_group.flat_map(|found| found.outcomes.iter().copied()).collect();
            outcomes.contains(&Outcome::Named) && !outcomes.contains(&Outcome::Unnoticed)
        });
        unneeded.map(|group| format!("{}: listed, but noticed", group.title)).collect()
    }
}

impl Verdict {
    fn wrong(&self) -> Option<&'static str> {
        let has = |outcome| self.outcomes.contains(&outcome);
        if has(Outcome::BrokeOff) {
            return Some("the verification broke off");
        }
        if has(Outcome::Won) {
            return Some("a token is good for something else");
        }
        let is_noticed =
            [Outcome::Named, Outcome::NamedAndUsed, Outcome::RefusedWhenUsed].into_iter().any(has);
        match (self.group.is_some(), has(Outcome::Unnoticed)) {
            (false, true) => Some("unnoticed, and on no list"),
            (false, false) if has(Outcome::NamedAndUsed) => Some("named, but used"),
            (false, false) if self.is_column && !is_noticed && !has(Outcome::RefusedByTheSchema) => {
                Some("never tried, and on no list")
            }
            _ => None,
        }
    }
}

/// Lists tables and columns that the list names and the schema lacks, or that it names twice.
pub(super) fn misnamed(site: &Site) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut parts = BTreeSet::new();
    for part in groups().flat_map(|group| group.parts) {
        let Some(table) = site.tables.iter().find(|table| table.name == part.table) else {
            wrong.push(format!("there is no table {}", part.table));
            continue;
        };
        for column in part.columns {
            if table.columns.iter().all(|known| known.name != *column) {
                wrong.push(format!("{} has no column {column}", part.table));
            }
            if !parts.insert((part.table, *column)) {
                wrong.push(format!("{}.{column} is listed twice", part.table));
            }
        }
    }
    wrong
}

/// Returns the number of rows that a change is tried on: several if it depends on the row, one if it changes
/// a column.
const fn places(change: Change) -> u64 {
    match change {
        Change::Column(_) | Change::Filled(_) | Change::Emptied(_) | Change::Member(..) => 1,
        Change::Copied | Change::Twin | Change::Deleted | Change::PutBack | Change::Unmade => 4,
    }
}

/// Returns the next pseudo-random number after this one.
pub(super) const fn next(dice: u64) -> u64 {
    let mixed = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    mixed ^ (mixed >> 29)
}
