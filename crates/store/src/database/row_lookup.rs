//! Joins with the single row of another table that has the key of a row.

use super::migrations::Dialect;

/// A table that has at most one row for each row of another table, and is read by its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowLookup {
    /// The other table, or its alias.
    pub(crate) of: &'static str,
    pub(crate) table: &'static str,
    /// The column that both tables have besides the platform.
    pub(crate) key: &'static str,
    /// `true` if a row without one in the table is read too.
    pub(crate) is_optional: bool,
}

impl RowLookup {
    /// Returns the join, to be written behind the other table.
    ///
    /// SQLite reads the tables of a `CROSS JOIN` in their order. PostgreSQL prefers to read a whole table of some
    /// thousand rows to looking up some hundred of them, unless a `LATERAL` subquery has a limit.
    pub(crate) fn join(self, dialect: Dialect) -> String {
        let Self { of, table, key, is_optional } = self;
        let same = format!("{table}.platform_id = {of}.platform_id AND {table}.{key} = {of}.{key}");
        let kind = if is_optional { "LEFT JOIN" } else { "CROSS JOIN" };
        match dialect {
            Dialect::Sqlite => format!("{kind} {table} ON {same}"),
            Dialect::Postgres => {
                let on = if is_optional { " ON TRUE" } else { "" };
                format!("{kind} LATERAL (SELECT * FROM {table} WHERE {same} LIMIT 1) AS {table}{on}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_looks_rows_up_by_their_key() {
        let inner = RowLookup { of: "a", table: "b", key: "id", is_optional: false };
        let outer = RowLookup { is_optional: true, ..inner };
        let same = "b.platform_id = a.platform_id AND b.id = a.id";
        assert_eq!(inner.join(Dialect::Sqlite), format!("CROSS JOIN b ON {same}"));
        assert_eq!(outer.join(Dialect::Sqlite), format!("LEFT JOIN b ON {same}"));
        let found = format!("LATERAL (SELECT * FROM b WHERE {same} LIMIT 1) AS b");
        assert_eq!(inner.join(Dialect::Postgres), format!("CROSS JOIN {found}"));
        assert_eq!(outer.join(Dialect::Postgres), format!("LEFT JOIN {found} ON TRUE"));
    }
}
