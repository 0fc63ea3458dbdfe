//! The tables of the schema with their columns, read from the migrations.

use std::fs;
use std::path::PathBuf;

/// A table with its columns.
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
}

/// Returns the tables in the order of the migrations, with their columns of these types.
pub(crate) fn tables(types: &[&str]) -> Vec<Table> {
    let mut tables = Vec::new();
    for path in migrations() {
        let sql = fs::read_to_string(path).expect("a migration");
        sql.lines().for_each(|line| read(line, types, &mut tables));
    }
    tables
}

fn migrations() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/migrations");
    let entries = fs::read_dir(folder).expect("the folder of the migrations");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn read(line: &str, types: &[&str], tables: &mut Vec<Table>) {
    let is_wanted = |kind: &str| types.contains(&kind.trim_end_matches([',', ';']));
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["CREATE", "TABLE", name, ..] => tables.push(Table { name: (*name).to_owned(), columns: Vec::new() }),
        ["ALTER", "TABLE", name, "ADD", "COLUMN", column, kind, ..] if is_wanted(kind) => {
            let table = tables.iter_mut().find(|table| table.name == *name).expect("a table of the schema");
            table.columns.push((*column).to_owned());
        }
        [column, kind, ..] if line.starts_with("    ") && is_wanted(kind) => {
            let table = tables.last_mut().expect("a column is in a table");
            table.columns.push((*column).to_owned());
        }
        _ => {}
    }
}

#[test]
fn columns_of_later_migrations_are_read() {
    let mut found = Vec::new();
    for line in
        ["CREATE TABLE a (", "    b TEXT NOT NULL,", "    c BIGINT", ");", "ALTER TABLE a ADD COLUMN d TEXT;"]
    {
        read(line, &["TEXT"], &mut found);
    }
    assert_eq!(found[0].columns, ["b", "d"]);
}
