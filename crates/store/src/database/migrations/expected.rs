//! The objects that the migrations create.

use std::sync::OnceLock;

use super::catalogue::Objects;
use super::declared::{self, sql};
use super::sqlite;
use super::translate::Dialect;
use crate::database::error::Error;

/// Returns the objects that the migrations create, spelled as in the engine's catalogue.
///
/// # Errors
/// [`Error::Statement`] if SQLite refuses the migrations.
pub(crate) fn expected(dialect: Dialect) -> Result<&'static Objects, Error> {
    static SQLITE: OnceLock<Result<Objects, Error>> = OnceLock::new();
    static POSTGRES: OnceLock<Objects> = OnceLock::new();
    match dialect {
        Dialect::Sqlite => SQLITE.get_or_init(sqlite::expected).as_ref().map_err(Clone::clone),
        Dialect::Postgres => Ok(POSTGRES.get_or_init(|| declared::objects(&sql(dialect)))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::declared::tables;
    use super::*;

    /// Compares the objects parsed from the migrations with SQLite's, which has the same tables.
    #[test]
    fn every_table_and_index_is_read() {
        let object_names = |dialect, kind: &str| -> Vec<&str> {
            let names = expected(dialect).unwrap().keys().filter(|name| name.starts_with(kind));
            names.map(String::as_str).filter(|name| !name.contains("sqlite_")).collect()
        };
        assert_eq!(object_names(Dialect::Postgres, "table "), object_names(Dialect::Sqlite, "table "));
        let mut indexes = object_names(Dialect::Postgres, "index ");
        indexes.retain(|name| *name != "index ledger_balance_account");
        assert_eq!(indexes, object_names(Dialect::Sqlite, "index "));
        assert!(tables().len() > 80 && tables().contains(&"schema_migration".to_owned()));
        let columns = object_names(Dialect::Postgres, "column ").len();
        assert!(columns > 600, "{columns}");
    }
}
