//! Integration tests of damaged or missing database files: the store stops writing, and no caller is told of
//! a change that was not made.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use causeway_domain::Ids;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings;
use causeway_store::internal_accounts::{self, Filter};
use causeway_store::ledger::{self, Anchors, FaultKind, LedgerError, Origin};
use causeway_store::{Database, Error, Health, Tx, platforms};

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::internal_accounts::{account, open};
use crate::ledger::books::usd;
use crate::rows::a_platform;

on_both_engines!(
    reported_damage_stops_all_writing,
    an_account_without_its_balance_stops_all_writing,
    an_unknown_account_is_not_damage,
);

async fn add(store: &Fixture, id: i64) -> Result<(), Error> {
    let sql = format!("INSERT INTO note (id, text) VALUES ({id}, 'note {id}')");
    store.write(&[], move |tx: &mut Tx<'_>| tx.execute(&sql, &[])).await
}

fn file(store: &Fixture) -> PathBuf {
    match store.home.database() {
        Database::Sqlite { path } => path,
        Database::Postgres { .. } => panic!("no file"),
    }
}

/// Checks that damage stops all writing. PostgreSQL is made to report a broken page; in SQLite a page is
/// broken.
async fn reported_damage_stops_all_writing(engine: Engine) {
    let mut store = Fixture::new(engine).await.with_notes().await;
    store.change("CREATE TABLE other (id BIGINT NOT NULL PRIMARY KEY)").await;
    add(&store, 1).await.unwrap();
    let met: Result<(), Error> = match engine {
        Engine::Sqlite => {
            let page = root_page(&store, "note").await;
            store.store.close();
            zero(&file(&store), page);
            store = store.reopened();
            store
                .read(|tx| tx.query("SELECT id, text FROM note", &[], |row| row.get::<i64>("id")).map(|_| ()))
                .await
        }
        Engine::Postgres => {
            let broken =
                "DO $$ BEGIN RAISE EXCEPTION 'invalid page in block 7' USING ERRCODE = 'XX001'; END $$";
            store.write(&[], move |tx: &mut Tx<'_>| tx.execute_counted(broken, &[]).map(|_| ())).await
        }
    };
    assert!(matches!(met, Err(Error::Damaged(_))), "{met:?}");
    assert_eq!(store.health(), Health::Damaged);
    let other_table =
        store.write(&[], |tx: &mut Tx<'_>| tx.execute("INSERT INTO other (id) VALUES (1)", &[]));
    let other_table: Result<(), Error> = other_table.await;
    assert!(matches!(other_table, Err(Error::Damaged(_))), "{other_table:?}");
    let count = "SELECT CAST(COUNT(*) AS BIGINT) AS count FROM other";
    let counted = store.read(move |tx| tx.query(count, &[], |row| row.get::<i64>("count"))).await;
    assert_eq!(counted, Ok::<_, Error>(vec![0]), "what is sound can be read");
}

type BalanceRead = fn(&mut Tx<'_>, InternalAccountId) -> Result<(), Error>;

/// All functions that read a balance.
const LOOKS: [BalanceRead; 8] = [
    |tx, id| internal_accounts::find(tx, platform(1), id).map(drop),
    |tx, id| internal_accounts::lock(tx, platform(1), id).map(drop),
    |tx, _| internal_accounts::lock_by_owner(tx, platform(1), owner()).map(drop),
    |tx, _| internal_accounts::find_by_owner(tx, platform(1), owner(), CurrencyCode::USD).map(drop),
    |tx, _| internal_accounts::find_oldest(tx, platform(1), owner()).map(drop),
    |tx, _| internal_accounts::list_for_platform(tx, platform(1), Filter::default()).map(drop),
    |tx, id| ledger::get(tx, platform(1), id).map(drop),
    |tx, id| {
        let posting = postings::sandbox_funded(id, usd(5)).unwrap();
        let ids = Ids::seeded(1);
        let origin = Origin { transaction: None, quote: None, at: START, ids: &ids };
        match ledger::post(tx, platform(1), &posting, &origin) {
            Err(LedgerError::Store(error)) => Err(error),
            other => panic!("{other:?}"),
        }
    },
];

fn owner() -> Owner {
    Owner::Platform(platform(1))
}

/// Deletes a balance row, as if its page was zeroed on PostgreSQL. Returns the result of reading it, and of
/// writing other rows afterwards.
async fn without_a_balance(store: &Fixture, look: BalanceRead) -> (Result<(), Error>, Result<(), Error>) {
    let account = account(7, None, CurrencyCode::USD);
    let id = account.id;
    let setup = store.write(&[], move |tx| {
        platforms::insert(tx, &a_platform(platform(1)))?;
        open(tx, platform(1), std::slice::from_ref(&account))
    });
    let setup = setup.await;
    setup.map_err(|error: Error| error).unwrap();
    store.change("DELETE FROM ledger_balance").await;
    let met = store.write(&[], move |tx| look(tx, id)).await;
    let insert = "INSERT INTO setting (scope, name, value, updated_at) VALUES ('DEPLOYMENT', 'x', '1', 0)";
    (met, store.write(&[], move |tx: &mut Tx<'_>| tx.execute(insert, &[])).await)
}

async fn an_account_without_its_balance_stops_all_writing(engine: Engine) {
    for (at, look) in LOOKS.into_iter().enumerate() {
        let store = Fixture::new(engine).await;
        let (met, other_table) = without_a_balance(&store, look).await;
        assert!(matches!(met, Err(Error::Damaged(_))), "look {at}: {met:?}");
        assert!(matches!(other_table, Err(Error::Damaged(_))), "look {at}: {other_table:?}");
        assert_eq!(store.health(), Health::Damaged, "look {at}");
        let report = store.read(|tx| ledger::verify(tx, &Anchors::default())).await;
        let report = report.map_err(|error: Error| error).unwrap();
        assert!(report.damage.is_some_and(|lost| lost.contains("has no balance")));
        assert!(report.faults.iter().any(|fault| fault.kind == FaultKind::BalanceMissing));
    }
}

/// Checks that an account that does not exist is not reported as damage.
async fn an_unknown_account_is_not_damage(engine: Engine) {
    let store = Fixture::new(engine).await;
    let id = account(8, None, CurrencyCode::USD).id;
    let locked = store.write(&[], move |tx| {
        let one = internal_accounts::lock(tx, platform(1), id)?;
        let found = internal_accounts::find(tx, platform(1), id)?;
        Ok::<_, Error>((one, found, internal_accounts::lock_by_owner(tx, platform(1), owner())?.len()))
    });
    assert_eq!(locked.await, Ok((None, None, 0)));
    assert_eq!(store.health(), Health::Ready);
}

async fn root_page(store: &Fixture, table: &'static str) -> u64 {
    let sql = format!("SELECT rootpage FROM sqlite_schema WHERE name = '{table}'");
    let read = store.read(move |tx| tx.query(&sql, &[], |row| row.get::<i64>("rootpage")));
    let page: Result<Vec<i64>, Error> = read.await;
    u64::try_from(page.unwrap()[0]).unwrap()
}

/// Overwrites a page with zeros.
fn zero(file: &PathBuf, page: u64) {
    let mut file = OpenOptions::new().write(true).open(file).unwrap();
    file.seek(SeekFrom::Start((page - 1) * 4096)).unwrap();
    file.write_all(&[0; 4096]).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_is_looked_at() {
    let store = Fixture::new(Engine::Sqlite).await.with_notes().await;
    add(&store, 1).await.unwrap();
    assert_eq!(store.check_pages(), Ok(()));
    let page = root_page(&store, "note").await;
    store.store.close();
    zero(&file(&store), page);
    let store = store.reopened();
    assert_eq!(store.health(), Health::Ready);
    assert!(matches!(store.check_pages(), Err(Error::Damaged(_))));
    assert_eq!(store.health(), Health::Damaged);
}

/// Runs the engine's check of all tables, one after the other, and returns the findings and the unchecked
/// objects.
async fn check_engine(store: &Fixture) -> (Vec<String>, Vec<String>) {
    let mut findings = Vec::new();
    let mut unchecked = Vec::new();
    let mut after = None;
    loop {
        let store = store.store.clone();
        let from = after.take();
        let check = tokio::task::spawn_blocking(move || store.check_engine(from.as_deref())).await;
        let check = check.unwrap().unwrap();
        findings.extend(check.findings);
        unchecked.extend(check.unchecked);
        let Some(table) = check.table else { return (findings, unchecked) };
        after = Some(table);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_checks_every_table_and_goes_on_behind_a_damaged_one() {
    let store = Fixture::new(Engine::Sqlite).await.with_notes().await;
    store.change("CREATE TABLE zebra (id BIGINT NOT NULL PRIMARY KEY)").await;
    add(&store, 1).await.unwrap();
    assert_eq!(check_engine(&store).await, (Vec::new(), Vec::new()));
    let pages = [root_page(&store, "note").await, root_page(&store, "zebra").await];
    store.store.close();
    pages.into_iter().for_each(|page| zero(&file(&store), page));
    let store = store.reopened();
    let (findings, _) = check_engine(&store).await;
    for table in ["note: ", "zebra: "] {
        assert!(findings.iter().any(|found| found.starts_with(table)), "{table} is not in {findings:?}");
    }
    assert_eq!(store.health(), Health::Damaged);
}

/// Checks an index over a function that changed: it is out of order, and no page shows it, so only the
/// extension finds it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_checks_indexes_where_it_has_the_means() {
    let store = Fixture::new(Engine::Postgres).await.with_notes().await;
    store
        .change("CREATE FUNCTION sorted(id BIGINT) RETURNS BIGINT IMMUTABLE LANGUAGE sql AS 'SELECT id'")
        .await;
    store.change("CREATE INDEX note_sorted ON note (sorted(id))").await;
    add(&store, 1).await.unwrap();
    add(&store, 2).await.unwrap();
    store
        .change("CREATE OR REPLACE FUNCTION sorted(id BIGINT) RETURNS BIGINT IMMUTABLE LANGUAGE sql AS 'SELECT -id'")
        .await;
    let (findings, unchecked) = check_engine(&store).await;
    assert_eq!(findings, Vec::<String>::new(), "without the extension");
    assert!(unchecked.iter().any(|text| text.contains("amcheck is not installed")), "{unchecked:?}");
    store.change("CREATE EXTENSION amcheck").await;
    let (findings, unchecked) = check_engine(&store).await;
    assert!(findings.iter().any(|found| found.starts_with("note_sorted: ")), "{findings:?} {unchecked:?}");
    assert!(!unchecked.iter().any(|text| text.contains("amcheck")), "{unchecked:?}");
    assert_eq!(store.health(), Health::Damaged);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_written_into_a_file_that_is_gone() {
    for name in ["causeway.db", "causeway.db-wal"] {
        let store = Fixture::new(Engine::Sqlite).await.with_notes().await;
        add(&store, 1).await.unwrap();
        std::fs::remove_file(file(&store).with_file_name(name)).unwrap();
        let result = add(&store, 2).await;
        assert!(matches!(result, Err(Error::Damaged(_))), "{name}: {result:?}");
        assert_eq!(store.health(), Health::Damaged);
        assert!(matches!(add(&store, 3).await, Err(Error::Damaged(_))));
    }
}
