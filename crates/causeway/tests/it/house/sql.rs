//! A minimal parser for SQL, which finds the tables of a statement, and the tables with tenants' rows.

/// A table of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    /// Set if every row belongs to one platform.
    pub(super) is_tenants: bool,
    /// Columns of the primary key.
    pub(super) key: Vec<String>,
    pub(super) line: usize,
}

/// Returns the tables that a migration creates.
pub(super) fn tables(migration: &str) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut lines = migration.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let Some(rest) = line.trim().strip_prefix("CREATE TABLE ") else { continue };
        let rest = rest.trim_start_matches("IF NOT EXISTS ");
        let name = rest.split([' ', '(']).next().unwrap_or_default().to_owned();
        let mut table = Table { name, is_tenants: false, key: Vec::new(), line: index + 1 };
        for (_, line) in lines.by_ref() {
            let line = line.trim();
            if line.starts_with(')') {
                break;
            }
            column(&mut table, line);
        }
        tables.push(table);
    }
    tables
}

fn column(table: &mut Table, line: &str) {
    if line.starts_with("platform_id UUID NOT NULL") {
        table.is_tenants = true;
    }
    if let Some(columns) = line.strip_prefix("PRIMARY KEY (") {
        let columns = columns.split(')').next().unwrap_or_default();
        table.key = columns.split(',').map(|name| name.trim().to_owned()).collect();
    } else if line.contains("PRIMARY KEY") {
        table.key = line.split(' ').take(1).map(str::to_owned).collect();
    }
}

/// Returns the tables that a statement reads or writes; empty for a text that is not a statement.
pub(super) fn touched(text: &str) -> Vec<String> {
    let words: Vec<&str> = after_comment(text)
        .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.')
        .filter(|word| !word.is_empty())
        .collect();
    if !words.first().is_some_and(|verb| ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(verb)) {
        return Vec::new();
    }
    let named = words.windows(2).enumerate().filter(|(at, pair)| match pair[0] {
        "FROM" | "JOIN" | "INTO" => true,
        // FOR UPDATE and ON CONFLICT DO UPDATE SET are not followed by a table.
        "UPDATE" => !at.checked_sub(1).is_some_and(|before| ["FOR", "DO"].contains(&words[before])),
        _ => false,
    });
    named.map(|(_, pair)| pair[1].to_owned()).collect()
}

/// Removes the comment at the beginning of a statement.
fn after_comment(text: &str) -> &str {
    let comment = text.trim_start().strip_prefix("/*").and_then(|rest| rest.split_once("*/"));
    comment.map_or(text, |(_, statement)| statement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_tables_of_a_migration() {
        let found = tables(
            "-- A tenant's.\nCREATE TABLE a (\n    platform_id UUID NOT NULL,\n    id UUID NOT NULL,\n    \
             PRIMARY KEY (platform_id, id)\n);\nCREATE TABLE b (\n    id UUID NOT NULL PRIMARY KEY,\n    \
             platform_id UUID\n);",
        );
        let keys: Vec<_> =
            found.iter().map(|t| (t.name.as_str(), t.is_tenants, t.key.join(" "), t.line)).collect();
        assert_eq!(keys, [("a", true, "platform_id id".into(), 2), ("b", false, "id".into(), 7)]);
    }

    #[test]
    fn finds_the_tables_of_a_statement() {
        assert_eq!(touched("SELECT x FROM a JOIN b ON 1 WHERE y FOR UPDATE SKIP LOCKED"), ["a", "b"]);
        assert_eq!(touched("INSERT INTO a (b) VALUES ($1) ON CONFLICT (b) DO UPDATE SET b = 1"), ["a"]);
        assert_eq!(touched("UPDATE a SET b = (SELECT 1 FROM c)"), ["a", "c"]);
        assert_eq!(touched("/* soon */ DELETE FROM a"), ["a"]);
        assert_eq!(touched("took FROM here"), [""; 0]);
    }
}
