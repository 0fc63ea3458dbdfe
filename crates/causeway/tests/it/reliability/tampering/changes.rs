//! Changes that are made to rows.

use std::collections::BTreeMap;
use std::fmt;

use causeway_store::{Error, Tx};

use super::catalogue::{StoredRow, Table};
use super::cell::CellValue;
use super::members::OF_STATE;

/// Rows by table, as they were at one time.
pub(super) type Snapshot = BTreeMap<String, Vec<StoredRow>>;

/// A kind of change to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// This column gets another value.
    Column(usize),
    /// This column, which is `NULL`, gets a value.
    Filled(usize),
    /// This column becomes `NULL`.
    Emptied(usize),
    /// In the document in this column, this member gets the value of this number, or is removed.
    Member(usize, usize, usize),
    /// All columns beside the key get the values of another row, including its code.
    Copied,
    /// It is inserted once more, under another key.
    Twin,
    Deleted,
    /// It becomes its earlier version, or is inserted again if it was deleted since.
    PutBack,
    /// It is deleted, and did not exist earlier.
    Unmade,
}

impl Change {
    /// Returns the number of the changed column or member, or of the kind of change to the whole row.
    pub(super) fn place(self) -> u64 {
        let of_row = [Self::Copied, Self::Twin, Self::Deleted, Self::PutBack, Self::Unmade];
        let place = match self {
            Self::Column(column) | Self::Filled(column) | Self::Emptied(column) => Some(column),
            Self::Member(_, member, _) => Some(member),
            of_this_row => of_row.iter().position(|one| *one == of_this_row),
        };
        u64::try_from(place.unwrap_or(0)).unwrap()
    }
}

/// A change to a row of a table; `dice` chooses the row and the new value.
#[derive(Debug, Clone)]
pub(super) struct Tampering {
    pub(super) table: Table,
    pub(super) change: Change,
    pub(super) dice: u64,
}

impl Tampering {
    /// Lists every change that a table allows.
    pub(super) fn every(table: &Table) -> Vec<Change> {
        let state =
            table.columns.iter().position(|column| table.name == "payment_state" && column.name == "state");
        let all = table.columns.iter().enumerate();
        let nullable = all.filter(|(_, column)| column.is_nullable).map(|(place, _)| place);
        let nullable: Vec<usize> = nullable.collect();
        let columns = (0..table.columns.len()).filter(|column| Some(*column) != state).map(Change::Column);
        let members = state.into_iter().flat_map(|column| {
            let members = OF_STATE.iter().enumerate();
            members.flat_map(move |(place, member)| {
                (0..member.changes()).map(move |value| Change::Member(column, place, value))
            })
        });
        columns
            .chain(nullable.iter().copied().map(Change::Filled))
            .chain(nullable.iter().copied().map(Change::Emptied))
            .chain(members)
            .chain([Change::Copied, Change::Twin, Change::Deleted, Change::PutBack, Change::Unmade])
            .collect()
    }

    /// Returns the changed column, or `None` for changes of other kinds.
    pub(super) fn column(&self) -> Option<&str> {
        match self.change {
            Change::Column(column) | Change::Filled(column) | Change::Emptied(column) => {
                Some(&self.table.columns[column].name)
            }
            Change::Member(..)
            | Change::Copied
            | Change::Twin
            | Change::Deleted
            | Change::PutBack
            | Change::Unmade => None,
        }
    }

    /// Returns the changed member of a document, or `None` for changes of other kinds.
    pub(super) const fn member(&self) -> Option<&'static str> {
        match self.change {
            Change::Member(_, member, _) => Some(OF_STATE[member].path),
            _ => None,
        }
    }

    /// Makes the change; returns `false` if the table has no row that allows it.
    pub(super) fn apply(&self, tx: &mut Tx<'_>, earlier: &Snapshot) -> Result<bool, Error> {
        let rows = self.table.rows(tx)?;
        let past = earlier.get(&self.table.name).map(Vec::as_slice).unwrap_or_default();
        match self.change {
            Change::Column(column) => self.change_column(tx, &rows, column),
            Change::Filled(column) => self.fill(tx, &rows, column),
            Change::Emptied(column) => {
                let filled: Vec<StoredRow> =
                    rows.into_iter().filter(|row| row.cells[column] != CellValue::Null).collect();
                let Some(row) = self.pick(&filled) else { return Ok(false) };
                self.table.update(tx, &row.place, &[(column, CellValue::Null)]).map(|()| true)
            }
            Change::Member(column, member, value) => self.change_member(tx, &rows, column, member, value),
            Change::Copied => self.copy(tx, &rows),
            Change::Twin => self.make_twin(tx, &rows),
            Change::Deleted => {
                let Some(row) = self.pick(&rows) else { return Ok(false) };
                self.table.delete(tx, &row.place).map(|()| true)
            }
            Change::PutBack => self.put_back(tx, &rows, past),
            Change::Unmade => {
                let new: Vec<StoredRow> =
                    rows.into_iter().filter(|row| self.then(past, row).is_none()).collect();
                let Some(row) = self.pick(&new) else { return Ok(false) };
                self.table.delete(tx, &row.place).map(|()| true)
            }
        }
    }

    fn pick<'a>(&self, rows: &'a [StoredRow]) -> Option<&'a StoredRow> {
        let count = u64::try_from(rows.len()).unwrap();
        if count == 0 { None } else { rows.get(usize::try_from(self.dice % count).unwrap()) }
    }

    /// Finds the same row among earlier ones.
    fn then<'a>(&self, past: &'a [StoredRow], row: &StoredRow) -> Option<&'a StoredRow> {
        let key = self.table.key(row);
        past.iter().find(|then| self.table.key(then) == key)
    }

    fn change_column(&self, tx: &mut Tx<'_>, rows: &[StoredRow], column: usize) -> Result<bool, Error> {
        let filled: Vec<StoredRow> = rows
            .iter()
            .filter(|row| row.cells[column] != CellValue::Null && self.table.counts(row, column))
            .cloned()
            .collect();
        let Some(row) = self.pick(&filled) else { return Ok(false) };
        let now = &row.cells[column];
        // The value of another row is the likeliest forgery.
        let others: Vec<&CellValue> =
            rows.iter().map(|other| &other.cells[column]).filter(|other| *other != now).collect();
        let turn = usize::try_from(self.dice / 7).unwrap_or(0);
        let other = match others.get(turn % others.len().max(1)).filter(|_| self.dice % 2 == 1) {
            Some(other) => (*other).clone(),
            None => now.other(self.dice),
        };
        if other == *now {
            return Ok(false);
        }
        self.table.update(tx, &row.place, &[(column, other)]).map(|()| true)
    }

    fn fill(&self, tx: &mut Tx<'_>, rows: &[StoredRow], column: usize) -> Result<bool, Error> {
        let (empty, filled): (Vec<StoredRow>, Vec<StoredRow>) =
            rows.iter().cloned().partition(|row| row.cells[column] == CellValue::Null);
        let Some(row) = self.pick(&empty) else { return Ok(false) };
        let value = match self.pick(&filled).filter(|_| self.dice % 2 == 1) {
            Some(other) => other.cells[column].clone(),
            None => self.table.columns[column].any(),
        };
        self.table.update(tx, &row.place, &[(column, value)]).map(|()| true)
    }

    fn change_member(
        &self,
        tx: &mut Tx<'_>,
        rows: &[StoredRow],
        column: usize,
        member: usize,
        value: usize,
    ) -> Result<bool, Error> {
        let changed = rows.iter().filter_map(|row| {
            let CellValue::Json(document) = &row.cells[column] else { return None };
            let cells = vec![CellValue::Json(OF_STATE[member].change(document, value)?)];
            Some(StoredRow { place: row.place.clone(), cells })
        });
        let changed: Vec<StoredRow> = changed.collect();
        let Some(row) = self.pick(&changed) else { return Ok(false) };
        self.table.update(tx, &row.place, &[(column, row.cells[0].clone())]).map(|()| true)
    }

    fn copy(&self, tx: &mut Tx<'_>, rows: &[StoredRow]) -> Result<bool, Error> {
        let Some(row) = self.pick(rows) else { return Ok(false) };
        let turn = usize::try_from(self.dice / 7).unwrap_or(0);
        let Some(other) =
            rows.iter().cycle().skip(turn % rows.len()).take(rows.len()).find(|other| *other != row)
        else {
            return Ok(false);
        };
        let changes = self.differing(row, other);
        if changes.is_empty() {
            return Ok(false);
        }
        self.table.update(tx, &row.place, &changes).map(|()| true)
    }

    /// Returns another row's values of the columns beside the key that differ.
    fn differing(&self, row: &StoredRow, other: &StoredRow) -> Vec<(usize, CellValue)> {
        let columns = self.table.columns.iter().zip(row.cells.iter().zip(&other.cells)).enumerate();
        let differing = columns.filter(|(_, (column, (now, other)))| !column.is_key && now != other);
        differing.map(|(place, (_, (_, other)))| (place, other.clone())).collect()
    }

    fn make_twin(&self, tx: &mut Tx<'_>, rows: &[StoredRow]) -> Result<bool, Error> {
        let Some(row) = self.pick(rows) else { return Ok(false) };
        let mut cells = row.cells.clone();
        // The last column of the key is the row's own.
        let Some(own) = self.table.columns.iter().rposition(|column| column.is_key) else { return Ok(false) };
        cells[own] = cells[own].other(self.dice);
        self.table.insert(tx, &cells).map(|()| true)
    }

    fn put_back(&self, tx: &mut Tx<'_>, rows: &[StoredRow], past: &[StoredRow]) -> Result<bool, Error> {
        let gone =
            past.iter().filter(|then| rows.iter().all(|row| self.table.key(row) != self.table.key(then)));
        let gone: Vec<StoredRow> = gone.cloned().collect();
        let changed: Vec<(StoredRow, Vec<(usize, CellValue)>)> = rows
            .iter()
            .filter_map(|row| Some((row.clone(), self.differing(row, self.then(past, row)?))))
            .filter(|(_, changes)| !changes.is_empty())
            .collect();

        let count = u64::try_from(gone.len() + changed.len()).unwrap();
        if count == 0 {
            return Ok(false);
        }
        let turn = usize::try_from(self.dice % count).unwrap();
        match gone.get(turn) {
            Some(then) => self.table.insert(tx, &then.cells)?,
            None => {
                let (row, changes) = &changed[turn - gone.len()];
                self.table.update(tx, &row.place, changes)?;
            }
        }
        Ok(true)
    }
}

impl fmt::Display for Tampering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.column(), self.member()) {
            (Some(column), _) => write!(f, "{}.{column} is changed: {:?}", self.table.name, self.change),
            (None, Some(member)) => {
                write!(f, "{} of a {} is changed: {:?}", member, self.table.name, self.change)
            }
            (None, None) => write!(f, "a row of {}: {:?}", self.table.name, self.change),
        }
    }
}
