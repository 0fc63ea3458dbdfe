//! Money that payers send to an account's coordinates, and third-party debits of it (money 3.5).

use causeway_service::operator::Kind;
use serde_json::{Value, json};

use crate::harness::{Service, journey, on_engines};
use crate::operator::acting::{act, expect_error, still_open, with};
use crate::payments::scene::{Scene, text};

/// Runs an operator action on the platform and returns the payment that it shows.
async fn decide(service: &Service, scene: &Scene, action: &str, arguments: Value) -> Value {
    act(service, action, with(&scene.platform, arguments)).await.json
}

/// Pushes an amount into Alice's dollar account by this rail.
async fn push(service: &Service, scene: &Scene, rail: Option<&str>, amount: i64) -> Value {
    let arguments = json!({ "account": scene.usd, "amount": amount, "rail": rail, "payer": "Some Payer" });
    decide(service, scene, "deposit push", arguments).await
}

journey! {
    async fn a_push_by_an_instant_rail_is_credited_at_once(service) {
        let scene = Scene::new(service).await;
        let pushed = push(service, &scene, None, 1_250).await;
        assert_eq!(pushed["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (1_250, 1_250));

        let transaction = scene.transaction(&pushed["transaction"]).await;
        assert_eq!((&transaction["type"], &transaction["direction"]), (&json!("INCOMING"), &json!("CREDIT")));
        assert_eq!(transaction["receivedAmount"]["amount"], 1_250);
        assert_eq!(transaction["source"]["sourceType"], "REALTIME_FUNDING");
        assert_eq!(transaction["source"]["accountHolderName"], "Some Payer");
        assert_eq!(transaction["source"]["paymentRail"], "RTP");
        assert!(transaction["settledAt"].is_string(), "{transaction}");

        let events = scene.events().await;
        assert_eq!(events.types(), ["INCOMING_PAYMENT.COMPLETED", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
    }
}

journey! {
    async fn a_slower_bank_announces_a_push_and_then_brings_it_or_not(service) {
        let scene = Scene::new(service).await;
        let [brought, lost, refused_one] = [
            push(service, &scene, Some("ACH"), 700).await,
            push(service, &scene, Some("WIRE"), 300).await,
            push(service, &scene, Some("ACH"), 100).await,
        ];
        for announced in [&brought, &lost, &refused_one] {
            assert_eq!(announced["status"], "PENDING");
        }

        assert_eq!(scene.balances().await, (0, 0), "announced is not here");
        assert_eq!(scene.events().await.types(), ["INCOMING_PAYMENT.PENDING"; 3]);
        let named = |payment: &Value| json!({ "transaction": payment["transaction"] });

        let settled = decide(service, &scene, "payment settle", named(&brought)).await;
        assert_eq!(settled["status"], "COMPLETED");
        let failed = decide(service, &scene, "payment fail", named(&lost)).await;
        assert_eq!((&failed["status"], &failed["failure"]), (&json!("FAILED"), &json!("COLLECTION_FAILED")));
        let reason = json!({ "transaction": refused_one["transaction"], "failure": "COMPLIANCE_REJECTED" });
        let failed = decide(service, &scene, "payment fail", reason).await;
        assert_eq!(failed["failure"], "COMPLIANCE_REJECTED");

        assert_eq!(scene.balances().await, (700, 700));
        let again = with(&scene.platform, named(&brought));
        expect_error(service, "payment settle", again, Kind::Refused).await;
    }
}

journey! {
    async fn money_for_a_frozen_account_is_in_suspense_until_an_operator_decides(service) {
        let scene = Scene::new(service).await;
        let slow = push(service, &scene, Some("ACH"), 40).await;
        let account = json!({ "account": scene.usd });
        decide(service, &scene, "account freeze", account.clone()).await;
        let pushed = push(service, &scene, Some("RTP"), 60).await;
        assert_eq!(pushed["status"], "PENDING");
        let settled = decide(service, &scene, "payment settle", json!({ "transaction": slow["transaction"] })).await;
        assert_eq!(settled["status"], "PENDING", "the bank has delivered the money, which is not credited yet");

        let listed = act(service, "suspense list", with(&scene.platform, json!({}))).await.json;
        assert_eq!(listed["rows"].as_array().expect("a list").len(), 2, "{listed}");
        let named = |payment: &Value| json!({ "transaction": payment["transaction"] });

        let early_decision = with(&scene.platform, named(&pushed));
        expect_error(service, "suspense resolve", early_decision.clone(), Kind::Invalid).await;
        expect_error(service, "payment fail", early_decision, Kind::Refused).await;
        let kinds = |open: &Value| -> Vec<Value> {
            open.as_array().expect("a list").iter().map(|alert| alert["kind"].clone()).collect()
        };
        assert_eq!(kinds(&still_open(service).await), ["DEPOSIT_SUSPENDED"; 2]);

        decide(service, &scene, "account release", account).await;
        for payment in [&pushed, &slow] {
            let resolved = decide(service, &scene, "suspense resolve", named(payment)).await;
            assert_eq!(resolved["status"], "COMPLETED");
        }
        assert_eq!(still_open(service).await, json!([]));
        assert_eq!(scene.balances().await, (100, 100));

        causeway_service::runtime::upkeep::close_alerts(service.app()).await.expect("alerts");
        let open = act(service, "alert list", json!({})).await.json;
        assert_eq!(open, json!([]), "no deposit waits for an operator any more");
        let again = with(&scene.platform, named(&slow));
        expect_error(service, "suspense resolve", again, Kind::Refused).await;
    }
}

journey! {
    async fn a_third_party_debits_at_most_the_balance(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 500).await;
        scene.events().await;
        let debit = async |amount: i64| {
            let arguments = json!({ "account": scene.usd, "amount": amount });
            decide(service, &scene, "deposit debit", arguments).await
        };

        let taken = debit(200).await;
        assert_eq!(taken["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (300, 300));
        let transaction = scene.transaction(&taken["transaction"]).await;
        assert_eq!((&transaction["type"], &transaction["direction"]), (&json!("INCOMING"), &json!("DEBIT")));
        let events = scene.events().await;
        assert_eq!(events.types(), ["INCOMING_PAYMENT.COMPLETED", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]);

        let too_much = debit(301).await;
        assert_eq!(too_much["status"], "FAILED");
        assert_eq!(too_much["failure"], "COLLECTION_FAILED");
        assert_eq!(scene.balances().await, (300, 300));
        assert_eq!(scene.events().await.types(), ["INCOMING_PAYMENT.FAILED"]);
        let nothing = with(&scene.platform, json!({ "account": scene.usd, "amount": 0 }));
        expect_error(service, "deposit debit", nothing, Kind::Invalid).await;
    }
}

on_engines! {
    async fn a_push_needs_an_account_and_a_rail_that_leads_there(service) {
        let scene = Scene::new(service).await;
        let coins = scene.platform.account_of(&scene.alice, "USDC").await;
        let attempt = async |account: &str, amount: i64, rail: Option<&str>, kind| {
            let arguments = json!({ "account": account, "amount": amount, "rail": rail });
            expect_error(service, "deposit push", with(&scene.platform, arguments), kind).await.message
        };
        assert!(attempt(&scene.usd, 5, Some("SPEI"), Kind::Invalid).await.contains("rail"));
        assert!(attempt(&scene.usd, 0, None, Kind::Invalid).await.contains("amount"));

        let other = Scene::new(service).await;
        attempt(&other.usd, 5, None, Kind::NotFound).await;
        let debit = with(&scene.platform, json!({ "account": coins, "amount": 5 }));
        assert!(expect_error(service, "deposit debit", debit, Kind::Invalid).await.message.contains("account"));
        assert_eq!(text(&push(service, &scene, None, 5).await["status"]), "COMPLETED");
    }
}
