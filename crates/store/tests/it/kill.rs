//! Integration tests of a process killed while it writes: all acknowledged writes are stored, and the ledger
//! is sound.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use causeway_domain::ids::InternalAccountId;
use causeway_domain::postings;
use causeway_domain::{Clock, Ids};
use causeway_store::ledger::{self, LedgerError};
use causeway_store::{Database, Error, Store, Tx, platforms};

use crate::harness::{Engine, Fixture, START, on_both_engines, options, platform};
use crate::ledger::books::{dollars, usd};
use crate::load;
use crate::rows::a_platform;

on_both_engines!(writes_acknowledged_by_a_killed_process_are_stored);

/// The database of the process to be killed: a path or URL.
const DATABASE: &str = "CAUSEWAY_TEST_DATABASE";

const ACKNOWLEDGED: &str = "acknowledged ";

fn account() -> InternalAccountId {
    use causeway_domain::ids::Id;
    InternalAccountId::from_uuid(uuid::Uuid::from_u128(42))
}

/// Writes a receipt and a posting in one transaction.
fn work(tx: &mut Tx<'_>, ids: &Ids, caller: i64, attempt: i64) -> Result<(), LedgerError> {
    load::receipt(tx, caller, attempt)?;
    let posting = postings::sandbox_funded(account(), usd(1)).unwrap();
    let origin = ledger::Origin { transaction: None, quote: None, at: START, ids };
    ledger::post(tx, platform(1), &posting, &origin).map(|_| ())
}

/// Runs in a process of its own, started by the tests below, until it is killed. Does nothing if it is
/// started without a database.
#[test]
fn the_process_to_kill() {
    let Ok(place) = std::env::var(DATABASE) else { return };
    let database = if place.starts_with("postgres") {
        Database::Postgres { url: place }
    } else {
        Database::Sqlite { path: place.into() }
    };
    let options = options(&Clock::manual(START), &Ids::system());
    let ids = options.ids.clone();
    let store = Store::open(&database, options).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let callers: Vec<_> = (0..8_i64)
        .map(|caller| {
            let store = store.clone();
            let ids = ids.clone();
            runtime.spawn(async move {
                for attempt in 0_i64.. {
                    let ids = ids.clone();
                    store.write(&[account()], move |tx| work(tx, &ids, caller, attempt)).await.unwrap();
                    println!("{ACKNOWLEDGED}{caller} {attempt}");
                }
            })
        })
        .collect();
    for caller in callers {
        runtime.block_on(caller).unwrap();
    }
}

/// Prepares a database, starts the process on it and kills it after 300 acknowledgements. Returns all
/// acknowledged receipts.
async fn killed(engine: Engine) -> (Fixture, Vec<(i64, i64)>) {
    let store = Fixture::new(engine).await;
    load::make_table(&store).await;
    let open = store.write(&[], |tx| {
        platforms::insert(tx, &a_platform(platform(1)))?;
        ledger::open(tx, platform(1), account(), dollars(), START)
    });
    open.await.map_err(|error: Error| error).unwrap();
    store.close();
    let place = match store.home.database() {
        Database::Sqlite { path } => path.into_os_string(),
        Database::Postgres { url } => url.into(),
    };
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["kill::the_process_to_kill", "--exact", "--nocapture"]);
    process.env(DATABASE, place).stdout(Stdio::piped());
    let acked = tokio::task::spawn_blocking(move || acknowledged(process.spawn().unwrap())).await.unwrap();
    (store.reopened(), acked)
}

fn acknowledged(mut process: Child) -> Vec<(i64, i64)> {
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut acked = Vec::new();
    for line in lines {
        let line = line.unwrap();
        // The test harness writes a line of its own, which may precede the first line of the process.
        let Some((_, rest)) = line.split_once(ACKNOWLEDGED) else { continue };
        // A line cut off in the middle was not acknowledged.
        let Some((caller, attempt)) = rest.split_once(' ') else { continue };
        let (Ok(caller), Ok(attempt)) = (caller.parse(), attempt.parse()) else { continue };
        acked.push((caller, attempt));
        if acked.len() == 300 {
            process.kill().unwrap();
        }
    }
    let status = process.wait().unwrap();
    assert!(status.code().is_none(), "the process was killed: {status}");
    acked
}

/// Counts the acknowledged receipts that are stored.
async fn found(store: &Fixture, acked: &[(i64, i64)]) -> usize {
    let mut found = 0;
    for caller in 0..8 {
        let stored = load::receipts(store, caller).await;
        found += acked.iter().filter(|(of, attempt)| *of == caller && stored.contains(attempt)).count();
    }
    found
}

async fn writes_acknowledged_by_a_killed_process_are_stored(engine: Engine) {
    let (store, acked) = killed(engine).await;
    assert!(acked.len() >= 300);
    assert_eq!(found(&store, &acked).await, acked.len());
    let read = store.read(|tx| {
        let receipts: i64 = tx.query_one("SELECT COUNT(*) AS n FROM receipt", &[], |row| row.get("n"))?;
        let balance = ledger::get(tx, platform(1), account())?;
        Ok::<_, Error>((receipts, balance.available, ledger::verify(tx, &ledger::Anchors::default())?))
    });
    let (receipts, available, report) = read.await.unwrap();
    assert_eq!(receipts, available, "a receipt and its posting are in one transaction");
    assert!(report.is_sound(), "{:?}", report.faults);
}
