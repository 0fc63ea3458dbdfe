//! Two transactions of operators at once, on PostgreSQL: the second one waits. SQLite has one writer.

use std::sync::{Arc, Mutex, mpsc};

use causeway_domain::alerts::{AlertKind, Severity};
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_service::alerts::{self, NewSink, SinkAddress, deliver_notices};
use causeway_service::operator::Grant;
use causeway_service::runtime::api_error::ApiError;
use causeway_store::rates::{self, CurrencyPair, RateChangeRecord, RateRecord};
use causeway_store::{Error, Tx};
use causeway_testing::receiver::{Answer, Receiver};
use causeway_testing::wait;
use serde_json::json;
use tokio::task::JoinHandle;

use super::acting::{act, caller, try_action_as};
use super::alert_receivers::raise;
use crate::harness::{Service, Setup};

/// A transaction that stays open until it is released.
struct OpenTransaction {
    release: mpsc::Sender<()>,
    running: JoinHandle<Result<(), ApiError>>,
}

impl OpenTransaction {
    /// Runs this work, and leaves its transaction open.
    async fn begin<F>(service: &Service, mut work: F) -> Self
    where
        F: FnMut(&mut Tx<'_>) -> Result<(), ApiError> + Send + 'static,
    {
        let (done, is_done) = mpsc::channel();
        let (release, wait) = mpsc::channel::<()>();
        let wait = Mutex::new(wait);
        let app = Arc::clone(service.app());
        let running = tokio::spawn(async move {
            let run = move |tx: &mut Tx<'_>| {
                work(tx)?;
                done.send(()).ok();
                // An error means that the test has ended.
                wait.lock().unwrap().recv().ok();
                Ok(())
            };
            app.store.write::<_, ApiError, _>(&[], run).await
        });
        tokio::task::spawn_blocking(move || is_done.recv().unwrap()).await.unwrap();
        Self { release, running }
    }

    async fn commit(self) {
        self.release.send(()).unwrap();
        self.running.await.unwrap().unwrap();
    }
}

/// Waits until a transaction on the database of the service waits for a lock.
async fn until_blocked(service: &Service) {
    let count = |tx: &mut Tx<'_>| {
        let sql = "SELECT CAST(COUNT(*) AS BIGINT) AS waiting FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND datname = current_database()";
        tx.query_one(sql, &[], |row| row.get::<i64>("waiting"))
    };
    wait::until("a transaction waits for a lock", wait::PATIENCE, || async {
        let waiting = service.app().store.read::<_, Error, _>(count).await.unwrap();
        if waiting > 0 { Ok(()) } else { Err("none does") }
    })
    .await;
}

/// Checks that an alert that is announced while a receiver is added reaches it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_is_added_meanwhile_misses_no_alert_on_postgres() {
    let service = Service::start(Setup::Postgres).await;
    let receiver = Receiver::start().await;
    receiver.answer_always(Answer::status(204));
    let address = SinkAddress::Webhook { url: receiver.url(), shown: receiver.base(), may_be_private: true };
    let new = NewSink { address, from: Severity::Note, platform: None, has_sandbox: false };
    let app = Arc::clone(service.app());
    let adding = OpenTransaction::begin(&service, move |tx| alerts::add(tx, &app, &new).map(drop)).await;
    raise(&service, None, AlertKind::LedgerNotSealed).await;
    let app = Arc::clone(service.app());
    let announcing = tokio::spawn(async move { deliver_notices(&app).await });
    until_blocked(&service).await;
    adding.commit().await;
    announcing.await.unwrap().unwrap();
    let all = receiver.wait_for("the alert", wait::PATIENCE, |all| !all.is_empty()).await;
    assert_eq!(all[0].json()["kind"], AlertKind::LedgerNotSealed.as_str());
    service.finish().await;
}

fn rate(text: &str) -> Rate {
    Rate::try_new(text.parse().unwrap()).unwrap()
}

/// Checks that a rate is compared with the one that another operator sets at the same moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rate_is_compared_with_one_that_is_set_meanwhile_on_postgres() {
    let service = Service::start(Setup::Postgres).await;
    let pair = CurrencyPair { sending: CurrencyCode::USD, receiving: CurrencyCode::EUR };
    let request = |rate: &str| json!({ "sending": "USD", "receiving": "EUR", "rate": rate });
    let mut first = request("1");
    first["confirm"] = json!("1");
    act(&service, "rate set", first).await;
    let other = OpenTransaction::begin(&service, move |tx| {
        let CurrencyPair { sending, receiving } = pair;
        rates::lock(tx, pair)?;
        let now = tx.wall();
        rates::set(tx, &RateRecord { sending, receiving, rate: rate("1.09"), updated_at: now })?;
        let actor = "grace".to_owned();
        rates::record_change(
            tx,
            &RateChangeRecord { sending, receiving, rate: Some(rate("1.09")), actor, at: now },
        )?;
        // Reading sends the statements before.
        rates::last_set(tx, sending, receiving)?;
        Ok(())
    })
    .await;
    let everything = caller(Grant::all());
    let setting = try_action_as(&service, &everything, "rate set", request("1.18"));
    let committing = async {
        until_blocked(&service).await;
        other.commit().await;
    };
    let (set, ()) = tokio::join!(setting, committing);
    // It is 18 percent off the first rate, and 8.3 percent off the other one.
    assert_eq!(set.map(drop), Ok(()));
    service.finish().await;
}
