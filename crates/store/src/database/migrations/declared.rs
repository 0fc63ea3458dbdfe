//! The objects that the migrations declare, parsed from their SQL for PostgreSQL.
//!
//! A table begins with `CREATE TABLE name (`, has one column or constraint per line, and ends with `);`.
//! `ALTER TABLE name ADD COLUMN` adds one column. Other statements end with `;`.

use super::catalogue::{Object, Objects};
use super::guards::{guards, one_line};
use super::history::HISTORY;
use super::list::ALL;
use super::translate::{Dialect, translate};
use crate::database::error::{Error, SchemaFault};

/// Returns the SQL of all migrations.
pub(super) fn sql(dialect: Dialect) -> String {
    let all = [HISTORY].into_iter().chain(ALL.iter().map(|migration| migration.sql));
    all.map(|sql| translate(sql, dialect)).collect()
}

/// Returns the names of the tables that the migrations create.
pub(super) fn tables() -> Vec<String> {
    let sql = sql(Dialect::Postgres);
    let names = sql.lines().filter_map(|line| line.strip_prefix("CREATE TABLE "));
    names.map(|name| name.trim_start_matches("IF NOT EXISTS ").trim_end_matches(" (").to_owned()).collect()
}

/// Refuses a database that lacks a table, given the names of its tables.
///
/// # Errors
/// [`SchemaFault::TablesMissing`].
pub(super) fn check_tables(found: &[String]) -> Result<(), Error> {
    let missing: Vec<String> = tables().into_iter().filter(|table| !found.contains(table)).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(Error::Schema(SchemaFault::TablesMissing { tables: missing }))
    }
}

/// Returns the objects that these statements create, spelled as by the query of PostgreSQL's catalogue.
pub(super) fn objects(sql: &str) -> Objects {
    let is_code = |line: &&str| !line.trim_start().starts_with("--");
    let code: Vec<&str> = sql.lines().filter(is_code).collect();
    let mut objects = Objects::new();
    let mut lines = code.iter();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("CREATE TABLE ") {
            let name = name.trim_start_matches("IF NOT EXISTS ").trim_end_matches(" (");
            let body: Vec<&str> =
                lines.by_ref().take_while(|line| **line != ");").map(|line| line.trim()).collect();
            table(name, &body, &mut objects);
        }
    }
    let code = code.join("\n");
    for (start, _) in code.match_indices("CREATE ") {
        let statement = code.get(start..).and_then(|text| text.split(';').next()).unwrap_or_default();
        index(&one_line(statement), &mut objects);
    }
    for (start, _) in code.match_indices("ALTER TABLE ") {
        let statement = code.get(start..).and_then(|text| text.split(';').next()).unwrap_or_default();
        added_column(&one_line(statement), &mut objects);
    }
    for (name, made_of) in guards(Dialect::Postgres) {
        let table =
            made_of.split_once(" ON ").and_then(|(_, rest)| rest.split(' ').next()).unwrap_or_default();
        objects.insert(format!("trigger {name} on {table}"), Object::new(table, made_of.as_str()));
    }
    objects
}

fn table(name: &str, body: &[&str], objects: &mut Objects) {
    objects.insert(format!("table {name}"), Object::new(name, "table"));
    let key = body.iter().find_map(|line| line.strip_prefix("PRIMARY KEY (")?.split(')').next());
    let in_key = |column: &str| key.is_some_and(|key| key.split(", ").any(|part| part == column));
    for line in body.iter().filter(|line| !line.starts_with("PRIMARY KEY") && !line.starts_with("CHECK")) {
        column(name, line, in_key, objects);
    }
    if let Some(key) = key {
        objects.insert(format!("primary key of {name}"), Object::new(name, format!("unique ({key})")));
    }
    constraints(name, body, objects);
}

/// Adds the column that a line of a table declares.
fn column(table: &str, line: &str, in_key: impl Fn(&str) -> bool, objects: &mut Objects) {
    let mut words = line.split_whitespace();
    let (Some(column), Some(kind)) = (words.next(), words.next()) else { return };
    let is_key = line.contains(" PRIMARY KEY");
    let mut definition = kind.trim_end_matches(',').to_lowercase();
    for (holds, says) in [
        (is_key || in_key(column) || line.contains(" NOT NULL"), " not null"),
        (line.contains(" AS IDENTITY"), " identity"),
        (line.contains(" DEFAULT "), " default"),
    ] {
        definition.push_str(if holds { says } else { "" });
    }
    objects.insert(format!("column {table}.{column}"), Object::new(table, definition));
    if is_key {
        objects.insert(format!("primary key of {table}"), Object::new(table, format!("unique ({column})")));
    }
}

/// Counts the constraints in these lines of a table.
fn constraints(table: &str, lines: &[&str], objects: &mut Objects) {
    for (says, kind) in [("CHECK (", "checks of"), (" REFERENCES ", "references of")] {
        let added: usize = lines.iter().map(|line| line.matches(says).count()).sum();
        if added > 0 {
            let name = format!("{kind} {table}");
            let before: usize =
                objects.get(&name).and_then(|object| object.definition.parse().ok()).unwrap_or(0);
            objects.insert(name, Object::new(table, (before + added).to_string()));
        }
    }
}

/// Adds the column that a statement adds to a table, if it adds one.
fn added_column(statement: &str, objects: &mut Objects) {
    let parts = statement.strip_prefix("ALTER TABLE ").and_then(|rest| rest.split_once(" ADD COLUMN "));
    let Some((table, line)) = parts else { return };
    column(table, line, |_| false, objects);
    constraints(table, &[line], objects);
}

/// Adds the index that a statement creates, if it creates one.
fn index(statement: &str, objects: &mut Objects) {
    let (unique, rest) = match statement.strip_prefix("CREATE UNIQUE INDEX ") {
        Some(rest) => ("unique ", Some(rest)),
        None => ("", statement.strip_prefix("CREATE INDEX ")),
    };
    let parts = rest.and_then(|rest| {
        let (name, rest) = rest.split_once(" ON ")?;
        let (table, rest) = rest.split_once(" (")?;
        let (columns, rest) = rest.split_once(')')?;
        Some((name, table, columns, rest))
    });
    let Some((name, table, columns, rest)) = parts else { return };
    let condition = if rest.starts_with(" WHERE ") { " where" } else { "" };
    let definition = format!("{unique}({}){condition}", columns.replace(" DESC", ""));
    objects.insert(format!("index {name}"), Object::new(table, definition));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_spelled_as_the_catalogue_spells_them() {
        let declared = objects(&sql(Dialect::Postgres));
        for (name, definition) in [
            ("table platform", "table"),
            ("column platform.disabled", "boolean not null"),
            ("column platform.uma_domain", "text"),
            ("column outbox.seq", "bigint not null identity"),
            ("column ledger_unsealed.set_aside", "boolean not null default"),
            ("primary key of outbox", "unique (seq)"),
            ("primary key of token", "unique (platform_id, token_id)"),
            ("references of token", "1"),
            ("checks of ledger_entry", "3"),
            ("index job_leased_resource", "unique (platform_id, resource) where"),
            ("index audit_platform", "(platform_id, at, seq)"),
        ] {
            assert_eq!(
                declared.get(name).map(|object| object.definition.as_str()),
                Some(definition),
                "{name}"
            );
        }
    }

    #[test]
    fn an_added_column_is_spelled_as_one_of_a_new_table() {
        let sql = "CREATE TABLE a (\n    n BIGINT NOT NULL CHECK (n > 0)\n);\n\
                   ALTER TABLE a ADD COLUMN at BIGINT;\n\
                   ALTER TABLE a ADD COLUMN is_new BOOLEAN NOT NULL DEFAULT FALSE;\n\
                   ALTER TABLE a ADD COLUMN kind TEXT NOT NULL DEFAULT 'B'\n    CHECK (kind IN ('B', 'C'));\n";
        let declared = objects(sql);
        for (name, definition) in [
            ("column a.at", "bigint"),
            ("column a.is_new", "boolean not null default"),
            ("column a.kind", "text not null default"),
            ("checks of a", "2"),
        ] {
            assert_eq!(
                declared.get(name).map(|object| object.definition.as_str()),
                Some(definition),
                "{name}"
            );
        }
    }
}
