//! Integration tests of the rows of notices about alerts.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use causeway_domain::alerts::{AlertKind, NoticeKind, Severity, SinkChannel, retry_delay};
use causeway_domain::ids::{AlertId, AlertSinkId, Id};
use causeway_store::alert_notices::{self, NoticeOutcome, NoticeRecord};
use causeway_store::alert_sinks::{self, AlertSinkRecord};
use causeway_store::{Error, Lease, Tx, alerts};
use serde_json::json;
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines};
use crate::rows::write;

on_both_engines!(
    a_notice_that_is_not_accepted_is_sent_after_the_others,
    an_alert_that_was_closed_is_announced_again,
    rows_of_earlier_versions_are_mended,
);

const LEASE: Lease = Lease { holder: Uuid::nil(), duration: Duration::from_mins(2), limit: 1 };

fn alert(number: u128) -> AlertId {
    AlertId::from_uuid(Uuid::from_u128(number))
}

fn sink(number: u128) -> AlertSinkId {
    AlertSinkId::from_uuid(Uuid::from_u128(number))
}

fn mail(number: u128) -> AlertSinkRecord {
    AlertSinkRecord {
        id: sink(number),
        channel: SinkChannel::Mail,
        address: "oncall@example.com".to_owned(),
        key: None,
        from: Severity::Note,
        platform: None,
        has_sandbox: false,
        failing_since: None,
        last_error: None,
        created_at: START,
    }
}

fn raise(tx: &mut Tx<'_>, number: u128) -> Result<(), Error> {
    let subject = number.to_string();
    alerts::raise(tx, None, alert(number), AlertKind::LedgerNotSealed, &subject, &json!({}))
}

/// Returns the numbers of the alerts that are to be announced.
fn unannounced(tx: &mut Tx<'_>) -> Result<Vec<u128>, Error> {
    let found = alert_notices::lock_unannounced(tx, 10)?;
    Ok(found.iter().map(|alert| alert.id.uuid().as_u128()).collect())
}

/// Raises two alerts, and makes their notices to a receiver.
async fn announced(store: &Fixture) {
    write(store, |tx| {
        alert_sinks::insert(tx, &mail(1))?;
        for number in [1, 2] {
            raise(tx, number)?;
            alert_notices::insert(tx, alert(number), sink(1), START)?;
            alert_notices::set_announced(tx, alert(number))?;
        }
        Ok(())
    })
    .await;
}

async fn claim(store: &Fixture) -> NoticeRecord {
    write(store, |tx| alert_notices::claim(tx, sink(1), LEASE)).await.remove(0)
}

async fn a_notice_that_is_not_accepted_is_sent_after_the_others(engine: Engine) {
    let store = Fixture::new(engine).await;
    announced(&store).await;
    assert!(write(&store, alert_notices::is_pending).await);
    let first = claim(&store).await;
    let due_at = START.plus(retry_delay(first.attempts));
    write(&store, move |tx| {
        alert_notices::record_outcome(tx, &first, NoticeOutcome::Failed { due_at })?;
        alert_notices::put_off(tx, first.sink, due_at)
    })
    .await;
    assert!(!write(&store, alert_notices::is_pending).await, "the receiver is not tried at once");
    store.clock.advance(retry_delay(first.attempts));
    let [next, last] = [claim(&store).await, claim(&store).await];
    assert_eq!([next.alert, last.alert], [alert(2), first.alert]);
    assert!(!write(&store, alert_notices::is_pending).await, "both are claimed");
}

async fn an_alert_that_was_closed_is_announced_again(engine: Engine) {
    let store = Fixture::new(engine).await;
    announced(&store).await;
    assert!(write(&store, unannounced).await.is_empty());
    write(&store, |tx| alerts::close(tx, alert(1), "ada")).await;
    assert_eq!(write(&store, unannounced).await, [1]);
    let sent = claim(&store).await;
    write(&store, |tx| {
        alert_notices::close_ended(tx, alert(1))?;
        alert_notices::set_announced(tx, alert(1))
    })
    .await;
    assert!(write(&store, unannounced).await.is_empty());
    write(&store, move |tx| {
        let outcome = NoticeOutcome::Accepted { next: NoticeKind::Repeated, due_at: None };
        alert_notices::record_outcome(tx, &sent, outcome)
    })
    .await;
    let [notice] = write(&store, |tx| alert_notices::of_alert(tx, alert(1))).await[..] else {
        panic!("one receiver")
    };
    assert_eq!(
        (notice.what, notice.due_at),
        (NoticeKind::Closed, Some(START)),
        "the end is still to be sent"
    );
}

async fn rows_of_earlier_versions_are_mended(engine: Engine) {
    let store = Fixture::new(engine).await;
    announced(&store).await;
    write(&store, |tx| alert_notices::insert(tx, alert(2), sink(2), START)).await;
    // They closed an alert without this.
    write(&store, |tx| {
        alerts::close(tx, alert(1), "ada")?;
        alert_notices::set_announced(tx, alert(1))
    })
    .await;
    assert!(write(&store, unannounced).await.is_empty());
    write(&store, alert_notices::mend).await;
    assert_eq!(write(&store, unannounced).await, [1]);
    let left = write(&store, |tx| alert_notices::of_alert(tx, alert(2))).await;
    assert_eq!(left.iter().map(|notice| notice.sink).collect::<Vec<_>>(), [sink(1)]);
}

/// Runs work in a transaction that stays open while `meanwhile` runs.
async fn during<F>(store: &Arc<Fixture>, mut work: F, meanwhile: impl Future<Output = ()>)
where
    F: FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static,
{
    let (done, is_done) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let shared = Arc::clone(store);
    let holder = tokio::spawn(async move {
        let hold = shared.write(&[], move |tx| {
            work(tx)?;
            // Reading sends the statements before.
            alert_sinks::list(tx)?;
            done.send(()).unwrap();
            let _ = wait.lock().unwrap().recv();
            Ok(())
        });
        hold.await.map_err(|error: Error| error)
    });
    tokio::task::spawn_blocking(move || is_done.recv().unwrap()).await.unwrap();
    meanwhile.await;
    drop(go);
    assert_eq!(holder.await.unwrap(), Ok(()));
}

/// Opens a store with alerts and a receiver, which waits for locks for a short time.
async fn impatient() -> Arc<Fixture> {
    let store =
        Fixture::with(Engine::Postgres, |options| options.lock_timeout = Duration::from_millis(50)).await;
    announced(&store).await;
    Arc::new(store)
}

/// Checks that alerts are not announced while a receiver is added or removed: it would miss an alert, or be left with
/// notices.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_receiver_comes_or_goes_while_alerts_are_announced() {
    let store = impatient().await;
    let add = |tx: &mut Tx<'_>| alert_sinks::insert(tx, &mail(2));
    let remove = |tx: &mut Tx<'_>| {
        alert_sinks::lock(tx, sink(2))?;
        alert_sinks::delete(tx, sink(2)).map(drop)
    };
    during(&store, add, async { assert_eq!(store.write(&[], unannounced).await, Err(Error::LockTimeout)) })
        .await;
    during(&store, remove, async {
        assert_eq!(store.write(&[], unannounced).await, Err(Error::LockTimeout))
    })
    .await;
    let announce = |tx: &mut Tx<'_>| unannounced(tx).map(drop);
    during(&store, announce, async {
        assert_eq!(store.write(&[], add).await, Err(Error::LockTimeout));
        assert_eq!(store.write(&[], remove).await, Err(Error::LockTimeout));
    })
    .await;
}

/// Checks that announcing does not wait for an alert that is being closed, and finds it afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_alert_that_is_being_closed_is_announced_afterwards() {
    let store = impatient().await;
    write(&store, |tx| raise(tx, 3)).await;
    let close = |tx: &mut Tx<'_>| alerts::close(tx, alert(3), "ada").map(drop);
    during(&store, close, async {
        assert_eq!(store.write(&[], unannounced).await, Ok::<_, Error>(Vec::new()))
    })
    .await;
    assert_eq!(write(&store, unannounced).await, [3]);
}
