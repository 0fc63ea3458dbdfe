//! Integration tests of idempotency keys (conventions 9).

use std::time::Duration;

use causeway_domain::PlatformClock;
use causeway_store::{Error, Key, KeyedOutcome, Storable, StoredAnswer, params, platforms};

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::outbox::with_platforms;

on_both_engines!(
    the_first_answer_is_given_again,
    a_key_with_another_request_is_refused,
    a_refusal_is_remembered_without_its_effects,
    a_temporary_error_leaves_the_key_free,
    twins_run_once,
    a_key_is_new_after_a_day,
    a_key_is_pruned_by_the_clock_of_its_platform,
);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer(u16, &'static str);

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TestError {
    Kept,
    Passing,
    Store(Error),
}

impl Storable for Answer {
    fn stored(&self) -> Option<StoredAnswer> {
        Some(StoredAnswer { status: self.0, body: self.1.into() })
    }
}

impl Storable for TestError {
    fn stored(&self) -> Option<StoredAnswer> {
        (*self == Self::Kept).then(|| StoredAnswer { status: 409, body: b"no".to_vec() })
    }
}

impl From<Error> for TestError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

pub(crate) fn key(name: &str, request: u8) -> Key {
    Key {
        platform: platform(1),
        scope: "POST /customers".to_owned(),
        key: name.to_owned(),
        request_hash: [request; 32],
        now: START,
        retention: Some(causeway_store::idempotency::RETENTION),
    }
}

async fn fixture(engine: Engine) -> Fixture {
    with_platforms(Fixture::new(engine).await.with_notes().await).await
}

/// Writes a note with the next free id under the key, and ends with `result`.
async fn note(
    store: &Fixture,
    key: &Key,
    result: Result<Answer, TestError>,
) -> Result<KeyedOutcome<Answer>, TestError> {
    let write = store.write_keyed(&[], key, move |tx| {
        let next: i64 =
            tx.query_one("SELECT COALESCE(MAX(id), 0) + 1 AS next FROM note", &[], |row| row.get("next"))?;
        tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![next, format!("note {next}")])?;
        result.clone()
    });
    write.await
}

fn replay(status: u16, body: &str) -> KeyedOutcome<Answer> {
    KeyedOutcome::Replay(StoredAnswer { status, body: body.into() })
}

async fn the_first_answer_is_given_again(engine: Engine) {
    let store = fixture(engine).await;
    assert_eq!(
        note(&store, &key("a", 1), Ok(Answer(201, "x"))).await,
        Ok(KeyedOutcome::Fresh(Answer(201, "x")))
    );
    assert_eq!(note(&store, &key("a", 1), Ok(Answer(201, "y"))).await, Ok(replay(201, "x")));
    assert_eq!(store.notes().await, ["note 1"]);
}

async fn a_key_with_another_request_is_refused(engine: Engine) {
    let store = fixture(engine).await;
    note(&store, &key("a", 1), Ok(Answer(201, "x"))).await.unwrap();
    assert_eq!(note(&store, &key("a", 2), Ok(Answer(201, "y"))).await, Ok(KeyedOutcome::Reused));
    let other_scope = Key { scope: "POST /quotes".to_owned(), ..key("a", 2) };
    assert_eq!(
        note(&store, &other_scope, Ok(Answer(200, "z"))).await,
        Ok(KeyedOutcome::Fresh(Answer(200, "z")))
    );
    let other_platform = Key { platform: platform(2), ..key("a", 3) };
    assert_eq!(
        note(&store, &other_platform, Ok(Answer(200, "q"))).await,
        Ok(KeyedOutcome::Fresh(Answer(200, "q")))
    );
    assert_eq!(store.notes().await.len(), 3);
}

async fn a_refusal_is_remembered_without_its_effects(engine: Engine) {
    let store = fixture(engine).await;
    assert_eq!(note(&store, &key("a", 1), Err(TestError::Kept)).await, Err(TestError::Kept));
    assert_eq!(note(&store, &key("a", 1), Ok(Answer(201, "x"))).await, Ok(replay(409, "no")));
    assert!(store.notes().await.is_empty());
}

async fn a_temporary_error_leaves_the_key_free(engine: Engine) {
    let store = fixture(engine).await;
    assert_eq!(note(&store, &key("a", 1), Err(TestError::Passing)).await, Err(TestError::Passing));
    assert_eq!(
        note(&store, &key("a", 1), Ok(Answer(201, "x"))).await,
        Ok(KeyedOutcome::Fresh(Answer(201, "x")))
    );
}

async fn twins_run_once(engine: Engine) {
    let store = std::sync::Arc::new(fixture(engine).await);
    let twins = (0..20).map(|_| {
        let store = std::sync::Arc::clone(&store);
        tokio::spawn(async move { note(&store, &key("a", 1), Ok(Answer(201, "x"))).await })
    });
    let mut fresh = 0;
    for twin in twins.collect::<Vec<_>>() {
        match twin.await.unwrap().unwrap() {
            KeyedOutcome::Fresh(answer) => {
                fresh += 1;
                assert_eq!(answer, Answer(201, "x"));
            }
            other => assert_eq!(other, replay(201, "x")),
        }
    }
    assert_eq!(fresh, 1);
    assert_eq!(store.notes().await, ["note 1"]);
}

/// Checks that a key is retained for a day of the platform's clock, independently of the wall clock.
async fn a_key_is_new_after_a_day(engine: Engine) {
    const DAY: Duration = Duration::from_hours(24);
    let store = fixture(engine).await;
    let later = |request, after| Key { now: START.plus(after), ..key("a", request) };
    note(&store, &key("a", 1), Ok(Answer(201, "x"))).await.unwrap();
    store.clock.advance(DAY * 3);
    let before = later(1, DAY - Duration::from_millis(1));
    assert_eq!(note(&store, &before, Ok(Answer(201, "y"))).await, Ok(replay(201, "x")));
    assert_eq!(
        note(&store, &later(2, DAY), Ok(Answer(201, "y"))).await,
        Ok(KeyedOutcome::Fresh(Answer(201, "y")))
    );
    assert_eq!(note(&store, &later(2, DAY), Ok(Answer(201, "z"))).await, Ok(replay(201, "y")));
}

async fn a_key_is_pruned_by_the_clock_of_its_platform(engine: Engine) {
    let store = fixture(engine).await;
    let id = platform(1);
    let stands = PlatformClock::Frozen { at: START };
    store
        .write(&[], move |tx| platforms::set_clock(tx, id, stands))
        .await
        .map_err(|error: Error| error)
        .unwrap();
    note(&store, &key("a", 1), Ok(Answer(201, "x"))).await.unwrap();
    let prune = || store.write(&[], |tx| causeway_store::idempotency::prune(tx, 10));
    store.clock.advance(Duration::from_hours(48));
    assert_eq!(prune().await, Ok::<_, Error>(0), "a clock that stands still keeps its keys");
    let moved = PlatformClock::Frozen { at: START.plus(Duration::from_hours(24)) };
    store.write(&[], move |tx| platforms::set_clock(tx, id, moved)).await.unwrap();
    assert_eq!(prune().await, Ok::<_, Error>(1));
}
