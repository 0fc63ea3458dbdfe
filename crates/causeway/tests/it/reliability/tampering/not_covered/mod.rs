//! Columns and changes of rows that are not covered, in groups. `docs/internals/not-covered.md` is printed
//! from this, and the trials compare it with the schema.

mod customers;
mod machinery;
mod money;
mod partners;
mod print;
mod rails;

use super::changes::{Change, Tampering};

pub(super) use print::print;

/// Columns and changes of rows that go unnoticed.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) gain: &'static str,
    pub(super) parts: &'static [Part],
}

/// The uncovered columns and changes of a table.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) table: &'static str,
    pub(super) columns: &'static [&'static str],
    /// Members of the column `state` of `payment_state`.
    pub(super) members: &'static [&'static str],
    pub(super) rows: &'static [RowChange],
}

/// A change of a whole row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RowChange {
    /// Inserted once more, under another key.
    Added,
    /// Changed to the values of another row.
    Copied,
    Deleted,
    /// Changed to its earlier version.
    PutBack,
}

use RowChange::{Added, Copied, Deleted, PutBack};

const ANY: &[RowChange] = &[Added, Copied, Deleted, PutBack];
const AWAY: &[RowChange] = &[Deleted, PutBack];

/// Lists a table whose rows carry no code.
const fn whole(table: &'static str, columns: &'static [&'static str]) -> Part {
    Part { table, columns, members: &[], rows: ANY }
}

/// Lists the columns and changes of a table that the code in its rows does not cover.
const fn part(table: &'static str, columns: &'static [&'static str], rows: &'static [RowChange]) -> Part {
    Part { table, columns, members: &[], rows }
}

/// Lists all groups in the order of the document.
pub(super) fn groups() -> impl Iterator<Item = &'static Group> {
    [money::GROUPS, customers::GROUPS, partners::GROUPS, rails::GROUPS, machinery::GROUPS]
        .into_iter()
        .flatten()
}

/// Finds the group of a change.
pub(super) fn group_of(change: &Tampering) -> Option<&'static Group> {
    groups().find(|group| group.parts.iter().any(|part| part.says(change)))
}

/// The subject of a change within its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject<'a> {
    Column(&'a str),
    Member(&'static str),
    Row(RowChange),
}

impl Part {
    fn says(&self, change: &Tampering) -> bool {
        self.table == change.table.name
            && match change.subject() {
                Subject::Column(column) => self.columns.contains(&column),
                Subject::Member(member) => self.members.contains(&member),
                Subject::Row(row) => self.rows.contains(&row),
            }
    }
}

impl Tampering {
    /// Returns the changed column, member or row.
    pub(super) fn subject(&self) -> Subject<'_> {
        match self.change {
            Change::Copied => Subject::Row(Copied),
            Change::Twin => Subject::Row(Added),
            Change::Deleted | Change::Unmade => Subject::Row(Deleted),
            Change::PutBack => Subject::Row(PutBack),
            Change::Member(..) => Subject::Member(self.member().expect("a member")),
            Change::Column(_) | Change::Filled(_) | Change::Emptied(_) => {
                Subject::Column(self.column().expect("a column"))
            }
        }
    }

    /// Returns `true` if the change may make a token valid again: a row that was valid once stays authentic.
    pub(super) fn revives_a_token(&self) -> bool {
        self.table.name == "token" && self.change == Change::PutBack
    }
}
