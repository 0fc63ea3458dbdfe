//! The objects of a database's schema, as listed in its catalogue.

use std::collections::BTreeMap;

use super::guards::one_line;
use super::translate::Dialect;
use crate::database::error::Error;
use crate::database::row::Row;
use crate::database::tx::Tx;

/// A table, a column, an index, a trigger, a rule, or the number of a table's constraints of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Object {
    /// The table that it belongs to.
    pub(crate) table: String,
    /// Definition in one line, spelled as in the engine's catalogue.
    pub(crate) definition: String,
    /// `true` if operators may add it: an index that enforces nothing.
    pub(crate) is_allowed: bool,
}

/// Objects by name: `column platform.name`.
pub(crate) type Objects = BTreeMap<String, Object>;

impl Object {
    pub(super) fn new(table: &str, definition: impl Into<String>) -> Self {
        Self { table: table.to_owned(), definition: definition.into(), is_allowed: false }
    }
}

/// The catalogue query of SQLite.
pub(super) const OF_SQLITE: &str = "SELECT tbl_name AS owner,
        CASE type WHEN 'trigger' THEN 'trigger ' || name || ' on ' || tbl_name ELSE type || ' ' || name END AS subject,
        coalesce(sql, '') AS definition,
        type = 'index' AND coalesce(sql, '') NOT LIKE 'CREATE UNIQUE%' AS is_allowed
    FROM sqlite_schema";

/// The catalogue query of PostgreSQL. Of constraints only the number counts: each release spells them
/// differently.
const OF_POSTGRES: &str = "WITH tables AS (
        SELECT c.oid, CAST(c.relname AS TEXT) AS name,
            c.relkind = 'r' AND c.relpersistence = 'p' AND NOT c.relrowsecurity AND NOT c.relforcerowsecurity
            AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid)
            AND NOT EXISTS (SELECT 1 FROM pg_inherits i WHERE c.oid IN (i.inhparent, i.inhrelid)) AS is_plain
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f'))
    SELECT name AS owner, 'table ' || name AS subject,
        CASE WHEN is_plain THEN 'table' ELSE 'not a plain table' END AS definition, FALSE AS is_allowed
    FROM tables
    UNION ALL
    SELECT c.name, 'column ' || c.name || '.' || a.attname,
        format_type(a.atttypid, a.atttypmod)
            || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
            || CASE WHEN a.attidentity <> '' THEN ' identity' ELSE '' END
            || CASE WHEN a.attgenerated <> '' THEN ' generated' ELSE '' END
            || CASE WHEN a.atthasdef THEN ' default' ELSE '' END
            || CASE WHEN EXISTS (SELECT 1 FROM pg_collation o WHERE o.oid = a.attcollation
                AND NOT o.collisdeterministic) THEN ' nondeterministic' ELSE '' END, FALSE
    FROM pg_attribute a JOIN tables c ON c.oid = a.attrelid WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT c.name, CASE WHEN i.indisprimary THEN 'primary key of ' || c.name ELSE 'index ' || x.relname END,
        CASE WHEN i.indisunique THEN 'unique (' ELSE '(' END
            || coalesce((SELECT string_agg(CAST(a.attname AS TEXT), ', ' ORDER BY k.place)
                FROM unnest(i.indkey) WITH ORDINALITY k (number, place)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number), '') || ')'
            || CASE WHEN i.indexprs IS NOT NULL THEN ' expressions' ELSE '' END
            || CASE WHEN i.indpred IS NOT NULL THEN ' where' ELSE '' END
            || CASE WHEN i.indisvalid THEN '' ELSE ' invalid' END,
        NOT (i.indisunique OR i.indisexclusion OR i.indexprs IS NOT NULL OR i.indpred IS NOT NULL)
    FROM pg_index i JOIN tables c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
    UNION ALL
    SELECT c.name, CASE o.contype WHEN 'c' THEN 'checks of ' ELSE 'references of ' END || c.name,
        CAST(count(*) AS TEXT) || CASE WHEN bool_and(o.convalidated) THEN '' ELSE ' not validated' END, FALSE
    FROM pg_constraint o JOIN tables c ON c.oid = o.conrelid WHERE o.contype IN ('c', 'f')
    GROUP BY c.name, o.contype
    UNION ALL
    SELECT c.name, 'trigger ' || t.tgname || ' on ' || c.name,
        pg_get_triggerdef(t.oid, TRUE) || ' ' || f.prosrc
            || CASE WHEN t.tgenabled IN ('O', 'A') THEN '' ELSE ' off' END, FALSE
    FROM pg_trigger t JOIN tables c ON c.oid = t.tgrelid JOIN pg_proc f ON f.oid = t.tgfoid
    WHERE NOT t.tgisinternal
    UNION ALL
    SELECT c.name, 'rule ' || r.rulename || ' on ' || c.name, 'rule', FALSE
    FROM pg_rewrite r JOIN tables c ON c.oid = r.ev_class WHERE r.rulename <> '_RETURN'";

/// Returns the objects of the database.
pub(crate) fn find(tx: &mut Tx<'_>) -> Result<Objects, Error> {
    let sql = match tx.dialect() {
        Dialect::Sqlite => OF_SQLITE,
        Dialect::Postgres => OF_POSTGRES,
    };
    let found = tx.query(sql, &[], |row| Ok(read(row).ok()))?;
    Ok(found.into_iter().flatten().collect())
}

fn read(row: &Row<'_>) -> Result<(String, Object), Error> {
    let object = Object {
        table: row.get("owner")?,
        definition: one_line(&row.get::<String>("definition")?),
        is_allowed: row.get("is_allowed")?,
    };
    Ok((row.get("subject")?, object))
}
