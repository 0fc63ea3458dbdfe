//! Integration tests of migrations: of empty, older, newer and changed databases.

use std::path::Path;

use causeway_domain::{Clock, Ids};
use causeway_store::ledger::{self, Anchors};
use causeway_store::migrations::{self, StartPolicy};
use causeway_store::{Database, Error, SchemaFault, Store, Tx};
use causeway_testing::wait;
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use crate::harness::{Engine, Home, START, on_both_engines, options};

on_both_engines!(
    an_empty_database_is_refused_until_it_is_migrated,
    starts_at_once_create_one_schema,
    a_database_one_compatible_migration_ahead_is_used,
    a_database_that_is_too_new_is_refused,
    a_changed_migration_is_refused,
);

const POLICIES: [StartPolicy; 2] = [StartPolicy::Migrate, StartPolicy::Refuse];

fn clock() -> Clock {
    Clock::manual(START)
}

fn open(home: &Home) -> Result<Store, Error> {
    Store::open(&home.database(), options(&clock(), &Ids::seeded(1)))
}

/// Runs statements on the database, bypassing the store.
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

/// Records a migration that this program does not know.
async fn record(home: &Home, number: i64, is_compatible: bool) {
    let sql = format!(
        "INSERT INTO schema_migration (number, name, checksum, is_compatible, program, applied_at)
         SELECT {number}, 'later', checksum, {is_compatible}, '9.8.7', applied_at FROM schema_migration WHERE number = 1"
    );
    meddle(home, &sql).await;
}

/// Migrates an empty database, and returns the number of the last migration.
fn migrate(home: &Home) -> i64 {
    let database = home.database();
    let latest = migrations::pending(&database).unwrap().last().unwrap().number;
    migrations::migrate(&database, &clock()).unwrap();
    latest
}

async fn an_empty_database_is_refused_until_it_is_migrated(engine: Engine) {
    let home = Home::new(engine).await;
    let database = home.database();
    let empty = Err(Error::Schema(SchemaFault::Empty));
    assert_eq!(migrations::state(&database), empty);
    assert_eq!(open(&home).map(|_| ()), empty);
    migrate(&home);
    assert_eq!(migrations::state(&database), Ok(()));
    migrations::migrate(&database, &clock()).unwrap();
    for policy in POLICIES {
        assert_eq!(migrations::prepare(&database, &clock(), policy), Ok(None), "no migration is left");
    }
    assert!(migrations::pending(&database).unwrap().is_empty());
    open(&home).unwrap().close();
}

async fn starts_at_once_create_one_schema(engine: Engine) {
    let home = Home::new(engine).await;
    let starts: Vec<_> = POLICIES
        .iter()
        .cycle()
        .take(4)
        .map(|policy| {
            let database = home.database();
            tokio::task::spawn_blocking(move || migrations::prepare(&database, &clock(), *policy))
        })
        .collect();
    for start in starts {
        assert_eq!(start.await.unwrap(), Ok(None));
    }
    assert_eq!(migrations::state(&home.database()), Ok(()));
}

async fn a_database_one_compatible_migration_ahead_is_used(engine: Engine) {
    let home = Home::new(engine).await;
    let latest = migrate(&home);
    record(&home, latest + 1, true).await;
    meddle(&home, "ALTER TABLE setting ADD COLUMN later TEXT; CREATE TABLE later (n BIGINT)").await;
    let database = home.database();
    assert_eq!(migrations::state(&database), Ok(()));
    assert!(migrations::pending(&database).unwrap().is_empty());
    for policy in POLICIES {
        assert_eq!(migrations::prepare(&database, &clock(), policy), Ok(None));
    }
    let store = open(&home).unwrap();
    let applied: Result<(), Error> = store.read(|tx: &mut Tx<'_>| migrations::applied(tx)).await;
    assert_eq!(applied, Ok(()));
    let report = store.read(|tx: &mut Tx<'_>| ledger::verify(tx, &Anchors::default())).await;
    assert_eq!(report.map(|report| report.faults.len()), Ok::<_, Error>(0));
    store.close();
}

async fn a_database_that_is_too_new_is_refused(engine: Engine) {
    for (ahead, is_compatible) in [(1, false), (2, true)] {
        let home = Home::new(engine).await;
        let latest = migrate(&home);
        record(&home, latest + ahead, is_compatible).await;
        let at = latest + ahead;
        let newer = Error::Schema(SchemaFault::Newer { at, program: "9.8.7".to_owned(), known: latest });
        let database = home.database();
        assert_eq!(migrations::state(&database), Err(newer.clone()));
        assert_eq!(migrations::migrate(&database, &clock()), Err(newer.clone()));
        assert_eq!(migrations::pending(&database).map(<[_]>::len), Err(newer.clone()));
        for policy in POLICIES {
            assert_eq!(migrations::prepare(&database, &clock(), policy), Err(newer.clone()));
        }
        assert_eq!(open(&home).map(|_| ()), Err(newer.clone()));
        let text = newer.to_string();
        let words =
            [format!("migration {at}"), "Causeway 9.8.7".to_owned(), env!("CARGO_PKG_VERSION").to_owned()];
        assert!(words.iter().all(|word| text.contains(word.as_str())), "{text}");
    }
}

async fn a_changed_migration_is_refused(engine: Engine) {
    let home = Home::new(engine).await;
    migrate(&home);
    let checksum = match engine {
        Engine::Sqlite => "x'00'",
        Engine::Postgres => "'\\x00'",
    };
    meddle(&home, &format!("UPDATE schema_migration SET checksum = {checksum} WHERE number = 1")).await;
    let changed = Err(Error::Schema(SchemaFault::Changed { migration: 1 }));
    assert_eq!(migrations::state(&home.database()), changed);
    assert_eq!(migrations::migrate(&home.database(), &clock()), changed);
}

/// Creates a PostgreSQL database of the first migration, whose text is in the notation of that engine. Databases
/// of SQLite are created by the tests beside its migrations.
async fn postgres_at_baseline() -> Home {
    let home = Home::new(Engine::Postgres).await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let baseline = read("migrations/0001_baseline.sql");
    let mut is_left_out = false;
    let of_engine = |line: &&str| {
        is_left_out = (is_left_out || line.trim() == "-- only: sqlite") && line.trim() != "-- end";
        !is_left_out
    };
    let sql: Vec<&str> = baseline.lines().filter(of_engine).collect();
    let digest: String = Sha256::digest(&baseline).iter().map(|byte| format!("{byte:02x}")).collect();
    let recorded = format!(
        "INSERT INTO schema_migration (number, name, checksum, is_compatible, program, applied_at)
         VALUES (1, '0001_baseline', '\\x{digest}', FALSE, '0.1.0', 0)"
    );
    meddle(&home, &read("src/database/migrations/schema_migration.sql")).await;
    meddle(&home, &sql.join("\n")).await;
    meddle(&home, &recorded).await;
    home
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_database_of_postgresql_is_migrated_as_the_start_says() {
    let home = postgres_at_baseline().await;
    let database = home.database();
    let pending = migrations::pending(&database).unwrap();
    let needed = pending.last().unwrap().number;
    assert_eq!(pending.first().map(|migration| migration.number), Some(2));
    let older = Error::Schema(SchemaFault::Older { at: 1, needed });
    assert_eq!(migrations::state(&database), Err(older.clone()));
    assert_eq!(migrations::prepare(&database, &clock(), StartPolicy::Refuse), Err(older));
    let at_start = migrations::prepare(&database, &clock(), StartPolicy::Migrate);
    assert_eq!(at_start.is_ok(), pending.len() == 1, "{at_start:?}");
    migrations::migrate(&database, &clock()).unwrap();
    assert_eq!(migrations::state(&database), Ok(()));
    let store = open(&home).unwrap();
    let report = store.read(|tx: &mut Tx<'_>| ledger::verify(tx, &Anchors::default())).await;
    assert_eq!(
        report.map(|report| report.faults.len()),
        Ok::<_, Error>(0),
        "the schema is as if created new"
    );
    store.close();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_processes_one_migrates_and_the_others_wait() {
    let home = postgres_at_baseline().await;
    let migrating: Vec<_> = (0..4)
        .map(|_| {
            let database = home.database();
            tokio::task::spawn_blocking(move || migrations::migrate(&database, &clock()))
        })
        .collect();
    for one in migrating {
        assert_eq!(one.await.unwrap(), Ok(()));
    }
    assert_eq!(migrations::state(&home.database()), Ok(()));
}

/// Checks that a migration that waits for a table gives up its place in the queue, and tries again: until then,
/// requests for the table wait behind it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_migration_lets_others_pass_while_a_table_is_in_use() {
    let home = postgres_at_baseline().await;
    let Database::Postgres { url } = home.database() else { unreachable!("made so above") };
    let (mut user, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let using = user.transaction().await.unwrap();
    using.batch_execute("LOCK TABLE schema_migration IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let database = home.database();
    let (watcher, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let rollbacks = async || -> i64 {
        let sql = "SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()";
        watcher.query_one(sql, &[]).await.unwrap().get(0)
    };
    let before = rollbacks().await;
    let migrating = tokio::task::spawn_blocking(move || migrations::migrate(&database, &clock()));
    wait::until("an attempt to give up", wait::PATIENCE, || async {
        let after = rollbacks().await;
        if after > before { Ok(()) } else { Err(after) }
    })
    .await;
    using.commit().await.unwrap();
    assert_eq!(migrating.await.unwrap(), Ok(()));
    assert_eq!(migrations::state(&home.database()), Ok(()));
}
