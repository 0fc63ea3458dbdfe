//! Integration tests of rows locked by other transactions, on PostgreSQL. SQLite's only writer has all rows
//! to itself.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use causeway_domain::ids::{CustomerId, Id};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::IncomingUmaPhase;
use causeway_store::{
    Error, Key, KeyedOutcome, Lease, Storable, StoredAnswer, Tx, customers, external_accounts,
    internal_accounts, jobs, params, payments, platforms, search_terms,
};
use uuid::Uuid;

use crate::batches::at_once;
use crate::created_payments::payment;
use crate::customers::person;
use crate::harness::{Engine, Fixture, START, platform};
use crate::internal_accounts::{account, open};
use crate::jobs::{LEASE, add, claim};
use crate::rows::a_platform;
use crate::search_terms::{account_of, look, named};

/// Opens a store that waits for locks for less time than the server waits for idle transactions.
async fn impatient() -> Arc<Fixture> {
    let fixture = Fixture::with(Engine::Postgres, |options| options.lock_timeout = Duration::from_millis(50));
    let fixture = fixture.await.with_notes().await;
    fixture.write(&[], |tx| note(tx, 1)).await.map_err(|error: Error| error).unwrap();
    Arc::new(fixture)
}

fn note(tx: &mut Tx<'_>, id: i64) -> Result<(), Error> {
    tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, format!("note {id}")])
}

fn lock(tx: &mut Tx<'_>) -> Result<String, Error> {
    tx.query_one("SELECT text FROM note WHERE id = 1 FOR UPDATE", &[], |row| row.get("text"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_held_too_long_is_reported_and_a_row_set_free_is_taken() {
    let store = impatient().await;
    let (locked, is_locked) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let holder = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let hold = store.write(&[], move |tx| {
                lock(tx)?;
                locked.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                note(tx, 2)
            });
            hold.await.map_err(|error: Error| error)
        }
    });
    tokio::task::spawn_blocking(move || is_locked.recv().unwrap()).await.unwrap();
    assert_eq!(store.write(&[], lock).await, Err(Error::LockTimeout));
    assert_eq!(
        store.read(|tx| tx.query("SELECT id FROM note", &[], |row| row.get::<i64>("id"))).await,
        Ok::<_, Error>(vec![1])
    );
    drop(go);
    assert_eq!(holder.await.unwrap(), Ok(()));
    assert_eq!(store.write(&[], lock).await, Ok::<_, Error>("note 1".to_owned()));
}

/// Checks that claiming jobs does not wait for the transaction that writes the outcome of a job whose claim
/// expired.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_does_not_wait_for_a_job_that_is_being_concluded() {
    let store = impatient().await;
    let record = a_platform(platform(1));
    store.write(&[], move |tx| platforms::insert(tx, &record)).await.map_err(|error: Error| error).unwrap();
    let lapsing = Lease { duration: Duration::ZERO, limit: 1, ..LEASE };
    add(&store, platform(1), "a", START).await;
    let concluded = claim(&store, lapsing).await.remove(0);
    add(&store, platform(1), "b", START).await;
    let (locked, is_locked) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let holder = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let conclude = store.write(&[], move |tx| {
                let platform = jobs::hold(tx, &concluded)?;
                locked.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                jobs::complete(tx, &concluded)?;
                Ok(platform.map(|platform| platform.id))
            });
            conclude.await.map_err(|error: Error| error)
        }
    });
    tokio::task::spawn_blocking(move || is_locked.recv().unwrap()).await.unwrap();
    let claimed = claim(&store, LEASE).await;
    assert_eq!(claimed.iter().map(|job| &job.resource[..]).collect::<Vec<_>>(), ["b"]);
    drop(go);
    assert_eq!(holder.await.unwrap(), Ok(Some(platform(1))));
}

#[derive(Debug, Clone, PartialEq)]
struct StoredSuccess;

#[derive(Debug, PartialEq)]
struct UnstoredFailure(Error);

impl Storable for StoredSuccess {
    fn stored(&self) -> Option<StoredAnswer> {
        Some(StoredAnswer { status: 201, body: Vec::new() })
    }
}

impl Storable for UnstoredFailure {
    fn stored(&self) -> Option<StoredAnswer> {
        None
    }
}

impl From<Error> for UnstoredFailure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

/// Checks that a duplicate request gets a lock timeout while the first one runs, and its answer afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_twin_of_a_key_in_use_is_answered_so() {
    let store = impatient().await;
    let of_platform = store.write(&[], |tx| platforms::insert(tx, &a_platform(platform(1))));
    of_platform.await.map_err(|error: Error| error).unwrap();
    let key = Key {
        platform: platform(1),
        scope: "POST /quotes".to_owned(),
        key: "k".to_owned(),
        request_hash: [0; 32],
        now: START,
        retention: Some(causeway_store::idempotency::RETENTION),
    };
    // Inserts the first request's answer by hand, without COMMIT.
    let (inserted, is_inserted) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let first = tokio::spawn({
        let store = Arc::clone(&store);
        let key = key.clone();
        async move {
            let write = store.write_keyed(&[], &key, |_| Ok::<_, UnstoredFailure>(StoredSuccess));
            let hold = store.write(&[], move |tx| {
                let sql = "INSERT INTO idempotency
                        (platform_id, scope_hash, key, request_hash, status, body, created_at, expires_at)
                    SELECT $1, sha256('POST /quotes'), 'k', $2, 201, '', 0, NULL";
                tx.execute_counted(sql, params![platform(1), [0_u8; 32]])?;
                inserted.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                Ok::<_, Error>(())
            });
            hold.await.unwrap();
            write.await
        }
    });
    tokio::task::spawn_blocking(move || is_inserted.recv().unwrap()).await.unwrap();
    let twin = store.write_keyed(&[], &key, |_| Ok::<_, UnstoredFailure>(StoredSuccess)).await;
    assert_eq!(twin, Err(UnstoredFailure(Error::LockTimeout)));
    drop(go);
    let replay = KeyedOutcome::Replay(StoredAnswer { status: 201, body: Vec::new() });
    assert_eq!(first.await.unwrap(), Ok(replay.clone()));
    assert_eq!(store.write_keyed(&[], &key, |_| Ok::<_, UnstoredFailure>(StoredSuccess)).await, Ok(replay));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_that_lock_in_opposite_order_both_come_through() {
    let store = Fixture::new(Engine::Postgres).await.with_notes().await;
    let setup = store.write(&[], |tx| {
        note(tx, 1)?;
        note(tx, 2)
    });
    setup.await.map_err(|error: Error| error).unwrap();
    let both = Arc::new(std::sync::Barrier::new(2));
    let calls: Vec<_> = [(1_i64, 2_i64), (2, 1)]
        .into_iter()
        .map(|(first, second)| {
            let store = store.store.clone();
            let both = Arc::clone(&both);
            tokio::spawn(async move {
                let mut met = false;
                let write = store.write(&[], move |tx| {
                    let lock = "SELECT id FROM note WHERE id = $1 FOR UPDATE";
                    tx.query_one(lock, params![first], |row| row.get::<i64>("id"))?;
                    if !std::mem::replace(&mut met, true) {
                        both.wait();
                    }
                    tx.query_one(lock, params![second], |row| row.get::<i64>("id"))
                });
                write.await.map_err(|error: Error| error)
            })
        })
        .collect();
    for (call, second) in calls.into_iter().zip([2, 1]) {
        assert_eq!(call.await.unwrap(), Ok(second), "the one that loses the deadlock is rerun");
    }
}

/// Waits until a transaction waits for a lock of this database.
async fn wait_for_blocked_transaction(store: &Fixture) {
    let waiters = "SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted AND pid IN \
        (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
    let look = || store.read(move |tx| tx.query_one(waiters, &[], |row| row.get::<i64>("waiting")));
    while look().await.map_err(|error: Error| error).unwrap() == 0 {
        tokio::task::yield_now().await;
    }
}

/// Checks that a batch lane and a change of a customer do not deadlock. A change of a customer locks the
/// customer and then its accounts. A lane locks the accounts of its closures before they run, and they lock
/// the customer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lane_and_a_change_of_a_customer_do_not_wait_in_a_circle() {
    let store = Arc::new(Fixture::new(Engine::Postgres).await);
    let ada = person(1000);
    let account = account(1, Some(CustomerId::from_uuid(Uuid::from_u128(1000))), CurrencyCode::USD);
    let customer = ada.id;
    let id = account.id;
    let setup = store.write(&[], move |tx| {
        customers::insert(tx, platform(1), &ada)?;
        open(tx, platform(1), std::slice::from_ref(&account))
    });
    setup.await.map_err(|error: Error| error).unwrap();
    let before = store.counts().runs;

    let (locked, is_locked) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let change = tokio::spawn({
        let store = store.store.clone();
        async move {
            let change = store.write(&[], move |tx| {
                customers::lock(tx, platform(1), customer)?;
                locked.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                internal_accounts::lock_by_owner(tx, platform(1), Owner::Customer(customer))
            });
            change.await.map_err(|error: Error| error)
        }
    });
    tokio::task::spawn_blocking(move || is_locked.recv().unwrap()).await.unwrap();
    let pay = move |tx: &mut Tx<'_>| {
        customers::hold(tx, platform(1), customer)?;
        internal_accounts::lock(tx, platform(1), id)
    };
    let payments = tokio::spawn({
        let store = store.store.clone();
        async move { at_once(&store, id, vec![pay, pay]).await }
    });
    wait_for_blocked_transaction(&store).await;
    drop(go_on);
    assert_eq!(change.await.unwrap().unwrap().len(), 1);
    assert!(payments.await.unwrap().iter().all(|paid| paid.as_ref().is_ok_and(Option::is_some)));
    let held_up = 1;
    assert_eq!(store.counts().runs - before, 1 + 2 + held_up, "no write lost a deadlock and ran again");
}

/// Checks that a key rotation leaves a row alone that changed after the rotation has read it: a code of the former
/// columns would make the row useless for good.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_changes_during_a_key_rotation_stays_authentic() {
    let store = Arc::new(Fixture::new(Engine::Postgres).await);
    let setup = store.write(&[], |tx| platforms::insert(tx, &a_platform(platform(7))));
    setup.await.map_err(|error: Error| error).unwrap();
    let (changed, is_changed) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let change = tokio::spawn({
        let store = store.store.clone();
        async move {
            let change = store.write(&[], move |tx| {
                let mut record = platforms::lock(tx, platform(7))?;
                record.name = "Renamed".to_owned();
                platforms::update(tx, &record)?;
                changed.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                Ok(())
            });
            change.await.map_err(|error: Error| error)
        }
    });
    tokio::task::spawn_blocking(move || is_changed.recv().unwrap()).await.unwrap();
    let rotation = tokio::spawn({
        let store = store.store.clone();
        async move { store.write(&[], |tx| platforms::authenticate_anew(tx, platform(7), None, 1)).await }
    });
    wait_for_blocked_transaction(&store).await;
    drop(go_on);
    change.await.unwrap().unwrap();
    rotation.await.unwrap().map_err(|error: Error| error).unwrap();
    let found = store.read(|tx| platforms::get(tx, platform(7))).await.map_err(|error: Error| error).unwrap();
    assert_eq!(found.name, "Renamed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_for_a_draft_gets_the_payment_that_replaces_it() {
    let store = Arc::new(Fixture::new(Engine::Postgres).await);
    let draft = payment(IncomingUmaPhase::Created, 0);
    let begun = payment(IncomingUmaPhase::AwaitingDecision, 700);
    let id = draft.id;
    let setup = store.write(&[], move |tx| payments::insert(tx, platform(1), &draft));
    setup.await.map_err(|error: Error| error).unwrap();
    let (replaced, is_replaced) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let replacement = tokio::spawn({
        let store = store.store.clone();
        let begun = begun.clone();
        async move {
            let replace = store.write(&[], move |tx| {
                payments::lock(tx, platform(1), id)?;
                payments::replace_created(tx, platform(1), &begun)?;
                replaced.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                Ok(())
            });
            replace.await.map_err(|error: Error| error)
        }
    });
    tokio::task::spawn_blocking(move || is_replaced.recv().unwrap()).await.unwrap();
    let waiter = tokio::spawn({
        let store = store.store.clone();
        async move { store.write(&[], move |tx| payments::lock_replaceable(tx, platform(1), id)).await }
    });
    wait_for_blocked_transaction(&store).await;
    drop(go_on);
    replacement.await.unwrap().unwrap();
    assert_eq!(waiter.await.unwrap().map_err(|error: Error| error).unwrap(), Some(begun));
}

/// Checks that a rebuild of search terms waits for a customer that is being deleted: the names at its accounts must not
/// be written again behind the deletion.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rebuild_does_not_bring_back_the_names_of_a_deleted_customer() {
    let store = Arc::new(Fixture::new(Engine::Postgres).await);
    let ada = named(0xaaa_0001, "Ada Lovelace");
    let account = account_of(0xbbb_0002, &ada, "Grace Hopper");
    let customer = ada.id;
    let setup = store.write(&[], move |tx| {
        customers::insert(tx, platform(1), &ada)?;
        external_accounts::insert(tx, platform(1), &account)
    });
    setup.await.map_err(|error: Error| error).unwrap();
    let (locked, is_locked) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let deletion = tokio::spawn({
        let store = store.store.clone();
        async move {
            let delete = store.write(&[], move |tx| {
                let mut record = customers::lock(tx, platform(1), customer)?.ok_or(Error::Missing)?;
                customers::remove_terms(tx, platform(1), &record)?;
                record.is_deleted = true;
                customers::update(tx, platform(1), &record)?;
                locked.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                Ok(())
            });
            delete.await.map_err(|error: Error| error)
        }
    });
    tokio::task::spawn_blocking(move || is_locked.recv().unwrap()).await.unwrap();
    let mut rebuild = tokio::spawn({
        let store = store.store.clone();
        async move {
            let rebuild = store.write(&[], |tx| {
                let entries = external_accounts::search_entries(tx, platform(1), None, 1_000)?;
                entries.iter().try_for_each(|entry| search_terms::add(tx, platform(1), entry))
            });
            rebuild.await.map_err(|error: Error| error)
        }
    });
    tokio::select! {
        () = wait_for_blocked_transaction(&store) => {}
        early = &mut rebuild => panic!("the rebuild has not waited for the deletion: {early:?}"),
    }
    drop(go_on);
    deletion.await.unwrap().unwrap();
    rebuild.await.unwrap().unwrap();
    assert_eq!(look(&store, 1, "grace hopper").await, [0_u128; 0]);
}
