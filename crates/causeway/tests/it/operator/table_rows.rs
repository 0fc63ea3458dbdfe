//! All rows of all tables, to show that nothing has changed, or what was added.

use std::collections::{BTreeMap, BTreeSet};

use causeway_store::{Cell, Error, FromValue, Store, Tx};
use uuid::Uuid;

use crate::harness::schema::{Table, tables};

/// The types of columns.
const TYPES: [&str; 7] = ["UUID", "BIGINT", "BOOLEAN", "TEXT", "BYTEA", "JSON", "JSONB"];

/// A row: its cells as text, in the order of the columns.
type Row = Vec<String>;

/// The rows of all tables at one moment.
pub(crate) struct TableRows(BTreeMap<String, TableContent>);

struct TableContent {
    columns: Vec<String>,
    rows: BTreeSet<Row>,
}

impl TableRows {
    /// Reads all rows.
    pub(crate) async fn read(store: &Store) -> Self {
        let mut all = BTreeMap::new();
        for Table { name, columns } in tables(&TYPES) {
            let sql = format!("SELECT {} FROM {name} /* all platforms */", columns.join(", "));
            let names = columns.clone();
            let read = move |tx: &mut Tx<'_>| {
                tx.query(&sql, &[], |row| {
                    names.iter().map(|column| row.get::<CellText>(column).map(|cell| cell.0)).collect()
                })
            };
            let rows: Result<Vec<Row>, Error> = store.read(read).await;
            let rows = rows.expect("the tables can be read").into_iter().collect();
            all.insert(name, TableContent { columns, rows });
        }
        Self(all)
    }

    /// Returns the tables whose rows differ.
    pub(crate) fn changed_since(&self, before: &Self) -> Vec<String> {
        let differs = |(name, content): &(&String, &TableContent)| content.rows != before.0[*name].rows;
        self.0.iter().filter(differs).map(|(name, _)| name.clone()).collect()
    }

    /// Returns `true` if a row of any table has this cell.
    pub(super) fn has_cell(&self, cell: &str) -> bool {
        let is_in = |row: &Row| row.iter().any(|known| known == cell);
        self.0.values().any(|content| content.rows.iter().any(is_in))
    }

    /// Returns `true` if a row that any table has and had not contains all of these cells.
    pub(super) fn has_added(&self, before: &Self, cells: &[&str]) -> bool {
        let has_all = |row: &Row| cells.iter().all(|cell| row.iter().any(|known| known == cell));
        self.0.iter().any(|(name, content)| content.rows.difference(&before.0[name].rows).any(has_all))
    }

    /// Returns these columns of the rows that a table has and had not, as sorted lines.
    pub(super) fn added_since(&self, before: &Self, table: &str, columns: &[&str]) -> Vec<String> {
        let TableContent { columns: all, rows } = &self.0[table];
        let places: Vec<usize> = columns
            .iter()
            .map(|column| all.iter().position(|known| known == column).expect("a column of the table"))
            .collect();
        let line = |row: &Row| places.iter().map(|place| row[*place].as_str()).collect::<Vec<_>>().join(" ");
        let mut lines: Vec<String> = rows.difference(&before.0[table].rows).map(line).collect();
        lines.sort();
        lines
    }
}

/// The content of any column, as text.
struct CellText(String);

impl FromValue for CellText {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        Some(Self(match cell {
            Cell::Null => "-".to_owned(),
            Cell::Bool(value) => value.to_string(),
            Cell::Int(value) => value.to_string(),
            Cell::Text(text) => text.to_owned(),
            // One engine stores UUIDs as bytes.
            Cell::Bytes(bytes) => {
                Uuid::from_slice(bytes).map_or_else(|_| format!("{bytes:?}"), |uuid| uuid.to_string())
            }
            Cell::Uuid(uuid) => uuid.to_string(),
        }))
    }
}
