//! Migrations: the text of a published one is frozen, and a later one expands the schema, so that servers of the
//! version before go on working; only what no such server uses any more is removed.

use sha2::{Digest, Sha256};

use super::source::TextFile;
use super::uphold::Violation;

/// Published texts with their SHA-256. An entry is added when a version is released, and never changed.
const FROZEN: &[(&str, &str)] = &[
    (
        "crates/store/migrations/0001_baseline.sql",
        "a75fb52d860975c9178747629848663701b1bb9ccc4d61c9bf8c758dc03b000d",
    ),
    (
        "crates/store/src/database/migrations/schema_migration.sql",
        "0371b3a027336da5b0325507ff5b613c85295daaabe336f22b641a002dda3d71",
    ),
];

const FOLDER: &str = "crates/store/migrations/";

/// The first migration creates the schema; the rule is about those that change it.
const FIRST: &str = "crates/store/migrations/0001_baseline.sql";

/// First line of a migration that only adds.
const EXPANDS: &str = "-- expands";

/// Beginning of the first line of a migration that removes: the number of the last migration whose program uses
/// what is removed follows.
const CONTRACTS: &str = "-- contracts: ";

/// Beginnings of statements that remove, or that a row of an older server may violate.
const REMOVALS: &[&str] =
    &["DROP TABLE ", "DROP INDEX ", "DROP TRIGGER ", "DROP FUNCTION ", "CREATE UNIQUE INDEX "];

fn frozen(files: &[TextFile], published: &[(&str, &str)]) -> Vec<Violation> {
    let mut found = Vec::new();
    for (path, expected) in published {
        let text = files.iter().find(|file| file.path == *path).map_or("", |file| &file.text);
        let digest: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        if digest != *expected {
            let what =
                format!("is published and frozen, and its SHA-256 is now {digest}: add a migration instead");
            found.push(Violation::new(path, 0, what));
        }
    }
    found
}

fn expanding(files: &[TextFile]) -> Vec<Violation> {
    let later = files.iter().filter(|file| file.path.starts_with(FOLDER) && file.path != FIRST);
    later.flat_map(check).collect()
}

/// Checks the first line and each statement of a migration.
fn check(file: &TextFile) -> Vec<Violation> {
    let head = file.text.lines().next().unwrap_or_default();
    let contracts = match (head, head.strip_prefix(CONTRACTS).map(str::parse::<u32>)) {
        (EXPANDS, _) => false,
        (_, Some(Ok(last_user))) if last_user + 1 < number(file) => true,
        (_, Some(Ok(_))) => {
            let what =
                "the program of the migration before still uses what is removed: contract one version later";
            return vec![Violation::new(&file.path, 1, what)];
        }
        _ => {
            let what = format!(
                "the first line is `{EXPANDS}`, or `{CONTRACTS}` and the last migration that uses it"
            );
            return vec![Violation::new(&file.path, 1, what)];
        }
    };
    let statements = statements(&file.text);
    let is_allowed = |statement: &Statement| {
        expands(&statement.text, &statements) || contracts && removes(&statement.text)
    };
    let forbidden = statements.iter().filter(|statement| !is_allowed(statement));
    let violation = |statement: &Statement| {
        let text: String = statement.text.chars().take(60).collect();
        let what = format!("`{text}` may break servers of the version before: expand first, contract later");
        Violation::new(&file.path, statement.line, what)
    };
    forbidden.map(violation).collect()
}

fn number(file: &TextFile) -> u32 {
    let name = file.path.strip_prefix(FOLDER).unwrap_or_default();
    name.split('_').next().and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

/// A statement in one line, without comments.
struct Statement {
    text: String,
    /// Line of its beginning.
    line: usize,
}

/// Returns the statements of a migration. A statement ends with a line that ends with `;`; that of a trigger of
/// SQLite with `END;`, and that of a function of PostgreSQL behind its body.
fn statements(sql: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut begin = 0;
    for (index, line) in sql.lines().enumerate() {
        let line = line.split("--").next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if text.is_empty() {
            begin = index + 1;
        } else {
            text.push(' ');
        }
        text.push_str(line);
        let is_body = text.matches("$$").count() % 2 == 1;
        let is_trigger = text.starts_with("CREATE TRIGGER ") && text.contains(" BEGIN");
        if line.ends_with(';') && !is_body && (!is_trigger || line.ends_with("END;")) {
            found.push(Statement { text: std::mem::take(&mut text), line: begin });
        }
    }
    if !text.is_empty() {
        found.push(Statement { text, line: begin });
    }
    found
}

/// Returns `true` if a server of the version before does not notice the statement.
fn expands(text: &str, all: &[Statement]) -> bool {
    let is_new = |table: &str| {
        let create = format!("CREATE TABLE {table} (");
        all.iter().any(|statement| statement.text.starts_with(&create))
    };
    let on_new_table = || {
        let table = text.split_once(" ON ").and_then(|(_, rest)| rest.split(' ').next());
        table.is_some_and(is_new)
    };
    let harmless = ["CREATE TABLE ", "CREATE INDEX ", "CREATE FUNCTION ", "INSERT INTO "];
    harmless.iter().any(|beginning| text.starts_with(beginning))
        || adds_column(text)
        || ["CREATE UNIQUE INDEX ", "CREATE TRIGGER "].iter().any(|beginning| text.starts_with(beginning))
            && on_new_table()
}

/// Returns `true` if a column is added that an INSERT may leave out.
fn adds_column(text: &str) -> bool {
    let column = text.strip_prefix("ALTER TABLE ").and_then(|rest| rest.split_once(" ADD COLUMN "));
    let Some((_, column)) = column else { return false };
    let is_strict = ["UNIQUE", "PRIMARY KEY"].iter().any(|word| column.contains(word));
    !is_strict && (!column.contains("NOT NULL") || column.contains(" DEFAULT "))
}

fn removes(text: &str) -> bool {
    let drops_column = text.starts_with("ALTER TABLE ") && text.contains(" DROP COLUMN ");
    drops_column || REMOVALS.iter().any(|beginning| text.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::super::source::text_files;
    use super::super::uphold::uphold;
    use super::*;

    #[test]
    fn published_migrations_are_frozen_and_later_ones_expand() {
        let mut found = frozen(text_files(), FROZEN);
        found.extend(expanding(text_files()));
        uphold("migrations", &found);
    }

    fn file(name: &str, text: &str) -> TextFile {
        TextFile { path: format!("{FOLDER}{name}.sql"), text: text.to_owned() }
    }

    #[test]
    fn finds_a_changed_text_and_prints_its_digest() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let path = "crates/store/migrations/0001_a.sql";
        assert!(frozen(&[file("0001_a", "")], &[(path, empty)]).is_empty());
        let found = frozen(&[file("0001_a", "")], &[(path, "00")]);
        assert!(found[0].what.contains(empty), "{found:?}");
    }

    #[test]
    fn finds_statements_that_older_servers_notice() {
        let found = |name: &str, text: &str| -> Vec<usize> {
            expanding(&[file(name, text)]).iter().map(|violation| violation.line).collect()
        };
        let own = "-- expands\n-- Why.\nCREATE TABLE a (\n    n BIGINT NOT NULL\n);\nCREATE UNIQUE INDEX a_n ON a (n);\n\
                   CREATE INDEX b_n ON b (n);\nALTER TABLE b ADD COLUMN at BIGINT; -- NOT NULL\n\
                   ALTER TABLE b ADD COLUMN k TEXT NOT NULL DEFAULT 'A';\nINSERT INTO b (n) VALUES (1);\n\
                   -- only: sqlite\nCREATE TRIGGER a_kept BEFORE UPDATE ON a BEGIN\n    SELECT RAISE(ABORT, 'a'); END;\n\
                   -- end\n-- only: postgres\nCREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n    \
                   RAISE EXCEPTION 'a';\nEND $$;\n-- end\n";
        assert_eq!(found("0002_a", own), [0; 0]);
        for statement in [
            "ALTER TABLE b ADD COLUMN k TEXT NOT NULL;",
            "ALTER TABLE b ADD COLUMN k TEXT UNIQUE;",
            "ALTER TABLE b RENAME TO c;",
            "ALTER TABLE b ALTER COLUMN n TYPE TEXT;",
            "CREATE UNIQUE INDEX b_n ON b (n);",
            "CREATE TRIGGER b_kept BEFORE UPDATE ON b FOR EACH STATEMENT EXECUTE FUNCTION f();",
            "UPDATE b SET n = 1;",
            "DELETE FROM b;",
            "DROP TABLE b;",
        ] {
            assert_eq!(found("0002_a", &format!("-- expands\n\n{statement}\n")), [3], "{statement}");
        }
        assert_eq!(found("0002_a", "CREATE TABLE a (\n);\n"), [1], "it does not say what it does");
    }

    #[test]
    fn a_migration_contracts_two_versions_later() {
        let found = |name: &str, text: &str| expanding(&[file(name, text)]).len();
        for statement in
            ["DROP TABLE b;", "ALTER TABLE b DROP COLUMN n;", "CREATE UNIQUE INDEX b_n ON b (n);"]
        {
            let contracts = format!("-- contracts: 0002\n{statement}\n");
            assert_eq!((found("0003_a", &contracts), found("0004_a", &contracts)), (1, 0), "{statement}");
        }
        assert_eq!(found("0004_a", "-- contracts: 0002\nUPDATE b SET n = 1;\n"), 1);
    }
}
