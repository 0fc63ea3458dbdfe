//! Integration tests of webhook deliveries: one row per change, sent in order, at least once.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::{PlatformId, WebhookId};
use causeway_store::ahead::RescheduledWork;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{
    self, Capacity, DeliveryRecord, FailedAttempt, Filter, NewAttempt, NewEvent, Outcome, Pacing,
};
use causeway_store::{Error, Lease, LeaseStatus, Wake, ahead, params, platforms};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::plans::Listener;
use crate::rows::a_platform;

on_both_engines!(
    first_attempts_of_a_resource_start_in_order,
    a_late_event_does_not_wait_for_the_one_before_it,
    a_lonely_process_takes_over_at_once,
    a_slow_platform_gets_no_more_than_its_room,
    a_look_for_nothing_takes_one_statement,
    an_event_without_an_endpoint_is_only_kept,
    outcomes_are_fenced,
    outcomes_of_a_commit_are_stored_by_one_statement,
    ended_events_can_be_listed_counted_and_pruned,
    old_events_that_are_due_do_not_keep_others_from_being_pruned,
    events_due_in_the_future_are_rescheduled,
    failed_attempts_are_kept_with_their_event,
    many_events_are_replayed_at_once,
);

pub(crate) const LEASE: Lease = Lease { holder: Uuid::nil(), duration: Duration::from_secs(60), limit: 10 };

pub(crate) async fn with_platforms(store: Fixture) -> Fixture {
    for number in [1, 2] {
        let record = a_platform(platform(number));
        let insert = store.write(&[], move |tx| platforms::insert(tx, &record));
        insert.await.map_err(|error: Error| error).unwrap();
    }
    store
}

pub(crate) async fn emit(
    store: &Fixture,
    owner: PlatformId,
    resource: &'static str,
    is_deliverable: bool,
) -> WebhookId {
    let id: WebhookId = store.ids.next(START);
    let insert = store.write(&[], move |tx| {
        outbox::insert(tx, owner, &NewEvent { is_deliverable, ..an_event(id, resource) })
    });
    insert.await.map_err(|error: Error| error).unwrap();
    id
}

pub(crate) fn an_event(id: WebhookId, resource: &str) -> NewEvent<'_> {
    NewEvent {
        id,
        event_type: "CUSTOMER.KYC_APPROVED",
        resource,
        body: b"{}",
        created_at: START,
        is_sent_once: false,
        is_deliverable: true,
    }
}

pub(crate) const PACE: Pacing =
    Pacing { previous_attempt_wait: Duration::from_hours(1), late_after: Duration::from_secs(60) };

pub(crate) async fn claim(store: &Fixture, lease: Lease, room: u32) -> Vec<DeliveryRecord> {
    claim_at(store, lease, PACE, room).await
}

pub(crate) async fn claim_at(store: &Fixture, lease: Lease, pace: Pacing, room: u32) -> Vec<DeliveryRecord> {
    let claim = store.write(&[], move |tx| outbox::claim(tx, None, lease, pace, &mut EqualRoom(room)));
    claim.await.map_err(|error: Error| error).unwrap()
}

/// The same capacity for every platform.
pub(crate) struct EqualRoom(pub(crate) u32);

impl Capacity for EqualRoom {
    fn of(&self, _: PlatformId) -> u32 {
        self.0
    }

    fn take(&mut self, _: PlatformId, _: u32) {}
}

pub(crate) fn ids(events: &[DeliveryRecord]) -> Vec<WebhookId> {
    events.iter().map(|event| event.id).collect()
}

pub(crate) async fn end(
    store: &Fixture,
    event: &DeliveryRecord,
    status: DeliveryStatus,
    due_at: Option<Time>,
) -> LeaseStatus {
    let event = event.clone();
    let write = store.write(&[], move |tx| {
        outbox::record_outcomes(tx, &[Outcome { due_at, ..an_outcome(&event, status) }])
    });
    write.await.map_err(|error: Error| error).unwrap().remove(0)
}

fn an_outcome(delivery: &DeliveryRecord, status: DeliveryStatus) -> Outcome<'_> {
    Outcome { delivery, status, due_at: None, answer: Some(503), error: Some("busy") }
}

async fn first_attempts_of_a_resource_start_in_order(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let woken = store.subscribe(Wake::Deliveries);
    let first = emit(&store, platform(1), "a", true).await;
    woken.notified().await;
    let second = emit(&store, platform(1), "a", true).await;
    let other = emit(&store, platform(1), "b", true).await;
    let claimed = claim(&store, LEASE, 10).await;
    assert_eq!(ids(&claimed), [first, other]);
    assert_eq!((claimed[0].attempts, claimed[0].body.as_slice()), (1, b"{}".as_slice()));
    assert!(claim(&store, LEASE, 10).await.is_empty(), "the first has a head start");
    let no_wait = Pacing { previous_attempt_wait: Duration::ZERO, ..PACE };
    assert_eq!(ids(&claim_at(&store, LEASE, no_wait, 10).await), [second], "but not for long");
    let later = START.plus(Duration::from_secs(5));
    assert_eq!(end(&store, &claimed[0], DeliveryStatus::Due, Some(later)).await, LeaseStatus::Held);
    let third = emit(&store, platform(1), "a", true).await;
    assert!(claim(&store, LEASE, 10).await.is_empty(), "now the second has a head start");
    assert_eq!(
        ids(&claim_at(&store, LEASE, no_wait, 10).await),
        [third],
        "a failing event holds nobody back"
    );
    store.clock.advance(Duration::from_secs(5));
    let again = claim(&store, LEASE, 10).await;
    assert_eq!(ids(&again), [first]);
    assert_eq!((again[0].attempts, again[0].last_answer), (2, Some(503)));
}

async fn a_late_event_does_not_wait_for_the_one_before_it(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let first = emit(&store, platform(1), "a", true).await;
    let second = emit(&store, platform(1), "a", true).await;
    assert_eq!(ids(&claim(&store, Lease { limit: 1, ..LEASE }, 10).await), [first]);
    assert!(claim(&store, LEASE, 10).await.is_empty());
    let impatient = Pacing { late_after: Duration::ZERO, ..PACE };
    assert_eq!(ids(&claim_at(&store, LEASE, impatient, 10).await), [second]);
    let more = [emit(&store, platform(1), "a", true).await, emit(&store, platform(1), "a", true).await];
    assert_eq!(ids(&claim_at(&store, LEASE, impatient, 10).await), more, "many at a time, in their order");
}

async fn a_lonely_process_takes_over_at_once(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    emit(&store, platform(1), "a", true).await;
    let dead = claim(&store, LEASE, 10).await.remove(0);
    assert!(claim(&store, LEASE, 10).await.is_empty());
    store.write(&[], outbox::release_all).await.map_err(|error: Error| error).unwrap();
    let alive = claim(&store, LEASE, 10).await.remove(0);
    assert_eq!((alive.id, alive.attempts), (dead.id, 2));
    assert_eq!(end(&store, &dead, DeliveryStatus::Delivered, None).await, LeaseStatus::Fenced);
    assert_eq!(end(&store, &alive, DeliveryStatus::Delivered, None).await, LeaseStatus::Held);
}

async fn a_slow_platform_gets_no_more_than_its_room(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    for resource in ["a", "b", "c", "d"] {
        emit(&store, platform(1), resource, true).await;
    }
    let others = emit(&store, platform(2), "a", true).await;
    let claimed = claim(&store, LEASE, 2).await;
    assert_eq!(claimed.len(), 3);
    assert!(ids(&claimed).contains(&others));
    assert_eq!(claim(&store, Lease { limit: 1, ..LEASE }, 10).await.len(), 1);
}

async fn a_look_for_nothing_takes_one_statement(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let before = store.counts().statements;
    assert!(claim(&store, LEASE, 10).await.is_empty());
    assert_eq!(store.counts().statements - before, 1);
}

/// Checks events that were created or attempted while the clock was a year ahead.
async fn events_due_in_the_future_are_rescheduled(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let lost = emit(&store, platform(1), "a", true).await;
    let year = 365 * 86_400_000_i64;
    let away = store.write(&[], move |tx| {
        let sql =
            "UPDATE delivery SET due_at = due_at + $1, updated_at = updated_at + $1 /* all platforms */";
        tx.execute(sql, params![year])
    });
    away.await.map_err(|error: Error| error).unwrap();
    assert!(claim(&store, LEASE, 10).await.is_empty(), "without it nothing is delivered for a year");
    let rescheduled: Result<RescheduledWork, Error> = store.write(&[], ahead::reschedule_future_work).await;
    let rescheduled = rescheduled.unwrap();
    assert_eq!((rescheduled.count, rescheduled.latest.is_some()), (1, true));
    assert_eq!(ids(&claim(&store, LEASE, 10).await), [lost]);
    assert_eq!(
        store.write(&[], ahead::reschedule_future_work).await,
        Ok::<_, Error>(RescheduledWork::default())
    );
}

async fn an_event_without_an_endpoint_is_only_kept(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let kept = emit(&store, platform(1), "a", false).await;
    let sent = emit(&store, platform(1), "a", true).await;
    assert_eq!(ids(&claim(&store, LEASE, 10).await), [sent]);
    let replay = store.write(&[], move |tx| outbox::replay(tx, platform(1), kept, START)).await;
    assert_eq!(replay, Ok::<_, Error>(true));
    assert_eq!(ids(&claim(&store, LEASE, 10).await), [kept]);
    let foreign = store.write(&[], move |tx| outbox::replay(tx, platform(2), kept, START)).await;
    assert_eq!(foreign, Ok::<_, Error>(false));
}

async fn outcomes_are_fenced(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    emit(&store, platform(1), "a", true).await;
    let late_event = claim(&store, Lease { duration: Duration::ZERO, limit: 1, ..LEASE }, 1).await.remove(0);
    let next = claim(&store, LEASE, 1).await.remove(0);
    assert_eq!(next.id, late_event.id);
    assert_eq!(end(&store, &late_event, DeliveryStatus::Delivered, None).await, LeaseStatus::Fenced);
    assert_eq!(end(&store, &next, DeliveryStatus::Delivered, None).await, LeaseStatus::Held);
    assert_eq!(
        end(&store, &next, DeliveryStatus::Due, None).await,
        LeaseStatus::Fenced,
        "one outcome per claim"
    );
    assert!(claim(&store, LEASE, 1).await.is_empty());
}

async fn outcomes_of_a_commit_are_stored_by_one_statement(engine: Engine) {
    let listener = Arc::new(Listener::default());
    let store = with_platforms(Fixture::failing(engine, Arc::<Listener>::clone(&listener)).await).await;
    for (owner, resource) in [(1, "a"), (1, "b"), (2, "a"), (2, "b")] {
        emit(&store, platform(owner), resource, true).await;
    }
    let claimed = claim(&store, LEASE, 10).await;
    let lost = claimed[3].clone();
    let replay = store.write(&[], move |tx| outbox::replay(tx, lost.platform, lost.id, START)).await;
    assert_eq!(replay, Ok::<_, Error>(true));
    listener.take();
    let events = claimed.clone();
    let later = START.plus(Duration::from_secs(5));
    let write = store.write(&[], move |tx| {
        let mut outcomes =
            events.iter().map(|event| an_outcome(event, DeliveryStatus::Delivered)).collect::<Vec<_>>();
        outcomes[0] = Outcome { due_at: Some(later), ..an_outcome(&events[0], DeliveryStatus::Due) };
        outcomes[1] = Outcome { answer: Some(200), error: None, ..outcomes[1] };
        outbox::record_outcomes(tx, &outcomes)
    });
    let leases = [LeaseStatus::Held, LeaseStatus::Held, LeaseStatus::Held, LeaseStatus::Fenced];
    assert_eq!(write.await.map_err(|error: Error| error).unwrap(), leases);
    assert_eq!(listener.take().len(), 1);
    let mut stored = Vec::new();
    for event in claimed {
        let find = store.read(move |tx| outbox::find(tx, event.platform, event.id)).await;
        let found = find.map_err(|error: Error| error).unwrap().unwrap();
        stored.push((found.status, found.due_at, found.last_answer, found.last_error));
    }
    let busy = || Some("busy".to_owned());
    assert_eq!(
        stored,
        [
            (DeliveryStatus::Due, later, Some(503), busy()),
            (DeliveryStatus::Delivered, START, Some(200), None),
            (DeliveryStatus::Delivered, START, Some(503), busy()),
            (DeliveryStatus::Due, START, None, None),
        ]
    );
}

async fn ended_events_can_be_listed_counted_and_pruned(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    let mut events = Vec::new();
    for resource in ["a", "b", "c"] {
        events.push(emit(&store, platform(1), resource, true).await);
    }
    let claimed = claim(&store, LEASE, 10).await;
    for (event, status) in claimed.iter().zip([DeliveryStatus::Delivered, DeliveryStatus::GivenUp]) {
        assert_eq!(end(&store, event, status, None).await, LeaseStatus::Held);
    }
    let list = |filter: Filter<'static>| {
        store.read(move |tx| {
            let page = Page { after: None, limit: 10, order: Order::Ascending };
            Ok::<_, Error>((
                outbox::list(tx, platform(1), &filter, &page)?,
                outbox::count(tx, platform(1), &filter)?,
            ))
        })
    };
    let (all, count) = list(Filter::default()).await.unwrap();
    assert_eq!((ids(&all), count), (events.clone(), Some(3)));
    let given_up = Filter { status: Some(DeliveryStatus::GivenUp), ..Filter::default() };
    assert_eq!(ids(&list(given_up).await.unwrap().0), [events[1]]);
    let resource =
        Filter { resource: Some("c"), event_type: Some("CUSTOMER.KYC_APPROVED"), ..Filter::default() };
    assert_eq!(ids(&list(resource).await.unwrap().0), [events[2]]);
    let backlog = store.read(outbox::backlog).await.map_err(|error: Error| error).unwrap();
    assert_eq!((backlog.due, backlog.later, backlog.given_up), (1, 0, 1));
    let after = START.plus(Duration::from_millis(1));
    let prune = store.write(&[], move |tx| outbox::prune(tx, after, 10)).await;
    assert_eq!(prune, Ok::<_, Error>(2), "what is due stays");
    let found = store.read({
        let id = events[2];
        move |tx| outbox::find(tx, platform(1), id)
    });
    assert!(found.await.map_err(|error: Error| error).unwrap().is_some());
}

/// Checks that of many failed attempts the first two and the last eight are kept, as long as the event.
async fn failed_attempts_are_kept_with_their_event(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    emit(&store, platform(1), "a", true).await;
    let event = claim(&store, LEASE, 10).await.remove(0);
    for number in 1..=12_u32 {
        let event = event.clone();
        let write = store.write(&[], move |tx| {
            let attempt = FailedAttempt {
                number,
                at: START,
                duration_millis: i64::from(number),
                answer: Some(503),
                error: "STATUS".to_owned(),
                response: Some(vec![b'x'; 1024]),
            };
            outbox::insert_attempts(tx, &[NewAttempt { delivery: &event, attempt }])
        });
        write.await.map_err(|error: Error| error).unwrap();
    }
    let kept = || {
        let event = event.clone();
        store.read(move |tx| {
            let kept = outbox::attempts(tx, &event)?;
            let durations = outbox::recent_durations(tx, platform(1), 100)?;
            Ok::<_, Error>((kept.iter().map(|one| one.number).collect::<Vec<_>>(), durations.len()))
        })
    };
    assert_eq!(kept().await, Ok((vec![1, 2, 5, 6, 7, 8, 9, 10, 11, 12], 10)));
    let state = store.read(|tx| outbox::endpoint_state(tx, platform(1))).await;
    let state = state.map_err(|error: Error| error).unwrap();
    assert_eq!((state.waiting, state.oldest_waiting, state.given_up), (1, Some(START), 0));
    assert_eq!(end(&store, &event, DeliveryStatus::Delivered, None).await, LeaseStatus::Held);
    let state = store.read(|tx| outbox::endpoint_state(tx, platform(1))).await;
    assert!(state.map_err(|error: Error| error).unwrap().last_success.is_some());
    let after = START.plus(Duration::from_millis(1));
    let prune = store.write(&[], move |tx| outbox::prune(tx, after, 10)).await;
    assert_eq!(prune, Ok::<_, Error>(1));
    assert_eq!(kept().await, Ok((Vec::new(), 0)));
}

async fn many_events_are_replayed_at_once(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    for resource in ["a", "b", "c"] {
        emit(&store, platform(1), resource, false).await;
    }
    let foreign = emit(&store, platform(2), "a", false).await;
    let replay = store.write(&[], |tx| {
        let page = Page { after: None, limit: 10, order: Order::Ascending };
        let found = outbox::list(tx, platform(1), &Filter::default(), &page)?;
        let replayed = outbox::replay_all(tx, platform(1), &found.iter().collect::<Vec<_>>(), START)?;
        Ok::<_, Error>((replayed, outbox::replay_all(tx, platform(1), &[], START)?))
    });
    assert_eq!(replay.await, Ok((3, 0)));
    let claimed = claim(&store, LEASE, 10).await;
    assert!(claimed.len() == 3 && claimed.iter().all(|event| event.id != foreign), "{claimed:?}");
}

async fn old_events_that_are_due_do_not_keep_others_from_being_pruned(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await).await;
    for resource in ["a", "b", "c"] {
        emit(&store, platform(1), resource, true).await;
    }
    for resource in ["d", "e"] {
        emit(&store, platform(1), resource, false).await;
    }
    let after = START.plus(Duration::from_millis(1));
    let prune = || store.write(&[], move |tx| outbox::prune(tx, after, 1));
    assert_eq!(prune().await, Ok::<_, Error>(1), "the three that are due stand before it");
    assert_eq!(prune().await, Ok::<_, Error>(1));
    assert_eq!(prune().await, Ok::<_, Error>(0));
    let count = store.read(|tx| outbox::count(tx, platform(1), &Filter::default())).await;
    assert_eq!(count, Ok::<_, Error>(Some(3)));
}
