//! Integration tests of savepoints: refused attempts and dry runs have no effect. Property tests against a
//! model.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use causeway_domain::Ids;
use causeway_store::{Attempt, Error, Store, Tx, Wake, outbox, params};
use metrics::Counter;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::outbox::{an_event, with_platforms};

on_both_engines!(
    a_dry_run_reports_the_outcome_of_a_write_and_changes_nothing,
    a_key_that_exists_undoes_a_step_alone,
    a_lost_race_of_a_step_is_run_again,
    a_refusal_of_the_database_ends_the_run,
    undone_work_drops_its_signals_and_events,
    only_committed_work_is_counted,
    a_read_sets_no_savepoint,
);

/// An error of the tests' closures.
#[derive(Debug, Clone, PartialEq)]
enum TestError {
    /// Refused step, with the number of notes.
    After(usize),
    Store(Error),
}

impl From<Error> for TestError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

/// An action of a step.
#[derive(Debug, Clone)]
enum Action {
    /// Adds a note, whose id and text must both be new.
    Add(i64, i64),
    Remove(i64),
    /// Emits an event, which is written when the closure ends.
    Emit,
    /// Runs a step inside this one.
    Nest(Step),
}

/// Actions behind a savepoint.
#[derive(Debug, Clone)]
struct Step {
    actions: Vec<Action>,
    fate: StepEnd,
    /// Counts the notes at the end.
    counts: bool,
}

/// The end of a step, unless a key exists.
#[derive(Debug, Clone, Copy, PartialEq)]
enum StepEnd {
    Done,
    Refused,
    /// Rolled back after success.
    Dry,
}

/// The state of the database: notes by id, and the number of events.
type ModelState = (BTreeMap<i64, String>, usize);

type Outcome = Attempt<usize, TestError>;

fn steps() -> impl Strategy<Value = Step> {
    let fate = || prop_oneof![3 => Just(StepEnd::Done), 1 => Just(StepEnd::Refused), 1 => Just(StepEnd::Dry)];
    let action = prop_oneof![
        4 => (0..5_i64, 0..4_i64).prop_map(|(id, text)| Action::Add(id, text)),
        1 => (0..5_i64).prop_map(Action::Remove),
        1 => Just(Action::Emit),
    ];
    let leaf = (prop::collection::vec(action.clone(), 0..4), fate(), any::<bool>());
    let leaf = leaf.prop_map(|(actions, fate, counts)| Step { actions, fate, counts });
    leaf.prop_recursive(3, 24, 4, move |inner| {
        let action = prop_oneof![2 => action.clone(), 1 => inner.prop_map(Action::Nest)];
        let step = (prop::collection::vec(action, 0..5), fate(), any::<bool>());
        step.prop_map(|(actions, fate, counts)| Step { actions, fate, counts })
    })
}

/// Applies a step to the model.
fn expect(engine: Engine, world: &mut ModelState, step: &Step) -> Outcome {
    let before = world.clone();
    let mut exists = None;
    for action in &step.actions {
        match action {
            Action::Add(id, text) => exists = expect_note(engine, world, *id, text.to_string()),
            Action::Remove(id) => drop(world.0.remove(id)),
            Action::Emit => world.1 += 1,
            Action::Nest(inner) => drop(expect(engine, world, inner)),
        }
        if exists.is_some() {
            break;
        }
    }
    let count = if step.counts { world.0.len() } else { 0 };
    if exists.is_some() || step.fate != StepEnd::Done {
        *world = before;
    }
    match (exists, step.fate) {
        (Some(constraint), _) => Attempt::Duplicate { constraint: constraint.to_owned() },
        (None, StepEnd::Refused) => Attempt::Refused(TestError::After(count)),
        (None, StepEnd::Done | StepEnd::Dry) => Attempt::Done(count),
    }
}

/// Adds a note to the model, or returns the key that exists.
fn expect_note(engine: Engine, world: &mut ModelState, id: i64, text: String) -> Option<&'static str> {
    let by_id = world.0.contains_key(&id).then_some("note_pkey");
    let by_text = world.0.values().any(|other| *other == text).then_some("note_text");
    // The engines check keys in different orders.
    let exists = match engine {
        Engine::Postgres => by_id.or(by_text),
        Engine::Sqlite => by_text.or(by_id),
    };
    if exists.is_none() {
        world.0.insert(id, text);
    }
    exists
}

/// Runs a step.
fn run(tx: &mut Tx<'_>, ids: &Ids, step: &Step) -> Result<Outcome, Error> {
    let work = |tx: &mut Tx<'_>| act(tx, ids, step);
    if step.fate == StepEnd::Dry { tx.dry_run(work) } else { tx.attempt(work) }
}

fn act(tx: &mut Tx<'_>, ids: &Ids, step: &Step) -> Result<usize, TestError> {
    for action in &step.actions {
        match action {
            Action::Add(id, text) => add(tx, *id, &text.to_string())?,
            Action::Remove(id) => tx.execute("DELETE FROM note WHERE id = $1", params![*id])?,
            Action::Emit => emit(tx, ids)?,
            Action::Nest(inner) => drop(run(tx, ids, inner)?),
        }
    }
    // Without a query, its writes are still queued.
    let count = if step.counts { notes(tx)?.len() } else { 0 };
    if step.fate == StepEnd::Refused { Err(TestError::After(count)) } else { Ok(count) }
}

fn add(tx: &mut Tx<'_>, id: i64, text: &str) -> Result<(), Error> {
    tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, text])
}

fn emit(tx: &mut Tx<'_>, ids: &Ids) -> Result<(), Error> {
    outbox::insert(tx, platform(1), &an_event(ids.next(START), "resource"))
}

fn notes(tx: &mut Tx<'_>) -> Result<BTreeMap<i64, String>, Error> {
    let found = tx.query("SELECT id, text FROM note", &[], |row| Ok((row.get("id")?, row.get("text")?)))?;
    Ok(found.into_iter().collect())
}

fn world(tx: &mut Tx<'_>) -> Result<ModelState, Error> {
    let events = tx.query_one("SELECT COUNT(*) AS count FROM outbox", &[], |row| row.get::<i64>("count"))?;
    Ok((notes(tx)?, usize::try_from(events).unwrap()))
}

async fn look(store: &Store) -> ModelState {
    store.read(world).await.unwrap()
}

async fn a_dry_run_reports_the_outcome_of_a_write_and_changes_nothing(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await.with_notes().await).await;
    let mut runner = TestRunner::deterministic();
    let mut expected = ModelState::default();
    for _ in 0..100 {
        let step = steps().new_tree(&mut runner).unwrap().current();
        let step = Step { fate: StepEnd::Done, ..step };
        let ids = store.ids.clone();
        let tried = step.clone();
        let write = move |tx: &mut Tx<'_>| {
            let before = world(tx)?;
            let dry = tx.dry_run(|tx| act(tx, &ids, &tried))?;
            assert_eq!(world(tx)?, before, "{tried:?} was run dry");
            Ok::<_, Error>((dry, run(tx, &ids, &tried)?))
        };
        let done = store.write(&[], write).await.unwrap();
        let outcome = expect(engine, &mut expected, &step);
        assert_eq!(done, (outcome.clone(), outcome), "{step:?}");
        assert_eq!(look(&store.store).await, expected, "{step:?}");
    }
    assert!(expected.1 > 0, "events were emitted");
}

async fn a_key_that_exists_undoes_a_step_alone(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let before = store.counts().runs;
    let write = store.write(&[], |tx| {
        add(tx, 1, "one")?;
        let second = tx.attempt(|tx| {
            add(tx, 2, "two")?;
            add(tx, 3, "one")
        })?;
        assert_eq!(second, Attempt::Duplicate { constraint: "note_text".to_owned() });
        add(tx, 4, "four")
    });
    assert_eq!(write.await, Ok(()));
    assert_eq!(store.notes().await, ["one", "four"]);
    assert_eq!(store.counts().runs, before + 1, "no closure was run again");
}

async fn a_lost_race_of_a_step_is_run_again(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let mut runs = 0;
    let write = store.write(&[], move |tx| {
        runs += 1;
        add(tx, 1, "one")?;
        let text = if runs == 1 { "one" } else { "two" };
        tx.attempt(|tx| add(tx, 2, text))?.or_rerun(tx)??;
        Ok::<_, Error>(runs)
    });
    assert_eq!(write.await, Ok(2));
    assert_eq!(store.notes().await, ["one", "two"]);
}

async fn a_refusal_of_the_database_ends_the_run(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let write = store.write(&[], |tx| {
        add(tx, 1, "one")?;
        let lost = tx.attempt(|tx| tx.execute_counted("INSERT INTO nowhere (id) VALUES (1)", &[]));
        assert!(matches!(lost, Err(Error::Statement(_))), "{lost:?}");
        Ok::<_, Error>(())
    });
    assert!(matches!(write.await, Err(Error::Statement(_))));
    assert!(store.notes().await.is_empty());
}

async fn undone_work_drops_its_signals_and_events(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await.with_notes().await).await;
    let deliveries = store.subscribe(Wake::Deliveries);
    let jobs = store.subscribe(Wake::Jobs);
    let ids = store.ids.clone();
    let write = store.write(&[], move |tx| {
        tx.wake(Wake::Jobs);
        let dry = tx.dry_run(|tx| {
            emit(tx, &ids)?;
            // The first event is written now, behind the savepoint.
            world(tx)
        })?;
        assert!(matches!(dry, Attempt::Done((_, 1))), "{dry:?}");
        Ok::<_, Error>(())
    });
    assert_eq!(write.await, Ok(()));
    jobs.notified().await;
    let waited = tokio::time::timeout(Duration::from_millis(20), deliveries.notified()).await;
    assert!(waited.is_err(), "a dry run sends no signal");
    assert_eq!(look(&store.store).await.1, 0);

    let ids = store.ids.clone();
    let write = store.write(&[], move |tx| {
        emit(tx, &ids)?;
        // Writes the event that was queued before and rolls it back: the event is queued again.
        let dry = tx.dry_run(world)?;
        assert!(matches!(dry, Attempt::Done((_, 1))), "{dry:?}");
        Ok::<_, Error>(())
    });
    assert_eq!(write.await, Ok(()));
    assert_eq!(look(&store.store).await.1, 1);
}

async fn only_committed_work_is_counted(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let total = Arc::new(AtomicU64::new(0));
    let [counter, same] = [(); 2].map(|()| Counter::from_arc(Arc::clone(&total)));
    let write = store.write(&[], move |tx| {
        tx.count(counter.clone());
        let dry = tx.dry_run(|tx| {
            tx.count(counter.clone());
            add(tx, 1, "one")
        })?;
        assert!(matches!(dry, Attempt::Done(())), "{dry:?}");
        add(tx, 1, "one")
    });
    assert_eq!(write.await, Ok::<_, Error>(()));
    assert_eq!(total.load(Ordering::Relaxed), 1, "a dry run counts nothing");

    let write = store.write(&[], move |tx| {
        tx.count(same.clone());
        add(tx, 2, "two")?;
        Err::<(), _>(Error::Missing)
    });
    assert_eq!(write.await, Err(Error::Missing));
    assert_eq!(total.load(Ordering::Relaxed), 1, "a refused write counts nothing");
}

async fn a_read_sets_no_savepoint(engine: Engine) {
    let store = Arc::new(Fixture::new(engine).await.with_notes().await);
    let dry_run = store.find(|tx| tx.dry_run(notes).map(drop)).await;
    assert!(matches!(dry_run, Err(Error::Statement(_))), "{dry_run:?}");
}
