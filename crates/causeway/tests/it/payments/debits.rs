//! Quotes that are funded by debiting an external account (money 2.2 L5p, 8.1, 9, 13.1).

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::books::{quotes_left_with_money, sums};
use super::scene::{Scene, text, transfer};
use super::submissions::orders;
use crate::harness::{Service, journey};
use crate::operator::acting::{act, expect_error, with};

const DAY: Duration = Duration::from_hours(24);
/// Longer than a debit, a payout and its refund take together.
const SETTLEMENT_WAIT: Duration = Duration::from_secs(5);

/// Creates a quote over 1 000.00 USD from Alice's bank account with this suffix.
async fn debit(scene: &Scene, suffix: &str, destination: &str) -> Value {
    let source = scene.platform.dollar_account(&scene.alice, suffix).await;
    ask(scene, &source, destination).await
}

async fn ask(scene: &Scene, source: &str, destination: &str) -> Value {
    let body = transfer(source, destination, "SENDING", 100_000);
    scene.platform.post("/quotes").json(&body).send().await.expect(201)
}

/// Registers a bank account of Alice's in euro with this suffix.
async fn euro(scene: &Scene, suffix: &str) -> String {
    scene.platform.euro_account(&scene.alice, &format!("DE89370400440532013{suffix}")).await
}

async fn status(scene: &Scene, quote: &Value) -> String {
    let path = format!("/quotes/{}", text(&quote["id"]));
    let quote = scene.platform.get(&path).send().await.expect(200);
    let payment = scene.payment(&quote).await;
    assert_eq!(quote["status"], payment["status"]);
    text(&quote["status"]).to_owned()
}

fn outcome(payment: &Value) -> Value {
    json!([payment["status"], payment["failureReason"], payment["refund"]["status"]])
}

fn outgoing(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("OUTGOING_PAYMENT.{name}")).collect()
}

async fn balance(service: &Service, code: &str, currency: &str) -> i64 {
    sums(service).await.get(&(code.to_owned(), currency.to_owned())).copied().unwrap_or_default()
}

journey! {
    async fn a_debit_funds_a_payout(service) {
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        scene.platform.freeze().await;
        let quote = debit(&scene, "111", &to).await;
        assert_eq!(quote["source"]["customerId"], scene.alice["id"]);
        assert_eq!(quote["totalReceivingAmount"], 91_540);

        let executed = scene.execute(&quote).send().await.expect(200);
        assert_eq!((&executed["status"], &executed["source"]), (&json!("PROCESSING"), &quote["source"]));
        let in_flight = [balance(service, "CO", "USD").await, balance(service, "QE", "USD").await];
        assert_eq!(in_flight, [-100_000, 100_000]);
        assert_eq!((balance(service, "FX", "USD").await, balance(service, "PO", "EUR").await), (0, 0));

        scene.platform.advance(Duration::from_millis(600)).await;
        assert_eq!(status(&scene, &quote).await, "PROCESSING");
        let settled = [balance(service, "CO", "USD").await, balance(service, "QE", "USD").await];
        assert_eq!(settled, [0, 0]);
        assert_eq!((balance(service, "CA", "USD").await, balance(service, "PO", "EUR").await), (-100_000, 91_540));

        scene.platform.advance(SETTLEMENT_WAIT).await;
        let payment = scene.payment(&quote).await;
        assert_eq!(outcome(&payment), json!(["COMPLETED", null, null]));
        assert_eq!(payment["source"], json!({ "sourceType": "ACCOUNT", "accountId": quote["source"]["accountId"], "currency": "USD" }));
        assert_eq!(scene.events().await.about(&quote["transactionId"]), outgoing(&["PENDING", "PROCESSING", "COMPLETED"]));
        assert_eq!(scene.balances().await, (0, 0), "no account here has paid");
        assert_eq!(quotes_left_with_money(service).await, 0);
        scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
    }
}

journey! {
    async fn a_debit_reaches_an_account_of_the_service_when_it_settles(service) {
        let scene = Scene::new(service).await;
        let own = scene.platform.own_account("USD").await;
        scene.platform.freeze().await;
        let mut at_once = transfer(&scene.platform.dollar_account(&scene.alice, "111").await, &own, "SENDING", 100_000);
        at_once["immediatelyExecute"] = json!(true);
        let quote = scene.platform.post("/quotes").json(&at_once).send().await.expect(201);
        assert_eq!(quote["status"], "PROCESSING");

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(status(&scene, &quote).await, "COMPLETED");
        let events = scene.events().await;
        assert_eq!(events.about(&quote["transactionId"]), outgoing(&["PENDING", "PROCESSING", "COMPLETED"]));
        let incoming = events.first("INCOMING_PAYMENT.COMPLETED");
        assert_eq!((&incoming["receivedAmount"]["amount"], &incoming["quoteId"]), (&json!(100_000), &quote["id"]));

        // To an account of the same owner it is one transaction, not two.
        let mine = debit(&scene, "112", &scene.usd).await;
        scene.execute(&mine).send().await.expect(200);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.balances().await, (100_000, 100_000));
        assert!(!scene.events().await.types().iter().any(|event| event.starts_with("INCOMING")));
    }
}

journey! {
    async fn a_debit_that_fails_leaves_nothing(service) {
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        scene.platform.freeze().await;
        for (suffix, wait) in [("002", 2), ("003", 2), ("004", 2), ("005", 31)] {
            let quote = debit(&scene, suffix, &to).await;
            assert_eq!(scene.execute(&quote).send().await.expect(200)["status"], "PROCESSING", "{suffix}");
            if wait > 2 {
                scene.platform.advance(Duration::from_secs(29)).await;
                assert_eq!(status(&scene, &quote).await, "PROCESSING", "{suffix}");
            }
            scene.platform.advance(Duration::from_secs(wait)).await;
            let payment = scene.payment(&quote).await;
            assert_eq!(outcome(&payment), json!(["FAILED", "QUOTE_EXECUTION_FAILED", null]), "{suffix}");
            assert_eq!(scene.events().await.about(&quote["transactionId"]), outgoing(&["PENDING", "PROCESSING", "FAILED"]));
            assert_eq!(status(&scene, &quote).await, "FAILED");
        }

        assert_eq!(scene.balances().await, (0, 0));
        for (code, currency) in [("CO", "USD"), ("CA", "USD"), ("QE", "USD"), ("PO", "EUR")] {
            assert_eq!(balance(service, code, currency).await, 0, "{code}");
        }
        assert_eq!(quotes_left_with_money(service).await, 0);
    }
}

journey! {
    async fn the_debit_for_a_failed_payout_is_refunded_to_its_owner(service) {
        let scene = Scene::new(service).await;
        let bad = euro(&scene, "004").await;
        scene.platform.freeze().await;

        let quote = debit(&scene, "111", &bad).await;
        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&quote).await), json!(["FAILED", "ACCOUNT_INVALID", "COMPLETED"]));
        let events = outgoing(&["PENDING", "PROCESSING", "FAILED", "REFUND_PENDING", "REFUND_COMPLETED"]);
        assert_eq!(scene.events().await.about(&quote["transactionId"]), events);
        assert_eq!(scene.balances().await, (100_000, 100_000));

        // A customer without an account in that currency is refunded on the debited account.
        let bob = scene.platform.customer(&["EUR"]).await;
        let theirs = scene.platform.dollar_account(&bob, "111").await;
        let quote = ask(&scene, &theirs, &bad).await;
        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&quote).await), json!(["FAILED", "ACCOUNT_INVALID", "COMPLETED"]));
        assert_eq!(balance(service, "CA", "USD").await, -100_000, "only Alice's money is here");
        assert_eq!(quotes_left_with_money(service).await, 0);
    }
}

journey! {
    async fn a_debit_for_a_frozen_account_is_refunded(service) {
        let scene = Scene::new(service).await;
        let bob = scene.platform.customer(&["USD"]).await;
        let theirs = scene.platform.account_of(&bob, "USD").await;
        scene.platform.freeze().await;
        let quote = debit(&scene, "111", &theirs).await;
        scene.execute(&quote).send().await.expect(200);
        act(service, "account freeze", with(&scene.platform, json!({ "account": theirs }))).await;
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&quote).await), json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"]));
        assert_eq!(scene.balances().await, (100_000, 100_000));
    }
}

journey! {
    async fn a_debit_for_a_disabled_external_account_is_refunded(service) {
        let scene = Scene::new(service).await;
        let disabled = euro(&scene, "000").await;
        let deleted = euro(&scene, "001").await;
        scene.platform.freeze().await;
        let quotes = [debit(&scene, "111", &disabled).await, debit(&scene, "112", &deleted).await];
        for quote in &quotes {
            scene.execute(quote).send().await.expect(200);
        }
        act(service, "external-account disable", with(&scene.platform, json!({ "account": disabled }))).await;
        scene.platform.delete(&format!("/customers/external-accounts/{deleted}")).send().await.expect(204);

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&quotes[0]).await), json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"]));
        assert_eq!(outcome(&scene.payment(&quotes[1]).await), json!(["COMPLETED", null, null]));
        assert_eq!(scene.balances().await, (100_000, 100_000));
    }
}

journey! {
    async fn a_refund_to_a_frozen_account_that_paid_nothing_waits_for_an_operator(service) {
        let scene = Scene::new(service).await;
        let bad = euro(&scene, "004").await;
        scene.platform.freeze().await;
        let quote = debit(&scene, "111", &bad).await;
        scene.execute(&quote).send().await.expect(200);
        let account = with(&scene.platform, json!({ "account": scene.usd }));
        act(service, "account freeze", account.clone()).await;

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&quote).await), json!(["FAILED", "ACCOUNT_INVALID", "FAILED"]));
        assert_eq!((scene.balances().await.0, balance(service, "SU", "USD").await), (0, 100_000));

        act(service, "account release", account).await;
        let payment = with(&scene.platform, json!({ "transaction": quote["transactionId"] }));
        assert_eq!(act(service, "suspense resolve", payment).await.json["refund"], "COMPLETED");
        assert_eq!(scene.balances().await, (100_000, 100_000));
    }
}

journey! {
    async fn the_source_of_a_debit_is_checked(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let to = euro(&scene, "000").await;
        let other = euro(&scene, "001").await;
        let from = |source: &str| platform.post("/quotes").json(&transfer(source, &to, "SENDING", 100_000)).send();
        from("ExternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b").await.expect_error(404, "REFERENCE_NOT_FOUND");
        let error = from(&other).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "NOT_PULLABLE");
        from(&to).await.expect_error(400, "SELF_PAYMENT");

        let dollars = platform.dollar_account(&scene.alice, "111").await;
        let account = with(platform, json!({ "account": dollars }));
        act(service, "external-account disable", account.clone()).await;
        let error = from(&dollars).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "EXTERNAL_ACCOUNT_NOT_ACTIVE");
        act(service, "external-account enable", account).await;

        let mut to_uma = transfer(&dollars, &to, "SENDING", 100_000);
        to_uma["destination"] = json!({ "destinationType": "UMA_ADDRESS", "umaAddress": "$bob@example.com" });
        to_uma["lookupId"] = json!("Lookup:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        let error = platform.post("/quotes").json(&to_uma).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "destination.destinationType");

        let quote = ask(&scene, &dollars, &to).await;
        let deleted = ask(&scene, &dollars, &to).await;
        let customer = with(platform, json!({ "customer": scene.alice["id"] }));
        act(service, "customer hold", customer.clone()).await;
        from(&dollars).await.expect_error(403, "USER_NOT_READY");
        scene.execute(&quote).send().await.expect_error(403, "USER_NOT_READY");
        act(service, "customer release", customer).await;
        scene.execute(&quote).send().await.expect(200);

        platform.delete(&format!("/customers/external-accounts/{dollars}")).send().await.expect(204);
        from(&dollars).await.expect_error(404, "REFERENCE_NOT_FOUND");
        let error = scene.execute(&deleted).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "EXTERNAL_ACCOUNT_NOT_ACTIVE");
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        assert_eq!(status(&scene, &quote).await, "COMPLETED", "what is under way goes on");
    }
}

journey! {
    async fn a_debit_is_begun_once(service) {
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        let quote = debit(&scene, "111", &to).await;
        service.rail.lose_debit_answers(1);
        let responses = join_all((0..10).map(|_| scene.execute(&quote).send())).await;
        assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
        for response in responses.iter().filter(|response| response.status != 200) {
            assert_eq!(response.expect_error(409, "CONFLICT")["details"]["reason"], "QUOTE_ALREADY_EXECUTED");
        }
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        assert_eq!(scene.events().await.about(&quote["transactionId"]), outgoing(&["PENDING", "PROCESSING", "COMPLETED"]));
        assert_eq!(orders(service, &scene, &quote).await, Some(1));
        assert_eq!(balance(service, "CA", "USD").await, -100_000);
    }
}

journey! {
    async fn a_debit_that_settles_late_is_paid_at_the_rate_of_its_execution(service) {
        service.rail.get_stuck(true);
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        scene.platform.freeze().await;
        let quote = debit(&scene, "111", &to).await;
        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(Duration::from_hours(1)).await;
        assert_eq!(status(&scene, &quote).await, "PROCESSING");

        service.rail.get_stuck(false);
        scene.platform.advance(DAY).await;
        let payment = scene.payment(&quote).await;
        assert_eq!((outcome(&payment), &payment["receivedAmount"]["amount"]), (json!(["COMPLETED", null, null]), &json!(91_540)));
    }
}

journey! {
    async fn a_debit_rail_that_wants_to_be_asked_in_a_year_is_asked_tomorrow(service) {
        service.rail.postpone_polls(true);
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let quote = debit(&scene, "111", &scene.usd).await;
        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(DAY + Duration::from_secs(1)).await;
        assert_eq!(status(&scene, &quote).await, "COMPLETED");
    }
}

journey! {
    async fn a_debit_that_is_stuck_for_days_is_given_up(service) {
        act(service, "setting set", json!({ "name": "payout_timeout_days", "value": "2" })).await;
        service.rail.get_stuck(true);
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        scene.platform.freeze().await;
        let quote = debit(&scene, "111", &to).await;
        scene.execute(&quote).send().await.expect(200);

        scene.platform.advance(DAY + SETTLEMENT_WAIT).await;
        assert_eq!(status(&scene, &quote).await, "PROCESSING");
        scene.platform.advance(DAY).await;
        let payment = scene.payment(&quote).await;
        assert_eq!(outcome(&payment), json!(["FAILED", "QUOTE_EXECUTION_FAILED", null]));

        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!((&alerts[0]["kind"], &alerts[0]["subject"]), (&json!("DEBIT_STUCK"), &quote["transactionId"]));

        service.rail.get_stuck(false);
        scene.platform.advance(DAY).await;
        assert_eq!(scene.payment(&quote).await, payment);
        assert_eq!((balance(service, "CO", "USD").await, balance(service, "CA", "USD").await), (0, 0));
    }
}

journey! {
    async fn operators_settle_or_fail_an_unreported_debit(service) {
        service.rail.get_stuck(true);
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let mine = debit(&scene, "111", &scene.usd).await;
        let named = |quote: &Value| with(&scene.platform, json!({ "transaction": quote["transactionId"] }));
        expect_error(service, "payment settle", named(&mine), causeway_service::operator::Kind::Refused).await;

        scene.execute(&mine).send().await.expect(200);
        let still = expect_error(service, "payment refund", named(&mine), causeway_service::operator::Kind::Refused).await;
        assert!(still.message.contains("payment settle or payment fail"), "{still}");
        assert_eq!(act(service, "payment settle", named(&mine)).await.json["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (100_000, 100_000));

        let other = debit(&scene, "112", &scene.usd).await;
        scene.execute(&other).send().await.expect(200);
        assert_eq!(act(service, "payment fail", named(&other)).await.json["status"], "FAILED");
        assert_eq!(outcome(&scene.payment(&other).await), json!(["FAILED", "QUOTE_EXECUTION_FAILED", null]));
        assert_eq!(scene.balances().await, (100_000, 100_000));
    }
}

/// Returns the payments of the open alerts, each with the contradicting report of the rail. Checks that all
/// alerts are of the kind `DEBIT_CONTRADICTED`.
async fn contradicted(service: &Service) -> Vec<Value> {
    let alerts = act(service, "alert list", json!({})).await.json;
    let all = alerts.as_array().expect("a list").iter();
    all.inspect(|alert| assert_eq!(alert["kind"], "DEBIT_CONTRADICTED", "{alert}"))
        .map(|alert| json!([alert["subject"], alert["detail"]["rail_says"]]))
        .collect()
}

journey! {
    async fn a_debit_rail_that_contradicts_an_operator_is_heard(service) {
        service.rail.get_stuck(true);
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let mut quotes = Vec::new();
        for (suffix, action) in [("111", "settle"), ("112", "fail"), ("004", "settle"), ("104", "settle")] {
            let quote = debit(&scene, suffix, &scene.usd).await;
            scene.execute(&quote).send().await.expect(200);
            scene.platform.advance(Duration::from_secs(1)).await;
            let arguments = with(&scene.platform, json!({ "transaction": quote["transactionId"] }));
            act(service, &format!("payment {action}"), arguments).await;
            quotes.push(quote);
        }

        scene.platform.advance(DAY).await;
        assert_eq!(contradicted(service).await, Vec::<Value>::new());

        service.rail.get_stuck(false);
        scene.platform.advance(DAY).await;
        let said = |at: usize, what: &str| json!([quotes[at]["transactionId"], what]);
        let mut heard = contradicted(service).await;
        heard.sort_by_key(|alert| text(&alert[1]).to_owned());
        assert_eq!(heard, [said(2, "FAILED"), said(1, "SETTLED")]);
        assert_eq!(scene.balances().await, (300_000, 300_000), "no money is moved");
    }
}
