//! No statement reaches another tenant's rows: a statement on a tenant's table names its platform.
//!
//! A statement that is intended for all platforms, such as one that claims due jobs, contains the comment `/*
//! all platforms */`.

use super::lexer::Kind;
use super::source::{Source, TextFile, sources, text_files};
use super::sql::{Table, tables, touched};
use super::uphold::{Violation, uphold};

const COLUMN: &str = "platform_id";
const ON_PURPOSE: &str = "/* all platforms */";

fn statements(sources: &[Source], tenants: &[String]) -> Vec<Violation> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.path.starts_with("crates/store/src/")) {
        for token in source.product_code() {
            let Kind::Text(text) = &token.kind else { continue };
            let touched = touched(text).into_iter().filter(|table| tenants.contains(table)).count();
            if touched > 0 && !text.contains(ON_PURPOSE) && !names_platform(text, touched) {
                let what = format!("a tenant's table without {COLUMN}; if that is meant, say {ON_PURPOSE}");
                found.push(Violation::new(&source.path, token.line, what));
            }
        }
    }
    found
}

/// Checks that the platform is named once for every tenant's table, in the condition or in the inserted
/// columns, and not only in the selected ones.
fn names_platform(statement: &str, tables: usize) -> bool {
    let from = if statement.trim_start().starts_with("INSERT") {
        0
    } else {
        match ["WHERE", " ON ", "USING"].iter().filter_map(|word| statement.find(word)).min() {
            Some(condition) => condition,
            None => return false,
        }
    };
    statement[from..].matches(COLUMN).count() >= tables
}

/// Checks that the platform leads the primary key of a tenant's table, unless the key is the order of the
/// rows.
fn keys(path: &str, tables: &[Table]) -> Vec<Violation> {
    tables
        .iter()
        .filter(|table| table.is_tenants && !table.key.iter().take(1).any(|c| c == COLUMN || c == "seq"))
        .map(|table| {
            Violation::new(path, table.line, format!("{COLUMN} does not lead the key of {}", table.name))
        })
        .collect()
}

fn migrations() -> impl Iterator<Item = &'static TextFile> {
    text_files().iter().filter(|file| file.path.starts_with("crates/store/migrations/"))
}

#[test]
fn statements_name_the_platform() {
    let all: Vec<Table> = migrations().flat_map(|file| tables(&file.text)).collect();
    let tenants: Vec<String> =
        all.iter().filter(|table| table.is_tenants).map(|table| table.name.clone()).collect();
    assert!(tenants.len() > 3, "the schema has tenants' tables: {all:?}");
    uphold("tenancy", &statements(sources(), &tenants));
}

#[test]
fn the_platform_leads_every_key() {
    let found: Vec<_> = migrations().flat_map(|file| keys(&file.path, &tables(&file.text))).collect();
    uphold("tenancy", &found);
}

#[test]
fn finds_a_statement_that_forgets_the_platform() {
    let found = |sql: &str| {
        let source =
            Source::new("crates/store/src/a.rs", &format!("fn f(tx: &mut Tx) {{ tx.query(\"{sql}\") }}"));
        statements(&[source], &["customer".to_owned(), "quote".to_owned()]).len()
    };
    assert_eq!(found("SELECT doc FROM customer WHERE platform_id = $1 AND customer_id = $2"), 0);
    assert_eq!(found("SELECT platform_id, doc FROM customer WHERE customer_id = $1"), 1);
    assert_eq!(found("SELECT doc FROM customer"), 1);
    assert_eq!(found("SELECT 1 FROM customer c JOIN quote q ON q.id = c.id WHERE c.platform_id = $1"), 1);
    assert_eq!(found("INSERT INTO customer (platform_id, doc) VALUES ($1, $2)"), 0);
    assert_eq!(found("INSERT INTO customer (doc) VALUES ($1)"), 1);
    assert_eq!(found("UPDATE customer SET doc = $1 WHERE customer_id = $2"), 1);
    assert_eq!(found("DELETE /* all platforms */ FROM customer WHERE deleted_at < $1"), 0);
    assert_eq!(found("/* all platforms */ SELECT doc FROM customer"), 0);
    assert_eq!(found("/* all of them */ SELECT doc FROM customer"), 1);
    assert_eq!(found("SELECT 1 FROM setting"), 0);
}

#[test]
fn finds_a_key_that_the_platform_does_not_lead() {
    let migration = "CREATE TABLE a (\n    platform_id UUID NOT NULL,\n    PRIMARY KEY (id, platform_id)\n);";
    assert_eq!(keys("m.sql", &tables(migration)).len(), 1);
}
