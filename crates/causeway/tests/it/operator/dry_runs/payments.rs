//! Payments, deposits and jobs in the states that operators decide about.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::acting::{act, require_counterparties, rows, with};
use super::case::{CaseEnd, Cases};
use crate::harness::Service;
use crate::payments::given_up::give_up;
use crate::payments::scene::{Scene, transfer};
use crate::quotes::paying_in;

/// Executes a quote, and returns the id of its payment.
async fn pay(scene: &Scene, destination: &str) -> Value {
    let quote = scene.quote(destination, 10_000).await;
    scene.execute(&quote).send().await.expect(200);
    quote["transactionId"].clone()
}

/// Adds payments and their external accounts. Returns an account to which payouts succeed, but do not end from now on.
pub(super) async fn add_payments(cases: &mut Cases, service: &Service, scene: &Scene) -> String {
    let platform = &scene.platform;
    let good = scene.euro_account().await;
    let failing = platform.euro_account(&scene.alice, "DE89370400440532013004").await;
    let idle = platform.euro_account(&scene.alice, "DE89370400440532013111").await;
    platform.settled().await;
    act(service, "external-account review", with(platform, json!({ "account": idle }))).await;
    let delivered = pay(scene, &good).await;
    platform.advance(Duration::from_secs(1)).await;
    let released = pay(scene, &failing).await;
    let kept = pay(scene, &failing).await;
    platform.advance(Duration::from_millis(600)).await;
    let mismatched = paying_in::quote(scene, &paying_in::dollars(scene), &good, 1_000).await;
    paying_in::pay(scene, &mismatched, Some(1)).await;
    platform.settled().await;
    service.rail.get_stuck(true);
    let settled = pay(scene, &good).await;
    let failed = pay(scene, &good).await;
    let refunded = pay(scene, &good).await;
    platform.settled().await;
    for (action, transaction) in [
        ("payment settle", settled),
        ("payment fail", failed),
        ("payment refund", refunded),
        ("payment return", delivered),
        ("payment release", released),
        ("payment keep", kept),
    ] {
        cases.add_on(platform, action, json!({ "transaction": transaction }), CaseEnd::Done);
    }
    cases.add_on(platform, "deposit late", json!({ "quote": mismatched["id"] }), CaseEnd::Done);
    for (action, account) in [
        ("external-account review", &good),
        ("external-account disable", &failing),
        ("external-account enable", &idle),
    ] {
        cases.add_on(platform, action, json!({ "account": account }), CaseEnd::Done);
    }
    good
}

/// Adds a quote from a wallet whose customer cannot sign in.
pub(super) async fn add_recovery(cases: &mut Cases, scene: &Scene) {
    let platform = &scene.platform;
    let customer = platform.customer(&["USD"]).await;
    let wallet = platform.account_of(&customer, "USDB").await;
    let own = platform.account_of(&customer, "USD").await;
    platform.fund(&wallet, 1_000_000_000).await;
    let body = transfer(&wallet, &own, "SENDING", 1_000_000_000);
    let quote = platform.post("/quotes").json(&body).send().await.expect(201);
    cases.add_on(platform, "wallet recover", json!({ "quote": quote["id"] }), CaseEnd::Done);
}

/// Adds deposits that wait for a decision, and simulated ones.
pub(super) async fn add_deposits(cases: &mut Cases, service: &Service, scene: &Scene) {
    let platform = &scene.platform;
    let dollars = with(platform, json!({ "account": platform.own_account("USD").await }));
    act(service, "account freeze", dollars.clone()).await;
    let push = json!({ "account": dollars["account"], "amount": 2_500, "rail": "RTP" });
    let suspended = act(service, "deposit push", with(platform, push)).await.json;
    platform.settled().await;
    act(service, "account release", dollars).await;
    require_counterparties(service, platform).await;
    let coins = platform.account_of(&scene.alice, "USDC").await;
    let mut waiting = Vec::new();
    for end in 1..=2 {
        let from = format!("0x{end:0>40}");
        let push = json!({ "account": coins, "amount": 1_000_000, "network": "ETHEREUM", "from": from });
        waiting.push(act(service, "deposit push", with(platform, push)).await.json["transaction"].clone());
    }
    platform.settled().await;
    let stray = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
    for (action, arguments) in [
        ("suspense resolve", json!({ "transaction": suspended["transaction"] })),
        ("deposit release", json!({ "transaction": waiting[0] })),
        ("deposit reject", json!({ "transaction": waiting[1] })),
        ("deposit push", stray),
        ("deposit debit", json!({ "account": scene.usd, "amount": 100 })),
    ] {
        cases.add_on(platform, action, arguments, CaseEnd::Done);
    }
}

/// Adds a job that has used up its attempts, and its alert, for a service whose background work has stopped.
pub(super) async fn add_given_up_job(cases: &mut Cases, service: &Service, scene: &Scene, payee: &str) {
    pay(scene, payee).await;
    give_up(service, 1).await;
    let failed = rows(service, "jobs list", json!({ "failed": true })).await;
    let alerts = act(service, "alert list", json!({})).await.json;
    let mut all = alerts.as_array().expect("a list").iter();
    let poisoned = all.find(|alert| alert["kind"] == "JOB_POISONED").expect("the alert about the job");
    let alert = &poisoned["alert"];
    cases.add_on(&scene.platform, "jobs retry", json!({ "job": failed[0]["job"] }), CaseEnd::Done);
    cases.add("alert snooze", json!({ "alert": alert, "hours": 1 }), CaseEnd::Done);
    cases.add("alert close", json!({ "alert": alert }), CaseEnd::Done);
}
