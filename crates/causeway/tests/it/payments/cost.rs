//! The database statements of each step of a payment, in a service that does no other work.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::webhooks::deliver_due;
use causeway_store::jobs::{self, JobRecord};
use causeway_store::{Error, Lease};
use causeway_testing::payment_steps::STEPS;
use causeway_testing::wait;
use serde_json::Value;
use uuid::Uuid;

use super::scene::Scene;
use crate::harness::{Service, Setup, StatementCounter, StatementRecorder};

const LEASE: Lease = Lease { holder: Uuid::nil(), duration: Duration::from_mins(1), limit: 1 };

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let heard = pay(Setup::Sqlite).await;
    assert_eq!(heard.each_ref().map(Vec::len), STEPS.map(|step| step.on_sqlite), "{heard:#?}");
    check_search_terms(&heard);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let heard = pay(Setup::Postgres).await;
    assert_eq!(heard.each_ref().map(Vec::len), STEPS.map(|step| step.on_postgres), "{heard:#?}");
    check_search_terms(&heard);
}

/// Checks that the search terms of a payment cost one statement, at its creation.
fn check_search_terms(heard: &[Vec<String>; STEPS.len()]) {
    let [created, later @ ..] = heard.each_ref().map(|statements| {
        let of_terms = statements.iter().filter(|name| name.contains("search_term"));
        of_terms.cloned().collect::<Vec<String>>()
    });
    assert_eq!(created, ["INSERT search_term"]);
    assert!(later.iter().all(Vec::is_empty), "{later:?}");
}

/// Returns the statements of a payment, step by step. It is the second payment; the first one fills the
/// caches.
async fn pay(setup: Setup) -> [Vec<String>; STEPS.len()] {
    let recorder = Arc::new(StatementRecorder::default());
    let mut service = Service::start_with_faults(setup, Arc::<StatementRecorder>::clone(&recorder)).await;
    let scene = Scene::new(&service).await;
    scene.platform.fund(&scene.usd, 10_000).await;
    let euro = scene.euro_account().await;
    let first = create(&scene, &euro, "create-1").await;
    execute(&scene, &first, "execute-1").await;
    scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
    scene.events().await;
    service.stop_background().await;

    let counter = StatementCounter { recorder: &recorder, service: &service, setup };
    let mut quote = Value::Null;
    let created = counter.during(async || quote = create(&scene, &euro, "create-2").await).await;
    let executed = counter.during(async || execute(&scene, &quote, "execute-2").await).await;
    let submission = next_job(&service, &scene, "SUBMIT_PAYOUT").await;
    let submitted = counter.during(async || run(&service, submission).await).await;
    let question = next_job(&service, &scene, "ASK_PAYOUT").await;
    let asking_cost = counter.during(async || run(&service, question).await).await;
    let delivered = counter.during(async || deliver(&service, &scene).await).await;
    [created, executed, submitted, asking_cost, delivered]
}

async fn create(scene: &Scene, to: &str, key: &str) -> Value {
    let body = scene.transfer(to, "SENDING", 1_000);
    scene.platform.post("/quotes").json(&body).idempotency_key(key).send().await.expect(201)
}

async fn execute(scene: &Scene, quote: &Value, key: &str) {
    scene.execute(quote).idempotency_key(key).send().await.expect(200);
}

/// Claims the only job of the platform, as soon as it is due.
async fn next_job(service: &Service, scene: &Scene, kind: &str) -> JobRecord {
    let platform = Some(scene.platform.id);
    let claimed = wait::until("the job is due", wait::PATIENCE, || async {
        let claim = service.app().store.write(&[], move |tx| jobs::claim(tx, platform, LEASE)).await;
        claim.unwrap_or_else(|error: Error| panic!("no claim: {error}")).pop().ok_or("nothing is due")
    });
    let job = claimed.await;
    assert_eq!(job.kind, kind);
    job
}

async fn run(service: &Service, job: JobRecord) {
    let app = service.app();
    (app.handlers.run)(Arc::clone(app), job).await.unwrap();
}

/// Claims an event, sends it, and records the outcome.
async fn deliver(service: &Service, scene: &Scene) {
    let delivered = deliver_due(service.app(), Some(scene.platform.id), wait::PATIENCE, 1).await;
    assert_eq!(delivered, Ok(1));
}
