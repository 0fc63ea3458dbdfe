//! Jobs of payments that are given up after their attempts: the alert names the payment and the commands that
//! end it.

use std::time::Duration;

use causeway_service::runtime::jobs::{self, MAX_ATTEMPTS};
use causeway_store::{Error, Lease, Tx, jobs as rows};
use serde_json::{Value, json};
use uuid::Uuid;

use super::scene::{Scene, text, transfer};
use super::submissions::take_without_an_answer;
use crate::harness::{Service, Setup};
use crate::operator::acting::{ActionReport, act, on, rows};

/// Creates a scene with money in Alice's account, a frozen clock and a service that runs no jobs by itself.
pub(crate) async fn set_up(setup: Setup) -> (Service, Scene) {
    let mut service = Service::start(setup).await;
    let scene = Scene::new(&service).await;
    scene.platform.fund(&scene.usd, 1_000_000).await;
    scene.platform.freeze().await;
    scene.events().await;
    service.stop_background().await;
    (service, scene)
}

/// Executes a quote over 1 000.00 USD.
pub(crate) async fn pay(scene: &Scene, source: &str, destination: &str) -> Value {
    let body = transfer(source, destination, "SENDING", 100_000);
    let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
    scene.execute(&quote).send().await.expect(200);
    quote
}

/// Claims the due jobs as processes would that die over them, until the service gives the jobs up.
pub(crate) async fn give_up(service: &Service, count: usize) {
    for _ in 0..MAX_ATTEMPTS {
        let lease = Lease { holder: Uuid::nil(), duration: Duration::ZERO, limit: 10 };
        let claim = move |tx: &mut Tx<'_>| rows::claim(tx, None, lease);
        let claimed = service.app().store.write(&[], claim).await;
        assert_eq!(claimed.map(|jobs| jobs.len()), Ok::<_, Error>(count));
    }
    assert_eq!(jobs::run_due(service.app(), None, 10).await, Ok(count));
}

/// Returns the commands named by the alert about a payment, in their order there.
async fn commands(service: &Service, quote: &Value) -> Vec<String> {
    let alerts = act(service, "alert list", json!({})).await.json;
    let payment = &quote["transactionId"];
    let about = alerts.as_array().unwrap().iter().find(|alert| alert["detail"]["resource"] == *payment);
    let about = about.unwrap_or_else(|| panic!("no alert about {payment} in {alerts}"));
    assert_eq!(about["kind"], "JOB_POISONED");
    about["detail"]["commands"].as_array().unwrap().iter().map(|one| text(one).to_owned()).collect()
}

/// Runs one of these commands as it is written.
async fn run(service: &Service, command: &str) -> ActionReport {
    let words: Vec<&str> = command.split(' ').collect();
    let [program, noun, verb, id, ..] = words[..] else { panic!("{command}") };
    assert_eq!(program, "causeway");
    let name = if noun == "jobs" { "job" } else { "transaction" };
    act(service, &format!("{noun} {verb}"), json!({ name: id })).await
}

/// Ends each payment whose job was given up by another one of the commands that its alert names. `ends` are
/// these commands, each with the resulting state of the payment. A retry of the job then finds no work left.
async fn end_each(service: &Service, scene: &Scene, quotes: &[Value], ends: &[(&str, Value)]) {
    give_up(service, quotes.len()).await;

    for (quote, (expected, _)) in quotes.iter().zip(ends) {
        let offered = commands(service, quote).await;
        let verbs: Vec<String> = offered
            .iter()
            .map(|command| command.split(' ').skip(1).take(2).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(verbs, ends.iter().map(|(command, _)| *command).collect::<Vec<_>>());
        let at = verbs.iter().position(|verb| verb == expected).unwrap();
        run(service, &offered[at]).await;
    }

    scene.platform.advance(Duration::from_secs(5)).await;
    for quote in quotes {
        let failed_jobs = rows(service, "jobs list", json!({ "failed": true })).await;
        let retry = commands(service, quote).await.remove(0);
        if failed_jobs.as_array().unwrap().iter().any(|job| job["resource"] == quote["transactionId"]) {
            run(service, &retry).await;
        }
    }

    scene.platform.advance(Duration::from_secs(5)).await;
    for (quote, (command, end)) in quotes.iter().zip(ends) {
        let payment = scene.payment(quote).await;
        let found = json!([payment["status"], payment["failureReason"], payment["refund"]["status"]]);
        assert_eq!(found, *end, "{command}");
    }
    assert_eq!(rows(service, "jobs list", on(&scene.platform)).await, json!([]));
}

async fn payouts(setup: Setup) {
    let (service, scene) = set_up(setup).await;
    let euro = scene.euro_account().await;
    let mut quotes = Vec::new();
    for _ in 0..4 {
        quotes.push(pay(&scene, &scene.usd, &euro).await);
    }
    let ends = [
        ("jobs retry", json!(["COMPLETED", null, null])),
        ("payment settle", json!(["COMPLETED", null, null])),
        ("payment fail", json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"])),
        ("payment refund", json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"])),
    ];
    end_each(&service, &scene, &quotes, &ends).await;
    assert_eq!(scene.balances().await, (800_000, 800_000), "two have been paid");
    let retried =
        act(&service, "payment show", json!({ "transaction": quotes[0]["transactionId"] })).await.json;
    assert_eq!(retried["operator_actions"][0]["action"], "jobs retry", "{retried}");
}

async fn debits(setup: Setup) {
    let (service, scene) = set_up(setup).await;
    let mut quotes = Vec::new();
    for suffix in ["111", "112", "113"] {
        let source = scene.platform.dollar_account(&scene.alice, suffix).await;
        quotes.push(pay(&scene, &source, &scene.usd).await);
    }
    let ends = [
        ("jobs retry", json!(["COMPLETED", null, null])),
        ("payment settle", json!(["COMPLETED", null, null])),
        ("payment fail", json!(["FAILED", "QUOTE_EXECUTION_FAILED", null])),
    ];
    end_each(&service, &scene, &quotes, &ends).await;
    assert_eq!(scene.balances().await, (1_200_000, 1_200_000), "two have been debited");
}

async fn refunds(setup: Setup) {
    let (service, scene) = set_up(setup).await;
    let refusing_account = scene.platform.euro_account(&scene.alice, "DE89370400440532013002").await;
    let mut quotes = Vec::new();
    for _ in 0..3 {
        quotes.push(pay(&scene, &scene.usd, &refusing_account).await);
    }
    assert_eq!(jobs::run_due(service.app(), None, 10).await, Ok(3), "their refunds begin");
    let ends = [
        ("jobs retry", json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"])),
        ("payment release", json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"])),
        ("payment keep", json!(["FAILED", "QUOTE_EXECUTION_FAILED", "FAILED"])),
    ];
    end_each(&service, &scene, &quotes, &ends).await;
    assert_eq!(scene.balances().await, (900_000, 900_000), "the money of one payment is in suspense");
}

/// Ends a payment whose order to debit was given up although the rail took it; the rail then debits all the
/// same.
async fn debit_that_settles(setup: Setup) {
    let (service, scene) = set_up(setup).await;
    let source = scene.platform.dollar_account(&scene.alice, "111").await;
    let quote = pay(&scene, &source, &scene.usd).await;
    take_without_an_answer(&service, &scene, &quote).await;
    give_up(&service, 1).await;
    let offered = commands(&service, &quote).await;
    assert!(offered[2].starts_with("causeway payment fail "), "{offered:?}");
    run(&service, &offered[2]).await;
    scene.platform.advance(Duration::from_secs(5)).await;
    let alerts = act(&service, "alert list", json!({})).await.json;
    let found = json!([alerts[1]["kind"], alerts[1]["subject"], alerts[1]["detail"]["rail_says"]]);
    assert_eq!(found, json!(["DEBIT_CONTRADICTED", quote["transactionId"], "SETTLED"]));
    assert_eq!(scene.payment(&quote).await["failureReason"], "QUOTE_EXECUTION_FAILED");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_given_up_debit_that_settles_raises_an_alert_on_sqlite() {
    debit_that_settles(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_given_up_debit_that_settles_raises_an_alert_on_postgres() {
    debit_that_settles(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_end_a_given_up_payout_on_sqlite() {
    payouts(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_end_a_given_up_payout_on_postgres() {
    payouts(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_end_a_given_up_debit_on_sqlite() {
    debits(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_end_a_given_up_debit_on_postgres() {
    debits(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_end_a_given_up_refund_on_sqlite() {
    refunds(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_end_a_given_up_refund_on_postgres() {
    refunds(Setup::Postgres).await;
}
