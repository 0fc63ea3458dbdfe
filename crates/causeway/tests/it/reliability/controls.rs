//! The negative controls: with a planted defect in the store, the same checks must fail. A check that passes here
//! would also pass over a real loss.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use causeway_store::platforms::Environment;
use causeway_store::{Defect, Fault, FaultInjector, Point, ledger, outbox};
use causeway_testing::wait;
use serde_json::json;

use super::books::{Books, platform_account};
use crate::harness::{Service, Setup};

/// A store with defects, once they are switched on.
pub(crate) struct Planted {
    defects: Vec<Defect>,
    pub(crate) is_on: AtomicBool,
}

impl Planted {
    pub(crate) fn new(defect: Defect) -> Arc<Self> {
        Self::of(vec![defect])
    }

    pub(crate) fn of(defects: Vec<Defect>) -> Arc<Self> {
        Arc::new(Self { defects, is_on: AtomicBool::new(false) })
    }
}

impl FaultInjector for Planted {
    fn at(&self, _: Point) -> Option<Fault> {
        None
    }

    fn has(&self, defect: Defect) -> bool {
        self.defects.contains(&defect) && self.is_on.load(Ordering::Acquire)
    }
}

async fn service_with(defect: Defect) -> (Service, Arc<Planted>) {
    let planted = Planted::new(defect);
    (Service::start_with(Setup::Sqlite, Arc::clone(&planted) as Arc<dyn FaultInjector>).await, planted)
}

/// Pays in a little; true when the books and the service then agree.
async fn books_agree(service: &Service, planted: &Planted) -> bool {
    let platform = service.platform(Environment::Sandbox).await;
    let books = Books::new(&platform_account(platform.client()).await);
    planted.is_on.store(true, Ordering::Release);
    let stop = Arc::new(AtomicBool::new(false));
    let paying = tokio::spawn({
        let (books, client, stop) = (books.clone(), platform.client().clone(), Arc::clone(&stop));
        async move { books.pay_until(&client, &stop).await }
    });
    wait::until("some payments are acknowledged", wait::PATIENCE, || async {
        if books.acknowledged() >= 50 { Ok(()) } else { Err(books.acknowledged()) }
    })
    .await;
    stop.store(true, Ordering::Release);
    paying.await.unwrap();
    books.settle(platform.client()).await;
    planted.is_on.store(false, Ordering::Release);
    books.audit(platform.client()).await.is_ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_before_its_commit_is_noticed() {
    let (service, planted) = service_with(Defect::AcknowledgeBeforeCommit).await;
    assert!(!books_agree(&service, &planted).await, "lost payments were not noticed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forgotten_key_is_noticed() {
    let (service, planted) = service_with(Defect::ForgetKey).await;
    let platform = service.platform(Environment::Sandbox).await;
    let account = platform.own_account("USD").await;
    planted.is_on.store(true, Ordering::Release);
    let path = format!("/sandbox/internal-accounts/{account}/fund");
    let pay = || platform.post(&path).json(&json!({ "amount": 1 })).idempotency_key("once").send();
    let (first, second) = (pay().await, pay().await);
    assert_eq!((first.status, second.status), (200, 200));
    assert_ne!(first.body, second.body, "the payment was made twice and nobody noticed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_leg_is_noticed() {
    let (service, planted) = service_with(Defect::PostOneLeg).await;
    let platform = service.platform(Environment::Sandbox).await;
    let account = platform.own_account("USD").await;
    planted.is_on.store(true, Ordering::Release);
    platform.fund(&account, 100).await;
    planted.is_on.store(false, Ordering::Release);
    let app = Arc::clone(service.app());
    let report = app.store.read(|tx| ledger::verify(tx, &ledger::Anchors::default())).await.unwrap();
    assert!(!report.is_sound(), "a posting without its last leg was not noticed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_event_is_noticed() {
    let (service, planted) = service_with(Defect::DropOutboxRow).await;
    let platform = service.platform(Environment::Sandbox).await;
    let account = platform.own_account("USD").await;
    let events = async || {
        let id = platform.id;
        service.app().store.read(move |tx| outbox::count(tx, id, &outbox::Filter::default())).await.unwrap()
    };
    let before = events().await;
    platform.fund(&account, 100).await;
    let sound = events().await;
    planted.is_on.store(true, Ordering::Release);
    platform.fund(&account, 100).await;
    planted.is_on.store(false, Ordering::Release);
    let made = |from: Option<i64>, to: Option<i64>| to.unwrap() - from.unwrap();
    assert_eq!(made(before, sound), 2, "funding reports the payment and the balance");
    assert!(made(sound, events().await) < 2, "a dropped event was not noticed");
}
