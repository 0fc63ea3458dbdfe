//! Integration tests of the rules for all tables.

use causeway_domain::Clock;
use causeway_store::{Database, Error, SchemaFault, migrations};
use rusqlite::Connection;

use crate::harness::{Engine, Home, START};

fn clock() -> Clock {
    Clock::manual(START)
}

/// Migrates a SQLite database. Both engines have the same schema text, so one shows the rules for both.
fn migrated() -> (tempfile::TempDir, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schema.db");
    migrations::migrate(&Database::Sqlite { path: path.clone() }, &clock()).unwrap();
    let connection = Connection::open(path).unwrap();
    (folder, connection)
}

fn list(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn tables_keep_to_their_types() {
    let (_folder, connection) = migrated();
    let loose = "SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT strict";
    assert_eq!(list(&connection, loose), Vec::<String>::new());
    let inexact = "SELECT t.name || '.' || c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
        WHERE t.schema = 'main' AND c.type NOT IN ('INTEGER', 'TEXT', 'BLOB') AND t.name NOT LIKE 'sqlite_%'";
    assert_eq!(list(&connection, inexact), Vec::<String>::new());
}

/// Checks that unique keys are named indexes, so that both engines report a violation by the same name.
#[test]
fn unique_keys_have_names() {
    let (_folder, connection) = migrated();
    let nameless = "SELECT t.name FROM pragma_table_list t JOIN pragma_index_list(t.name) i
        WHERE t.schema = 'main' AND i.origin = 'u'";
    assert_eq!(list(&connection, nameless), Vec::<String>::new());
}

/// Checks that the keys of tenants' tables start with the tenant. All other tables are listed here.
#[test]
fn the_platform_leads_every_key_of_a_tenants_table() {
    const SHARED: [&str; 29] = [
        // Of the deployment.
        "schema_migration",
        "commit_marker",
        "process",
        "setting",
        "deployment_version",
        "operator_rate",
        "operator_rate_change",
        "end_user_terms",
        "verification_state",
        "operator_user",
        "operator_token",
        "console_link",
        "console_session",
        "console_passkey",
        "console_challenge",
        // Directories, shared by all platforms of an environment.
        "bank",
        "uma_provider",
        "vasp",
        // About one platform, or about none.
        "audit",
        "audit_subject",
        "alert",
        "alert_sink",
        "alert_notice",
        "secret_key",
        // Found by identifiers of the outside world, which does not know platforms.
        "funding_identifier",
        // A signature of a provider does not cover the platform.
        "uma_nonce",
        // A sequence orders events across platforms; within one they have an index of their own.
        "outbox",
        "delivery",
        "webhook_attempt",
    ];
    let (_folder, connection) = migrated();
    let keyed_otherwise = "SELECT t.name FROM pragma_table_list t
        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
            AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'platform_id' AND c.pk = 1)
        ORDER BY t.name";
    let otherwise = list(&connection, keyed_otherwise);
    let unexpected: Vec<&String> = otherwise.iter().filter(|name| !SHARED.contains(&name.as_str())).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_encryption_is_refused_where_it_is_wanted() {
    let home = Home::new(Engine::Postgres).await;
    let Database::Postgres { url } = home.database() else { unreachable!("made so above") };
    let separator = if url.contains('?') { '&' } else { '?' };
    for (mode, accepted) in [("disable", true), ("prefer", true), ("require", false)] {
        let database = Database::Postgres { url: format!("{url}{separator}sslmode={mode}") };
        match migrations::state(&database) {
            Err(Error::Schema(SchemaFault::Empty)) => assert!(accepted, "{mode}"),
            Err(Error::Unavailable(why)) => assert!(!accepted, "{mode}: {why}"),
            other => panic!("{mode}: {other:?}"),
        }
    }
}
