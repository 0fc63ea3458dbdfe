//! Integration tests of migrations, and of the rules for all tables.

use causeway_store::{Database, Error, SchemaFault, Store, migrations};
use rusqlite::Connection;

use crate::harness::{Engine, Home, START, on_both_engines, options};
use causeway_domain::{Clock, Ids};

on_both_engines!(
    an_empty_database_is_refused_until_it_is_migrated,
    two_starts_at_once_migrate_once,
    a_newer_database_is_refused,
    a_changed_migration_is_refused,
    an_older_database_is_recognised,
);

fn clock() -> Clock {
    Clock::manual(START)
}

/// Runs a statement on the database, bypassing the store.
async fn meddle(home: &Home, sql: &str) {
    match home.database() {
        Database::Sqlite { path } => Connection::open(path).unwrap().execute_batch(sql).unwrap(),
        Database::Postgres { url } => {
            let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
            let driver = tokio::spawn(connection);
            client.batch_execute(sql).await.unwrap();
            drop(client);
            driver.await.unwrap().unwrap();
        }
    }
}

async fn an_empty_database_is_refused_until_it_is_migrated(engine: Engine) {
    let home = Home::new(engine).await;
    let database = home.database();
    let empty = Err(Error::Schema(SchemaFault::Empty));
    assert_eq!(migrations::state(&database), empty);
    let result = Store::open(&database, options(&clock(), &Ids::seeded(1)));
    assert_eq!(result.map(|_| ()), Err(Error::Schema(SchemaFault::Empty)));
    migrations::migrate(&database, &clock()).unwrap();
    assert_eq!(migrations::state(&database), Ok(()));
    migrations::migrate(&database, &clock()).unwrap();
    assert_eq!(migrations::prepare(&database, &clock()), Ok(None), "no migration is left");
    Store::open(&database, options(&clock(), &Ids::seeded(1))).unwrap().close();
}

async fn two_starts_at_once_migrate_once(engine: Engine) {
    let home = Home::new(engine).await;
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let database = home.database();
            tokio::task::spawn_blocking(move || migrations::prepare(&database, &clock()))
        })
        .collect();
    for start in starts {
        assert_eq!(start.await.unwrap(), Ok(None));
    }
    assert_eq!(migrations::state(&home.database()), Ok(()));
}

async fn a_newer_database_is_refused(engine: Engine) {
    let home = Home::new(engine).await;
    migrations::migrate(&home.database(), &clock()).unwrap();
    let newer =
        "INSERT INTO schema_migration SELECT 9999, 'later', checksum, applied_at FROM schema_migration
        WHERE number = 1";
    meddle(&home, newer).await;
    for refused in
        [migrations::prepare(&home.database(), &clock()).map(|_| ()), migrations::state(&home.database())]
    {
        assert!(matches!(refused, Err(Error::Schema(SchemaFault::Newer { at: 9999, .. }))), "{refused:?}");
    }
}

async fn a_changed_migration_is_refused(engine: Engine) {
    let home = Home::new(engine).await;
    migrations::migrate(&home.database(), &clock()).unwrap();
    let checksum = match engine {
        Engine::Sqlite => "x'00'",
        Engine::Postgres => "'\\x00'",
    };
    meddle(&home, &format!("UPDATE schema_migration SET checksum = {checksum} WHERE number = 1")).await;
    let changed = Err(Error::Schema(SchemaFault::Changed { migration: 1 }));
    assert_eq!(migrations::state(&home.database()), changed);
    assert_eq!(migrations::migrate(&home.database(), &clock()), changed);
}

/// Checks a database whose history lacks the last migration.
async fn an_older_database_is_recognised(engine: Engine) {
    let home = Home::new(engine).await;
    migrations::migrate(&home.database(), &clock()).unwrap();
    let forget = "DELETE FROM schema_migration WHERE number = (SELECT MAX(number) FROM schema_migration)";
    meddle(&home, forget).await;
    let state = migrations::state(&home.database());
    let Err(Error::Schema(SchemaFault::Older { at, needed })) = state else { panic!("{state:?}") };
    assert_eq!(at + 1, needed);
    let prepared = migrations::prepare(&home.database(), &clock());
    match (engine, home.database()) {
        (Engine::Postgres, _) => {
            assert_eq!(prepared, Err(Error::Schema(SchemaFault::Older { at, needed })))
        }
        (Engine::Sqlite, Database::Sqlite { path }) => {
            // The database was copied first; then the migration failed, because its tables exist.
            assert!(matches!(prepared, Err(Error::Statement(_))), "{prepared:?}");
            let names = std::fs::read_dir(path.parent().unwrap()).unwrap();
            let names: Vec<String> =
                names.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
            let copy =
                names.iter().find(|name| name.starts_with(&format!("causeway.db.at-{at:04}"))).unwrap();
            let copy = Database::Sqlite { path: path.with_file_name(copy) };
            assert_eq!(migrations::state(&copy), Err(Error::Schema(SchemaFault::Older { at, needed })));
        }
        (Engine::Sqlite, Database::Postgres { .. }) => unreachable!("a fixture is of its engine"),
    }
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
    const SHARED: [&str; 25] = [
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
