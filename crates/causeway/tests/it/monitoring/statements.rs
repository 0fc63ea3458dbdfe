//! The cost of `/metrics`, and the ages that it measures, on both engines.

use std::time::Duration;

use causeway_domain::payments::Party;
use causeway_service::measurements::{PaymentWait, measure_waits, measure_work};
use causeway_store::platforms::Environment;
use serde_json::json;

use crate::harness::{Service, Setup, on_engines};
use crate::operator::acting::{act, with};
use crate::payments::scene::Scene;

const DAY: Duration = Duration::from_hours(24);

/// Statements of one request of `/metrics` without rails, whatever else the database contains. With rails there are two
/// more, for the progress and the open orders of all of them.
const STATEMENTS: u64 = 13;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    measure(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    measure(Setup::Postgres).await;
}

/// Measures a service without payments, and with payments that wait.
async fn measure(setup: Setup) {
    let mut service = Service::start(setup).await;
    service.rail.hide_outcomes(true);
    let scene = Scene::new(&service).await;
    let waits = measure_waits(&service.app().store).await.unwrap();
    assert!(waits.iter().all(|wait| wait.age_millis == 0), "nothing waits: {waits:?}");

    scene.platform.fund(&scene.usd, 100_000).await;
    scene.platform.freeze().await;
    let account = scene.euro_account().await;
    let quote = scene.quote(&account, 10_000).await;
    scene.execute(&quote).send().await.expect(200);
    scene.platform.advance(Duration::from_secs(30)).await;
    scene.quote(&account, 10_000).await;
    scene.platform.advance(Duration::from_secs(30)).await;
    service.stop_background().await;

    let store = &service.app().store;
    let before = store.counts().statements;
    let work = measure_work(store).await.unwrap();
    let waits = measure_waits(store).await.unwrap();
    assert_eq!(store.counts().statements - before, STATEMENTS);
    assert_eq!(age(&waits, Party::Rail), 60_000, "since the creation of the executed quote: {waits:?}");
    assert_eq!(age(&waits, Party::Platform), 30_000, "since the creation of the open quote: {waits:?}");
    assert_eq!(age(&waits, Party::Operator), 0, "{waits:?}");
    assert!(waits.iter().all(|wait| wait.environment == Environment::Sandbox || wait.age_millis == 0));
    let asking = work.jobs.iter().find(|(kind, _)| kind == "ASK_PAYOUT").expect("the rail is asked again");
    assert_eq!((asking.1.due + asking.1.later, asking.1.failed), (1, 0), "{:?}", work.jobs);
    let endpoint = work.deliveries.iter().find(|backlog| backlog.platform == Some(scene.platform.id));
    assert!(endpoint.is_some_and(|backlog| backlog.events.given_up == 0), "{:?}", work.deliveries);
}

on_engines! {
    async fn a_stuck_payout_waits_for_an_operator(service) {
        service.rail.get_stuck(true);
        service.rail.ignore_recalls(true);
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        scene.platform.freeze().await;
        let quote = scene.quote(&scene.euro_account().await, 10_000).await;
        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(DAY * 6).await;
        let waits = measure_waits(&service.app().store).await.unwrap();
        assert_eq!(age(&waits, Party::Rail), 0, "{waits:?}");
        assert!(age(&waits, Party::Operator) >= 6 * 86_400_000, "{waits:?}");

        service.rail.get_stuck(false);
        service.rail.ignore_recalls(false);
        act(service, "payment settle", with(&scene.platform, json!({ "transaction": quote["transactionId"] }))).await;
        scene.platform.advance(DAY).await;
        scene.platform.resume().await;
    }
}

/// Returns the age of the oldest payment of a sandbox that waits for a party.
fn age(waits: &[PaymentWait], party: Party) -> i64 {
    let of_party = waits.iter().find(|wait| wait.party == party && wait.environment == Environment::Sandbox);
    of_party.expect("each party is measured").age_millis
}
