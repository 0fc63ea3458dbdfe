//! Payouts without a report from their rail, and operators' actions on payments (money 9, conventions 2.1).

use std::time::Duration;

use causeway_service::operator::Kind;
use causeway_service::runtime::jobs;
use causeway_store::Error;
use causeway_store::sandbox_orders::{self, SandboxRail};
use serde_json::{Value, json};

use super::scene::{Scene, text};
use crate::harness::{Service, Setup, journey};
use crate::operator::acting::{act, expect_error, still_open, with};

const DAY: Duration = Duration::from_hours(24);

/// A payout under way, on a frozen clock.
struct Payout {
    scene: Scene,
    quote: Value,
}

/// Begins a payout of 1 000.00 USD from Alice's dollar account to an account with this suffix.
async fn begin_payout(service: &Service, suffix: &str) -> Payout {
    let scene = Scene::new(service).await;
    scene.platform.fund(&scene.usd, 100_000).await;
    scene.platform.freeze().await;
    let iban = format!("DE89370400440532013{suffix}");
    let account = scene.platform.euro_account(&scene.alice, &iban).await;
    let quote = scene.quote(&account, 100_000).await;
    scene.execute(&quote).send().await.expect(200);
    scene.events().await;
    Payout { scene, quote }
}

fn named(scene: &Scene, quote: &Value) -> Value {
    with(&scene.platform, json!({ "transaction": quote["transactionId"] }))
}

fn refund(payment: &Value) -> Value {
    json!([
        payment["status"],
        payment["failureReason"],
        payment["refund"]["status"],
        payment["refund"]["reason"]
    ])
}

/// Returns the transactions of a list of money in suspense, with their amounts.
fn money_of(suspense: &Value) -> Vec<(&Value, &Value)> {
    let rows = suspense["rows"].as_array().expect("rows");
    rows.iter().map(|row| (&row["transaction"], &row["amount"]["amount"])).collect()
}

journey! {
    async fn a_payout_that_is_stuck_for_days_is_taken_back(service) {
        act(service, "setting set", json!({ "name": "payout_timeout_days", "value": "2" })).await;
        service.rail.get_stuck(true);
        let Payout { scene, quote } = begin_payout(service, "000").await;
        scene.platform.advance(DAY + Duration::from_secs(2)).await;
        assert_eq!(scene.payment(&quote).await["status"], "PROCESSING");
        assert_eq!(act(service, "alert list", json!({})).await.json, json!([]));

        scene.platform.advance(DAY).await;
        let payment = scene.payment(&quote).await;
        assert_eq!(refund(&payment), json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED", "TIMEOUT"]));
        assert_eq!(scene.balances().await, (100_000, 100_000));
        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!((&alerts[0]["kind"], &alerts[0]["subject"]), (&json!("PAYOUT_STUCK"), &quote["transactionId"]));
        assert_eq!(alerts.as_array().unwrap().len(), 1);

        // Later reports of the rail change nothing.
        service.rail.get_stuck(false);
        scene.platform.advance(DAY).await;
        assert_eq!(scene.payment(&quote).await, payment);
    }
}

journey! {
    async fn a_rail_that_wants_to_be_asked_in_a_year_is_asked_tomorrow(service) {
        service.rail.postpone_polls(true);
        let Payout { scene, quote } = begin_payout(service, "000").await;
        scene.platform.advance(DAY + Duration::from_secs(1)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
    }
}

journey! {
    async fn a_payout_that_has_arrived_unheard_is_not_given_back(service) {
        act(service, "setting set", json!({ "name": "payout_timeout_days", "value": "1" })).await;
        service.rail.hide_outcomes(true);
        let Payout { scene, quote } = begin_payout(service, "000").await;
        scene.platform.advance(DAY + Duration::from_hours(2)).await;
        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!((&alerts[0]["kind"], &alerts[0]["subject"]), (&json!("PAYOUT_STUCK"), &quote["transactionId"]));
        assert_eq!(refund(&scene.payment(&quote).await), json!(["PROCESSING", null, null, null]));
        assert_eq!(scene.balances().await, (0, 0), "the beneficiary has it");
        assert_eq!(still_open(service).await, alerts, "the payment still waits");

        service.rail.hide_outcomes(false);
        scene.platform.advance(DAY).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        assert_eq!(still_open(service).await, json!([]), "the payment has arrived");

        scene.platform.fund(&scene.usd, 100_000).await;
        service.rail.hide_outcomes(true);
        let second = scene.quote(text(&quote["destination"]["accountId"]), 100_000).await;
        scene.execute(&second).send().await.expect(200);
        scene.platform.advance(Duration::from_secs(1)).await;
        act(service, "payment refund", named(&scene, &second)).await;
        scene.platform.advance(Duration::from_secs(1)).await;
        let kept = json!(["FAILED", "QUOTE_EXECUTION_FAILED", "FAILED", "TIMEOUT"]);
        assert_eq!(refund(&scene.payment(&second).await), kept, "an operator is notified that the rail has paid");
        assert_eq!(scene.balances().await, (0, 0));
    }
}

journey! {
    /// Checks that the alert about a stuck payout closes at once with the decision of an operator, although the refund
    /// that it begins is not decided yet and then fails, and so does the alert about the refund.
    async fn an_alert_about_a_stuck_payout_ends_when_its_refund_begins(service) {
        act(service, "setting set", json!({ "name": "payout_timeout_days", "value": "1" })).await;
        service.rail.hide_outcomes(true);
        let Payout { scene, quote } = begin_payout(service, "000").await;
        let open = async || -> Vec<Value> {
            let open = act(service, "alert list", json!({})).await.json;
            open.as_array().expect("a list").iter().map(|alert| alert["kind"].clone()).collect()
        };
        scene.platform.advance(DAY + Duration::from_hours(2)).await;
        assert_eq!(open().await, ["PAYOUT_STUCK"]);

        assert_eq!(act(service, "payment fail", named(&scene, &quote)).await.json["refund"], "PENDING");
        assert_eq!(open().await, Vec::<Value>::new(), "closed with the action");
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(refund(&scene.payment(&quote).await)[2], "FAILED", "the rail has paid");
        assert_eq!(open().await, ["REFUND_FAILED"]);
        assert_eq!(still_open(service).await.as_array().map(Vec::len), Some(1));

        act(service, "suspense resolve", named(&scene, &quote)).await;
        assert_eq!(open().await, Vec::<Value>::new(), "closed with the action");
        service.rail.hide_outcomes(false);
    }
}

journey! {
    async fn a_payout_that_has_arrived_is_followed_and_never_taken_back(service) {
        act(service, "setting set", json!({ "name": "payout_timeout_days", "value": "1" })).await;
        let Payout { scene, quote } = begin_payout(service, "005").await;
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");

        service.rail.hide_outcomes(true);
        scene.platform.advance(DAY * 2).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        assert_eq!(act(service, "alert list", json!({})).await.json, json!([]));

        service.rail.hide_outcomes(false);
        scene.platform.advance(Duration::from_hours(2)).await;
        let returned = json!(["FAILED", "PAYOUT_RETURNED", "COMPLETED", "TRANSACTION_FAILED"]);
        assert_eq!(refund(&scene.payment(&quote).await), returned);
        assert_eq!(scene.balances().await, (100_000, 100_000));
    }
}

journey! {
    async fn a_refund_that_is_stuck_for_days_is_ended_by_an_operator(service) {
        act(service, "setting set", json!({ "name": "payout_timeout_days", "value": "1" })).await;
        service.rail.ignore_recalls(true);
        let Payout { scene, quote } = begin_payout(service, "004").await;
        expect_error(service, "payment release", named(&scene, &quote), Kind::Refused).await;

        scene.platform.advance(Duration::from_hours(23)).await;
        assert_eq!(scene.payment(&quote).await["refund"]["status"], "PENDING");
        assert_eq!(act(service, "alert list", json!({})).await.json, json!([]));

        scene.platform.advance(Duration::from_hours(3)).await;
        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!((&alerts[0]["kind"], &alerts[0]["subject"]), (&json!("REFUND_STUCK"), &quote["transactionId"]));
        assert_eq!(alerts.as_array().unwrap().len(), 1);

        assert_eq!(still_open(service).await, alerts, "the rail has not decided");
        assert_eq!(act(service, "payment release", named(&scene, &quote)).await.json["refund"], "COMPLETED");
        assert_eq!(still_open(service).await, json!([]));
        assert_eq!(scene.balances().await, (100_000, 100_000));
        expect_error(service, "payment keep", named(&scene, &quote), Kind::Refused).await;

        let second = scene.quote(text(&quote["destination"]["accountId"]), 100_000).await;
        scene.execute(&second).send().await.expect(200);
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(act(service, "payment keep", named(&scene, &second)).await.json["refund"], "FAILED");
        let suspended = act(service, "suspense list", with(&scene.platform, json!({}))).await;
        assert_eq!(money_of(&suspended.json), [(&second["transactionId"], &json!(100_000))]);

        // Later reports of the rail change nothing.
        service.rail.ignore_recalls(false);
        scene.platform.advance(DAY).await;
        assert_eq!(scene.payment(&second).await["refund"]["status"], "FAILED");
    }
}

journey! {
    async fn operators_settle_fail_or_refund_an_unreported_payout(service) {
        service.rail.get_stuck(true);
        let Payout { scene, quote } = begin_payout(service, "000").await;
        let payment = || named(&scene, &quote);
        expect_error(service, "payment return", payment(), Kind::Refused).await;
        assert_eq!(act(service, "payment settle", payment()).await.json["status"], "COMPLETED");
        for action in ["payment settle", "payment fail", "payment refund", "suspense resolve"] {
            expect_error(service, action, payment(), Kind::Refused).await;
        }
        assert_eq!(act(service, "payment return", payment()).await.json["refund"], "PENDING");
        scene.platform.advance(Duration::from_secs(1)).await;
        let returned = json!(["FAILED", "PAYOUT_RETURNED", "COMPLETED", "TRANSACTION_FAILED"]);
        assert_eq!(refund(&scene.payment(&quote).await), returned);
        assert_eq!(scene.balances().await, (100_000, 100_000));

        let account = text(&quote["destination"]["accountId"]);
        let second = scene.quote(account, 50_000).await;
        expect_error(service, "payment settle", named(&scene, &second), Kind::Refused).await;
        scene.execute(&second).send().await.expect(200);
        let mut decision = named(&scene, &second);
        decision["failure"] = json!("PAYOUT_RETURNED");
        expect_error(service, "payment fail", decision.clone(), Kind::Invalid).await;
        decision["failure"] = json!("COMPLIANCE_REJECTED");
        act(service, "payment fail", decision).await;
        scene.platform.advance(Duration::from_secs(1)).await;
        let failed = json!(["FAILED", "COMPLIANCE_REJECTED", "COMPLETED", "TRANSACTION_FAILED"]);
        assert_eq!(refund(&scene.payment(&second).await), failed);

        let third = scene.quote(account, 50_000).await;
        scene.execute(&third).send().await.expect(200);
        assert_eq!(act(service, "payment refund", named(&scene, &third)).await.json["refund_reason"], "TIMEOUT");
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(scene.balances().await, (100_000, 100_000));
        let unknown = "Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        let unknown = with(&scene.platform, json!({ "transaction": unknown }));
        expect_error(service, "payment settle", unknown, Kind::NotFound).await;
    }
}

journey! {
    async fn a_rail_that_contradicts_an_operator_is_shown_to_one(service) {
        let Payout { scene, quote } = begin_payout(service, "004").await;
        act(service, "payment settle", named(&scene, &quote)).await;
        scene.platform.advance(DAY).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!((&alerts[0]["kind"], &alerts[0]["subject"]), (&json!("PAYOUT_CONTRADICTED"), &quote["transactionId"]));
    }
}

journey! {
    async fn a_refund_that_failed_is_made_by_an_operator(service) {
        let Payout { scene, quote } = begin_payout(service, "007").await;
        scene.platform.advance(Duration::from_secs(2)).await;
        assert_eq!(scene.balances().await, (0, 0));
        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!((&alerts[0]["kind"], &alerts[0]["subject"]), (&json!("REFUND_FAILED"), &quote["transactionId"]));
        assert_eq!(still_open(service).await, alerts, "the money is in suspense");
        let platform = with(&scene.platform, json!({}));
        let suspended = act(service, "suspense list", platform.clone()).await;
        assert_eq!(money_of(&suspended.json), [(&quote["transactionId"], &json!(100_000))]);
        scene.events().await;

        let mut other_decision = named(&scene, &quote);
        other_decision["account"] = json!(scene.platform.own_account("EUR").await);
        expect_error(service, "suspense resolve", other_decision, Kind::Invalid).await;

        let own = with(&scene.platform, json!({ "account": scene.platform.own_account("USD").await }));
        act(service, "account freeze", own.clone()).await;
        let mut to_frozen = named(&scene, &quote);
        to_frozen["account"] = own["account"].clone();
        expect_error(service, "suspense resolve", to_frozen, Kind::Invalid).await;

        act(service, "account freeze", with(&scene.platform, json!({ "account": scene.usd }))).await;
        scene.events().await;
        let resolved = act(service, "suspense resolve", named(&scene, &quote)).await;
        assert_eq!((&resolved.json["refund"], resolved.json["status"].as_str()), (&json!("COMPLETED"), Some("FAILED")));
        assert_eq!(scene.balances().await, (100_000, 100_000));
        let events = scene.events().await;
        assert_eq!(events.about(&quote["transactionId"]), ["OUTGOING_PAYMENT.REFUND_COMPLETED"]);
        assert_eq!(events.about(&json!(scene.usd)), ["INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
        assert_eq!(act(service, "suspense list", platform).await.json["rows"], json!([]));
        assert_eq!(still_open(service).await, json!([]));
        expect_error(service, "suspense resolve", named(&scene, &quote), Kind::Refused).await;
    }
}

journey! {
    async fn a_return_to_a_closed_account_waits_for_an_operator(service) {
        let Payout { scene, quote } = begin_payout(service, "000").await;
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        act(service, "account close", with(&scene.platform, json!({ "account": scene.usd }))).await;

        act(service, "payment return", named(&scene, &quote)).await;
        scene.platform.advance(Duration::from_secs(1)).await;
        let payment = scene.payment(&quote).await;
        assert_eq!(refund(&payment), json!(["FAILED", "PAYOUT_RETURNED", "FAILED", "TRANSACTION_FAILED"]));

        expect_error(service, "suspense resolve", named(&scene, &quote), Kind::Invalid).await;
        let mut to_platform = named(&scene, &quote);
        to_platform["account"] = json!(scene.platform.own_account("USD").await);
        assert_eq!(act(service, "suspense resolve", to_platform).await.json["refund"], "COMPLETED");
        assert_eq!(text(&scene.payment(&quote).await["status"]), "FAILED");
    }
}

journey! {
    async fn an_account_with_a_pending_refund_is_not_closed(service) {
        let Payout { scene, quote } = begin_payout(service, "004").await;
        let account = with(&scene.platform, json!({ "account": scene.usd }));
        expect_error(service, "account close", account.clone(), Kind::Refused).await;

        scene.platform.advance(Duration::from_millis(600)).await;
        assert_eq!(scene.payment(&quote).await["refund"]["status"], "PENDING");
        expect_error(service, "account close", account.clone(), Kind::Refused).await;
        act(service, "account freeze", account).await;
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(scene.balances().await, (100_000, 100_000), "undoing a debit is no payment");
    }
}

/// Settles a payout as an operator before its rail was instructed: the bank has paid it, so the rail must
/// not.
async fn settle_before_submission(setup: Setup) {
    let mut service = Service::start(setup).await;
    let scene = Scene::new(&service).await;
    scene.platform.fund(&scene.usd, 1_000).await;
    let euro = scene.euro_account().await;
    scene.events().await;
    service.stop_background().await;

    let quote = scene.quote(&euro, 1_000).await;
    scene.execute(&quote).send().await.expect(200);
    act(&service, "payment settle", named(&scene, &quote)).await;

    assert_eq!(jobs::run_due(service.app(), None, 10).await, Ok(1), "the submission was due");
    let platform = scene.platform.id;
    let known =
        service.app().store.read(move |tx| sandbox_orders::list(tx, SandboxRail::Payouts, platform)).await;
    assert_eq!(known, Ok::<_, Error>(Vec::new()));
    assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payout_settled_by_an_operator_is_not_submitted_on_sqlite() {
    settle_before_submission(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payout_settled_by_an_operator_is_not_submitted_on_postgres() {
    settle_before_submission(Setup::Postgres).await;
}
