//! Translation of the migrations' common notation to each engine's SQL.
//!
//! A migration is written in PostgreSQL's SQL with upper-case type names. Lines between `-- only: sqlite` or
//! `-- only: postgres` and `-- end` are for that engine alone. A `CREATE TABLE` ends with a line `);`.

use crate::database::engine::sql::{Token, tokens};

/// The engine that a migration is translated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// Returns the SQL of a migration for one engine.
pub(crate) fn translate(source: &str, dialect: Dialect) -> String {
    let mut out = String::with_capacity(source.len());
    let mut only = None;
    let mut in_table = false;
    for line in source.lines() {
        match line.trim() {
            "-- only: sqlite" => only = Some(Dialect::Sqlite),
            "-- only: postgres" => only = Some(Dialect::Postgres),
            "-- end" => only = None,
            _ if only.is_some_and(|named| named != dialect) => {}
            _ if only.is_some() || dialect == Dialect::Postgres => push(&mut out, line),
            text => {
                in_table |= text.starts_with("CREATE TABLE");
                if in_table && text == ");" {
                    in_table = false;
                    push(&mut out, ") STRICT;");
                } else {
                    push(&mut out, &sqlite_line(line));
                }
            }
        }
    }
    out
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

/// Translates a line to SQLite's storage types. An identity column becomes an alias of the row id that never
/// issues a number twice.
fn sqlite_line(line: &str) -> String {
    let identity = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
    let line = line.replace(identity, "INTEGER PRIMARY KEY AUTOINCREMENT");
    let replaced = tokens(&line).into_iter().map(|token| match token {
        Token::Word("UUID" | "BYTEA") => "BLOB",
        Token::Word("BIGINT" | "BOOLEAN") => "INTEGER",
        Token::Word("JSON" | "JSONB") => "TEXT",
        Token::Word(text) | Token::Other(text) => text,
    });
    replaced.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
CREATE TABLE refund (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    refund_id UUID NOT NULL, -- a BIGINT in a comment
    reference TEXT NOT NULL DEFAULT 'UUID',
    is_completed BOOLEAN NOT NULL
);
-- only: sqlite
CREATE INDEX a ON refund (reference);
-- end
-- only: postgres
CREATE INDEX b ON refund (reference);
-- end
";

    #[test]
    fn tables_become_strict_and_types_become_those_of_sqlite() {
        let sql = translate(SOURCE, Dialect::Sqlite);
        assert_eq!(
            sql,
            "\
CREATE TABLE refund (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    refund_id BLOB NOT NULL, -- a BIGINT in a comment
    reference TEXT NOT NULL DEFAULT 'UUID',
    is_completed INTEGER NOT NULL
) STRICT;
CREATE INDEX a ON refund (reference);
"
        );
    }

    #[test]
    fn postgres_takes_the_text_without_the_other_engines_lines() {
        let sql = translate(SOURCE, Dialect::Postgres);
        assert!(sql.contains("seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"));
        assert!(sql.contains("CREATE INDEX b") && !sql.contains("CREATE INDEX a"));
    }
}
