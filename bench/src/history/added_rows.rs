//! The rows that payments have added to a table, and the changes to their values when they are repeated.

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::error::Result;

/// The added rows of a table, in order.
#[derive(Debug)]
pub(super) struct AddedRows {
    pub(super) table: &'static str,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Value>>,
}

/// A column with its rule of change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    name: String,
    pub(super) rule: Rule,
}

/// The change to a value when its row is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// Times, and identifiers that begin with their time, become earlier; other values stay.
    Earlier,
    /// Numbered by the database.
    Numbered,
    /// A unique idempotency key.
    Key,
    /// A unique scope of an idempotency key, unless all requests of its kind share it.
    Scope,
    /// The number of a ledger block, continuing the earlier ones.
    Block,
    /// The number of an entry, continuing those of its account.
    Entry,
    /// The balance after an entry, following from the earlier ones.
    Balance,
}

impl Rule {
    fn of(table: &str, column: &str) -> Self {
        match (table, column) {
            ("outbox" | "delivery", "seq") => Self::Numbered,
            ("idempotency", "key") => Self::Key,
            ("idempotency", "scope_hash") => Self::Scope,
            ("ledger_block", "number") | ("ledger_sealed" | "ledger_checkpoint", "block") => Self::Block,
            ("ledger_entry", "seq") => Self::Entry,
            ("ledger_entry", "balance_after") => Self::Balance,
            _ => Self::Earlier,
        }
    }
}

impl AddedRows {
    /// Finds the rows of the table that the attached database `before` does not contain.
    pub(super) fn find(connection: &Connection, table: &'static str) -> Result<Self> {
        let mut select = connection.prepare(&format!(
            "SELECT * FROM main.{table} WHERE rowid > (SELECT COALESCE(MAX(rowid), 0) FROM before.{table})
             ORDER BY rowid"
        ))?;
        let names = select.column_names();
        let columns: Vec<Column> =
            names.map(|name| Column { name: name.to_owned(), rule: Rule::of(table, name) }).collect();
        let rows = select.query_map([], |row| (0..columns.len()).map(|at| row.get(at)).collect())?;
        let rows = rows.collect::<rusqlite::Result<_>>()?;
        Ok(Self { table, columns, rows })
    }

    /// Returns the statement that inserts a row.
    pub(super) fn insert(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        let places: Vec<String> = (1..=names.len()).map(|place| format!("?{place}")).collect();
        format!("INSERT INTO {} ({}) VALUES ({})", self.table, names.join(", "), places.join(", "))
    }

    /// Returns the stored id of the internal account that a row is about.
    pub(super) fn account<'a>(&self, row: &'a [Value]) -> Option<&'a Value> {
        row.get(self.columns.iter().position(|column| column.name == "account_id")?)
    }
}

impl Column {
    /// Returns `true` if the values are times in milliseconds.
    pub(super) fn is_time(&self) -> bool {
        self.name.ends_with("_at")
    }
}

/// Moves an identifier created at or after `since` back by `by` milliseconds; `None` if the value is not such
/// an identifier.
pub(super) fn identifier_earlier(value: &Value, since: i64, by: i64) -> Option<Value> {
    let Value::Blob(bytes) = value else { return None };
    let id = <[u8; 16]>::try_from(bytes.as_slice()).ok()?;
    let version = bytes.get(6)? >> 4;
    let bits = u128::from_be_bytes(id);
    let millis = i64::try_from(bits >> TIME_SHIFT).ok()?;
    if version != TIME_ORDERED || millis < since {
        return None;
    }
    let earlier = bits.checked_sub(u128::try_from(by).ok()? << TIME_SHIFT)?;
    Some(Value::Blob(earlier.to_be_bytes().to_vec()))
}

/// UUIDs of version 7 begin with 48 bits of milliseconds.
const TIME_ORDERED: u8 = 7;
const TIME_SHIFT: u32 = 80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_of_the_payments_alone_are_earlier() {
        let id = |millis: u128| {
            let bits: u128 = (millis << TIME_SHIFT) | 0x7abc_8000_0000_0000_0001;
            Value::Blob(bits.to_be_bytes().to_vec())
        };
        assert_eq!(identifier_earlier(&id(5_000), 4_000, 1_500), Some(id(3_500)));
        assert_eq!(identifier_earlier(&id(3_999), 4_000, 1_500), None);
        assert_eq!(identifier_earlier(&Value::Blob(vec![7; 32]), 4_000, 1_500), None);
        assert_eq!(identifier_earlier(&Value::Integer(5_000), 4_000, 1_500), None);
    }
}
