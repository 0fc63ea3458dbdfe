//! Money that matches no account and no quote (money 2.2 L2, 3.5): it is in suspense until an operator
//! assigns it.

use std::time::Duration;

use causeway_service::operator::Kind;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{Service, journey};
use crate::operator::acting::{act, expect_error, try_action, with};
use crate::payments::scene::{Scene, text};
use crate::quotes::paying_in::{SETTLEMENT_WAIT, booked, dollars, euro, outcome, quote};

/// Runs an operator action on the platform and returns its output.
async fn decide(service: &Service, scene: &Scene, action: &str, arguments: Value) -> Value {
    act(service, action, with(&scene.platform, arguments)).await.json
}

/// Builds a deposit in euro by SEPA, with a reference that matches nothing.
fn stray(amount: i64, event: Option<&str>) -> Value {
    json!({
        "reference": "INVOICE 4711",
        "amount": amount,
        "currency": "EUR",
        "rail": "SEPA",
        "payer": "Erika Musterfrau",
        "from": "DE89…3000",
        "event": event,
    })
}

/// Returns the balances of cash and of suspense, in the smallest unit.
async fn cash_and_suspense(service: &Service, currency: &str) -> (i64, i64) {
    (booked(service, "CA", currency).await, booked(service, "SU", currency).await)
}

async fn suspended(service: &Service, scene: &Scene) -> Vec<Value> {
    let listed = decide(service, scene, "suspense list", json!({})).await;
    listed["rows"].as_array().expect("a list").clone()
}

async fn open_alerts(service: &Service) -> Vec<(String, String)> {
    let open = act(service, "alert list", json!({})).await.json;
    let named = |alert: &Value| (text(&alert["kind"]).to_owned(), text(&alert["subject"]).to_owned());
    open.as_array().expect("a list").iter().map(named).collect()
}

async fn transactions(scene: &Scene) -> i64 {
    scene.platform.get("/transactions").send().await.expect(200)["totalCount"].as_i64().expect("a number")
}

journey! {
    /// Reports unmatched money twice and assigns it: it is held once, an operator sees its sender, and it
    /// becomes a deposit of the named account.
    async fn money_that_fits_nothing_becomes_the_deposit_of_whom_an_operator_names(service) {
        let scene = Scene::new(service).await;
        let euro_account = scene.platform.own_account("EUR").await;

        let held_deposit = decide(service, &scene, "deposit push", stray(2_500, Some("event 1"))).await;
        assert_eq!((&held_deposit["status"], &held_deposit["payment"]), (&json!("HELD"), &Value::Null));
        assert_eq!(decide(service, &scene, "deposit push", stray(2_500, Some("event 1"))).await, held_deposit);
        assert_eq!(cash_and_suspense(service, "EUR").await, (-2_500, 2_500));
        let [entry] = &suspended(service, &scene).await[..] else { panic!("one") };
        assert_eq!((&entry["transaction"], &entry["amount"]["amount"]), (&held_deposit["transaction"], &json!(2_500)));
        let listed = json!([entry["reference"], entry["rail"], entry["payer"], entry["payer_account"], entry["event"], entry["status"]]);
        assert_eq!(listed, json!(["INVOICE 4711", "SEPA", "Erika Musterfrau", "DE89…3000", "event 1", "HELD"]));
        assert_eq!(open_alerts(service).await, [("DEPOSIT_UNMATCHED".to_owned(), text(&held_deposit["transaction"]).to_owned())]);
        assert_eq!((transactions(&scene).await, scene.events().await.types().len()), (0, 0), "no platform is shown it");

        let id = json!({ "transaction": held_deposit["transaction"] });
        let refuse = async |arguments: Value, kind| expect_error(service, "suspense resolve", with(&scene.platform, arguments), kind).await.message;
        let to = |account: &str| json!({ "transaction": held_deposit["transaction"], "account": account });
        assert!(refuse(id.clone(), Kind::Invalid).await.contains("account"));
        refuse(to(&scene.usd), Kind::Invalid).await;
        refuse(json!({ "transaction": held_deposit["transaction"], "account": euro_account, "payer": true }), Kind::Invalid).await;

        let other = Scene::new(service).await;
        refuse(to(&other.usd), Kind::NotFound).await;
        expect_error(service, "suspense resolve", with(&other.platform, to(&other.usd)), Kind::NotFound).await;

        let resolved = decide(service, &scene, "suspense resolve", to(&euro_account)).await;
        assert_eq!((&resolved["transaction"], &resolved["status"]), (&held_deposit["transaction"], &json!("CREDITED")));
        let deposit = scene.transaction(&resolved["payment"]).await;
        assert_eq!([&deposit["type"], &deposit["direction"], &deposit["status"]], ["INCOMING", "CREDIT", "COMPLETED"]);
        assert_eq!((&deposit["receivedAmount"]["amount"], &deposit["source"]["accountHolderName"]), (&json!(2_500), &json!("Erika Musterfrau")));
        assert_eq!(deposit["reconciliationInstructions"]["reference"], "INVOICE 4711");
        assert_eq!(scene.events().await.types(), ["INCOMING_PAYMENT.COMPLETED", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
        assert_eq!(cash_and_suspense(service, "EUR").await, (-2_500, 0));
        assert_eq!(suspended(service, &scene).await, Vec::<Value>::new());

        refuse(to(&euro_account), Kind::Refused).await;
        refuse(json!({ "transaction": held_deposit["transaction"], "payer": true }), Kind::Refused).await;
        let again = decide(service, &scene, "deposit push", stray(2_500, Some("event 1"))).await;
        assert_eq!(again, resolved, "reported again, it shows what has become of it");

        causeway_service::runtime::upkeep::close_alerts(service.app()).await.expect("alerts");
        assert_eq!(open_alerts(service).await, [], "there is nothing to do any more");
    }
}

journey! {
    /// Returns unmatched money through its rail; if the rail keeps it or does not answer, an operator decides
    /// once more.
    async fn money_that_fits_nothing_goes_back_to_its_payer(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let deposit = decide(service, &scene, "deposit push", stray(900, None)).await;
        let back = json!({ "transaction": deposit["transaction"], "payer": true });
        let id = json!({ "transaction": deposit["transaction"] });
        expect_error(service, "payment release", with(&scene.platform, id.clone()), Kind::Refused).await;

        let resolved = decide(service, &scene, "suspense resolve", back.clone()).await;
        assert_eq!(resolved["status"], "RETURNING");
        let wait = &decide(service, &scene, "suspense show", id.clone()).await["waits_for"];
        assert_eq!((&wait["party"], wait["until"].is_string()), (&json!("RAIL"), true), "{wait}");
        assert_eq!(cash_and_suspense(service, "EUR").await, (-900, 900), "the money is in suspense until its rail has returned it");
        expect_error(service, "suspense resolve", with(&scene.platform, back.clone()), Kind::Refused).await;

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(cash_and_suspense(service, "EUR").await, (0, 0));
        assert_eq!(suspended(service, &scene).await, Vec::<Value>::new());
        expect_error(service, "suspense resolve", with(&scene.platform, back), Kind::Refused).await;

        service.rail.ignore_recalls(true);
        let kept = decide(service, &scene, "deposit push", stray(40, None)).await;
        let released = decide(service, &scene, "deposit push", stray(50, None)).await;
        for one in [&kept, &released] {
            let back = json!({ "transaction": one["transaction"], "payer": true });
            decide(service, &scene, "suspense resolve", back).await;
        }

        scene.platform.advance(Duration::from_hours(6 * 24)).await;
        let stuck = open_alerts(service).await;
        assert_eq!(stuck.iter().filter(|(kind, _)| kind == "REFUND_STUCK").count(), 2, "{stuck:?}");
        let named = |one: &Value| json!({ "transaction": one["transaction"] });
        let wait = &decide(service, &scene, "deposit show", named(&kept)).await["waits_for"];
        assert_eq!((&wait["party"], &wait["until"]), (&json!("OPERATOR"), &Value::Null), "{wait}");

        assert_eq!(decide(service, &scene, "payment keep", named(&kept)).await["status"], "HELD");
        assert_eq!(decide(service, &scene, "payment release", named(&released)).await["status"], "RETURNED");
        service.rail.ignore_recalls(false);
        assert_eq!(cash_and_suspense(service, "EUR").await, (-40, 40));

        let account = scene.platform.own_account("EUR").await;
        let to = json!({ "transaction": kept["transaction"], "account": account });
        assert_eq!(decide(service, &scene, "suspense resolve", to).await["status"], "CREDITED");
        scene.platform.advance(Duration::from_hours(1)).await;
        assert_eq!(cash_and_suspense(service, "EUR").await, (-40, 0));
    }
}

journey! {
    /// Checks that a payer's reference leads to an account or to a quote; only money with an unknown one is
    /// held.
    async fn the_reference_of_a_payer_leads_to_an_account_or_a_quote(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let push = async |arguments: Value| decide(service, &scene, "deposit push", arguments).await;
        let path = format!("/customers/internal-accounts?currency=USD&customerId={}", text(&scene.alice["id"]));
        let account = scene.platform.get(&path).send().await.expect(200)["data"][0].take();
        let info = &account["fundingPaymentInstructions"][0]["accountOrWalletInfo"];
        let reference = text(&info["reference"]).to_lowercase();

        for named in [text(&info["accountNumber"]).to_owned(), format!("  {reference} ")] {
            let credited = push(json!({ "reference": named, "amount": 300, "event": format!("event {named}") })).await;
            assert_eq!(credited["status"], "COMPLETED", "{named}");
            assert_eq!(push(json!({ "reference": named, "amount": 300, "event": format!("event {named}") })).await, credited);
        }
        assert_eq!(scene.balances().await, (600, 600));

        let attempt = async |arguments: Value, kind| {
            expect_error(service, "deposit push", with(&scene.platform, arguments), kind).await.message
        };
        let other = json!({ "reference": reference, "amount": 300, "currency": "EUR" });
        assert!(attempt(other, Kind::Invalid).await.contains("USD"));

        let to = euro(&scene, "000").await;
        let open = quote(&scene, &dollars(&scene), &to, 1_000).await;
        let named = scene.payment(&open).await["reconciliationInstructions"]["reference"].take();
        attempt(json!({ "reference": named, "amount": 1_000 }), Kind::Invalid).await;
        scene.platform.advance(Duration::from_mins(6)).await;
        let late_deposit = push(json!({ "reference": named, "amount": 1_000 })).await;
        assert_eq!(outcome(&scene.transaction(&late_deposit["transaction"]).await), json!(["FAILED", "QUOTE_EXPIRED", "PENDING"]));
        scene.platform.advance(SETTLEMENT_WAIT).await;

        for (wrong, about) in [
            (json!({ "reference": "x", "amount": 5 }), "currency"),
            (json!({ "reference": "x", "amount": 0, "currency": "EUR" }), "amount"),
            (json!({ "reference": "x", "amount": 5, "currency": "XXX" }), "currency"),
            (json!({ "reference": " ", "amount": 5, "currency": "EUR" }), "reference"),
            (json!({ "reference": "x".repeat(141), "amount": 5, "currency": "EUR" }), "reference"),
            (json!({ "reference": "x", "amount": 5, "currency": "EUR", "event": "" }), "event"),
            (json!({ "reference": "x", "amount": 5, "currency": "EUR", "network": "SOLANA" }), "network"),
            (json!({ "reference": "x", "amount": 5, "currency": "USDC", "rail": "SEPA" }), "rail"),
            (json!({ "amount": 5, "currency": "EUR" }), "reference"),
            (json!({ "reference": "x", "account": scene.usd, "amount": 5 }), "reference"),
        ] {
            let message = attempt(wrong.clone(), Kind::Invalid).await;
            assert!(message.contains(about), "{wrong}: {message}");
        }

        let coins = json!({ "reference": "0x00aa", "amount": 7, "currency": "USDC", "network": "BASE", "from": "0x00bb" });
        let deposit = push(coins).await;
        let [entry] = &suspended(service, &scene).await[..] else { panic!("one") };
        assert_eq!([&entry["network"], &entry["payer_account"]], ["BASE", "0x00bb"]);
        let to = json!({ "transaction": deposit["transaction"], "account": scene.platform.account_of(&scene.alice, "USDC").await });
        decide(service, &scene, "suspense resolve", to).await;
        assert_eq!(cash_and_suspense(service, "USDC").await, (-7, 0));
    }
}

/// Makes eight decisions about one unmatched amount at once, and returns the number of those carried out.
async fn decide_at_once(service: &Service, scene: &Scene, id: &Value, account: &str) -> usize {
    let decisions = (0..8).map(|round| {
        let to = if round % 2 == 0 { json!({ "account": account }) } else { json!({ "payer": true }) };
        let mut arguments = with(&scene.platform, to);
        arguments["transaction"] = id.clone();
        async move { try_action(service, "suspense resolve", arguments).await.is_ok() }
    });
    join_all(decisions).await.into_iter().filter(|done| *done).count()
}

journey! {
    async fn one_decision_is_made_about_stray_money(service) {
        let scene = Scene::new(service).await;
        let account = scene.platform.own_account("EUR").await;
        for _ in 0..6 {
            let events = (0..4).map(|_| decide(service, &scene, "deposit push", stray(10, Some("one"))));
            join_all(events).await;
            let deposit = decide(service, &scene, "deposit push", stray(1_000, None)).await;
            assert_eq!(decide_at_once(service, &scene, &deposit["transaction"], &account).await, 1);
        }
        assert_eq!(suspended(service, &scene).await.iter().filter(|one| one["event"] == "one").count(), 1);
        scene.platform.settled().await;
    }
}
