//! Integration tests of the rows of events and deliveries: how often and with which others they are written.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::WebhookId;
use causeway_store::outbox::{self, Filter, Pacing};
use causeway_store::{Error, LeaseStatus, Tx};

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::keyed::{Answer, TestError, key};
use crate::outbox::{EqualRoom, LEASE, PACE, an_event, claim, claim_at, emit, end, ids, with_platforms};
use crate::plans::Listener;

on_both_engines!(
    an_event_is_written_once_and_deleted_with_its_delivery,
    events_of_a_closure_leave_together,
    events_of_a_closure_that_is_undone_go_with_it,
    an_event_is_found_in_its_own_closure,
);

/// Counts the events and the rows with the state of their deliveries.
async fn rows(store: &Fixture) -> (i64, i64) {
    let sql = "SELECT COUNT(*) AS events, (SELECT COUNT(*) FROM delivery) AS deliveries
        FROM outbox /* all platforms */";
    let count =
        store.read(move |tx| tx.query_one(sql, &[], |row| Ok((row.get("events")?, row.get("deliveries")?))));
    count.await.map_err(|error: Error| error).unwrap()
}

async fn an_event_is_written_once_and_deleted_with_its_delivery(engine: Engine) {
    let listener = Arc::new(Listener::default());
    let store = with_platforms(Fixture::failing(engine, Arc::<Listener>::clone(&listener)).await).await;
    listener.take();
    let first = emit(&store, platform(1), "a", true).await;
    emit(&store, platform(2), "a", true).await;
    for event in claim(&store, LEASE, 10).await {
        assert_eq!(event.body, b"{}");
        assert_eq!(end(&store, &event, DeliveryStatus::Delivered, None).await, LeaseStatus::Held);
    }
    let replay = store.write(&[], move |tx| outbox::replay(tx, platform(1), first, START)).await;
    assert_eq!(replay, Ok::<_, Error>(true));
    let heard = listener.take();
    let with = |words: &str| heard.iter().filter(|(sql, _)| sql.contains(words)).count();
    assert_eq!((with("INTO outbox"), with("UPDATE outbox")), (2, 0), "once for each event");
    let after = START.plus(Duration::from_millis(1));
    let prune = store.write(&[], move |tx| outbox::prune(tx, after, 10)).await;
    assert_eq!((prune, rows(&store).await), (Ok::<_, Error>(1), (1, 1)), "an event that is due again stays");
}

/// Checks that no column that a claim changes is in an index of `delivery`: PostgreSQL then writes no index.
#[tokio::test]
async fn a_claim_writes_no_index() {
    let store = with_platforms(Fixture::new(Engine::Postgres).await).await;
    for resource in ["a", "b"] {
        emit(&store, platform(1), resource, true).await;
    }
    let claim = store.write(&[], |tx| {
        let claimed = outbox::claim(tx, None, LEASE, PACE, &mut EqualRoom(10))?;
        let sql = "SELECT pg_stat_get_xact_tuples_hot_updated('delivery'::regclass) AS hot";
        Ok::<_, Error>((claimed.len(), tx.query_one(sql, &[], |row| row.get::<i64>("hot"))?))
    });
    assert_eq!(claim.await, Ok((2, 2)));
}

/// Returns ids of new events in order.
fn some_events(store: &Fixture, count: usize) -> Vec<WebhookId> {
    (0..count).map(|_| store.ids.next(START)).collect()
}

fn insert_all(tx: &mut Tx<'_>, events: &[WebhookId]) -> Result<(), Error> {
    events.iter().try_for_each(|id| outbox::insert(tx, platform(1), &an_event(*id, "a")))
}

async fn events_of_a_closure_leave_together(engine: Engine) {
    let listener = Arc::new(Listener::default());
    let store = with_platforms(Fixture::failing(engine, Arc::<Listener>::clone(&listener)).await).await;
    let events = some_events(&store, 5);
    listener.take();
    let adding = events.clone();
    let add = store.write(&[], move |tx| insert_all(tx, &adding)).await;
    assert_eq!((add, listener.take().len()), (Ok::<_, Error>(()), 2), "one statement a table");
    let impatient = Pacing { late_after: Duration::ZERO, ..PACE };
    assert_eq!(ids(&claim_at(&store, LEASE, impatient, 10).await), events, "in their order");
}

/// Checks that a refusal under an idempotency key rolls back the closure with its events, and is stored in
/// the same transaction.
async fn events_of_a_closure_that_is_undone_go_with_it(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let events = some_events(&store, 2);
    let key = key("a", 1);
    let write = store.write_keyed(&[], &key, move |tx| {
        insert_all(tx, &events)?;
        Err::<Answer, _>(TestError::Kept)
    });
    assert_eq!(write.await, Err(TestError::Kept));
    assert_eq!(rows(&store).await, (0, 0));
}

async fn an_event_is_found_in_its_own_closure(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let events = some_events(&store, 2);
    let add = store.write(&[], move |tx| {
        insert_all(tx, &events[..1])?;
        let first = outbox::find(tx, platform(1), events[0])?;
        insert_all(tx, &events[1..])?;
        Ok::<_, Error>((first.map(|event| event.body), outbox::count(tx, platform(1), &Filter::default())?))
    });
    assert_eq!(add.await, Ok((Some(b"{}".to_vec()), Some(2))));
}
