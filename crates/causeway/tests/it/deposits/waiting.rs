//! Coins that wait until their sender is known (money 3.5: `pendingReason`).

use std::time::Duration;

use causeway_service::operator::Kind;
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::harness::{Service, journey};
use crate::operator::acting::{act, expect_error, require_counterparties, with};
use crate::payments::scene::{Scene, text};

fn address(end: u32) -> String {
    format!("0x{end:0>40}")
}

/// Pushes USDC from an Ethereum address and returns the transaction that the platform sees.
async fn push(service: &Service, scene: &Scene, end: u32) -> Value {
    let account = scene.platform.account_of(&scene.alice, "USDC").await;
    let pushed =
        json!({ "account": account, "amount": 1_000_000, "network": "ETHEREUM", "from": address(end) });
    let pushed = act(service, "deposit push", with(&scene.platform, pushed)).await.json;
    scene.transaction(&pushed["transaction"]).await
}

/// Declares an address as Alice's own, or as that of a counterparty.
async fn declare(scene: &Scene, end: u32, ownership: Option<&str>, more: Value) -> Value {
    let mut body = json!({
        "customerId": scene.alice["id"], "currency": "USDC",
        "accountInfo": { "accountType": "ETHEREUM_WALLET", "address": address(end) },
    });
    for (name, value) in more.as_object().expect("members") {
        body["accountInfo"][name] = value.clone();
    }
    if let Some(ownership) = ownership {
        body["ownershipType"] = json!(ownership);
    }
    scene.platform.post("/customers/external-accounts").json(&body).send().await.expect(201)
}

async fn waits_for(scene: &Scene, id: &Value, reason: &str) {
    wait::until(reason, wait::PATIENCE, || async {
        let transaction = scene.transaction(id).await;
        if transaction["pendingReason"] == reason { Ok(()) } else { Err(transaction.to_string()) }
    })
    .await;
}

/// Returns Alice's balance in USDC.
async fn coins(scene: &Scene) -> i64 {
    let path = format!("/customers/internal-accounts?currency=USDC&customerId={}", text(&scene.alice["id"]));
    let account = scene.platform.get(&path).send().await.expect(200)["data"][0].take();
    assert_eq!(account["balance"], account["totalBalance"]);
    account["balance"]["amount"].as_i64().expect("an amount")
}

journey! {
    async fn coins_of_an_unknown_sender_wait_for_one_thing_after_the_other(service) {
        let scene = Scene::new(service).await;
        let known = push(service, &scene, 1).await;
        assert_eq!((&known["status"], &known["pendingReason"]), (&json!("COMPLETED"), &Value::Null), "no declaration is required yet");

        require_counterparties(service, &scene.platform).await;
        scene.events().await;

        let deposit = push(service, &scene, 2).await;
        let id = &deposit["id"];
        assert_eq!([&deposit["status"], &deposit["pendingReason"]], ["PENDING", "COUNTERPARTY_DECLARATION_REQUIRED"]);
        assert_eq!(deposit["source"]["onChainTransaction"]["transactionHash"], deposit["reconciliationInstructions"]["transactionHash"], "{deposit}");
        assert_eq!(coins(&scene).await, 1_000_000, "the coins that needed no declaration");

        // A declaration of another address changes nothing.
        declare(&scene, 3, None, json!({ "vaspName": "Kraken" })).await;

        let wallet = declare(&scene, 2, Some("FIRST_PARTY"), json!({})).await;
        waits_for(&scene, id, "WALLET_VERIFICATION_REQUIRED").await;
        let path = format!("/customers/external-accounts/{}", text(&wallet["id"]));
        scene.platform.post(&format!("{path}/challenge")).json(&json!({ "method": "WALLET_SIGNATURE" })).send().await.expect(201);
        let signed = json!({ "signature": "sandbox-valid-signature" });
        scene.platform.post(&format!("{path}/verify")).json(&signed).send().await.expect(200);
        waits_for(&scene, id, "COMPLIANCE_REVIEW").await;

        let arguments = with(&scene.platform, json!({ "transaction": id }));
        for action in ["suspense resolve", "payment settle", "payment fail"] {
            expect_error(service, action, arguments.clone(), Kind::Refused).await;
        }
        assert_eq!(act(service, "deposit release", arguments.clone()).await.json["status"], "COMPLETED");
        expect_error(service, "deposit release", arguments.clone(), Kind::Refused).await;
        expect_error(service, "deposit reject", arguments, Kind::Refused).await;

        assert_eq!(coins(&scene).await, 2_000_000);
        let transaction = scene.transaction(id).await;
        assert_eq!((&transaction["pendingReason"], transaction["settledAt"].is_string()), (&Value::Null, true));
        assert_eq!(scene.events().await.about(id), ["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.COMPLETED"]);
    }
}

journey! {
    async fn known_details_of_the_sender_decide_the_pending_reason(service) {
        let scene = Scene::new(service).await;
        declare(&scene, 1, Some("THIRD_PARTY"), json!({})).await;
        require_counterparties(service, &scene.platform).await;
        declare(&scene, 2, None, json!({ "vaspName": "Kraken" })).await;

        for (end, reason) in [(1, "COUNTERPARTY_INFORMATION_REQUIRED"), (2, "COMPLIANCE_REVIEW")] {
            assert_eq!(push(service, &scene, end).await["pendingReason"], reason);
        }

        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!((alerts.as_array().map(Vec::len), &alerts[0]["kind"]), (Some(1), &json!("DEPOSIT_REVIEW")), "{alerts}");
        assert!(text(&alerts[0]["detail"]["commands"][0]).starts_with("causeway deposit release Transaction:"), "{alerts}");
        act(service, "alert close", json!({ "alert": alerts[0]["alert"] })).await;
    }
}

journey! {
    /// Checks that coins go back to their sender if they are rejected, or not cleared within thirty days.
    async fn rejected_and_uncleared_coins_are_refunded(service) {
        let scene = Scene::new(service).await;
        require_counterparties(service, &scene.platform).await;
        scene.platform.freeze().await;

        let [rejected, forgotten] = [push(service, &scene, 1).await, push(service, &scene, 2).await];
        let arguments = with(&scene.platform, json!({ "transaction": rejected["id"] }));
        assert_eq!(act(service, "deposit reject", arguments).await.json["status"], "FAILED");

        scene.platform.advance(Duration::from_hours(30 * 24) - Duration::from_secs(1)).await;
        assert_eq!(scene.transaction(&forgotten["id"]).await["status"], "PENDING");
        scene.platform.advance(Duration::from_secs(2)).await;

        let events = scene.events().await;
        for payment in [&rejected, &forgotten] {
            let transaction = scene.transaction(&payment["id"]).await;
            assert_eq!([&transaction["status"], &transaction["failureReason"]], ["FAILED", "COMPLIANCE_REJECTED"]);
            assert_eq!((&transaction["refund"]["status"], &transaction["pendingReason"]), (&json!("COMPLETED"), &Value::Null), "{transaction}");
            let expected = ["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.FAILED", "INCOMING_PAYMENT.REFUND_PENDING", "INCOMING_PAYMENT.REFUND_COMPLETED"];
            assert_eq!(events.about(&payment["id"]), expected);
        }
        assert_eq!(coins(&scene).await, 0);

        // Coins released to an account that cannot take them are in suspense.
        let late_deposit = push(service, &scene, 3).await;
        let account = scene.platform.account_of(&scene.alice, "USDC").await;
        act(service, "account freeze", with(&scene.platform, json!({ "account": account }))).await;
        let arguments = with(&scene.platform, json!({ "transaction": late_deposit["id"] }));
        assert_eq!(act(service, "deposit release", arguments.clone()).await.json["status"], "PENDING");
        act(service, "account release", with(&scene.platform, json!({ "account": account }))).await;
        assert_eq!(act(service, "suspense resolve", arguments).await.json["status"], "COMPLETED");
        assert_eq!(coins(&scene).await, 1_000_000);

        // A push needs a chain that leads to the account.
        for wrong in [json!({ "network": "BITCOIN" }), json!({ "network": "SPARK" })] {
            let mut pushed = json!({ "account": account, "amount": 1 });
            pushed["network"] = wrong["network"].clone();
            expect_error(service, "deposit push", with(&scene.platform, pushed), Kind::Invalid).await;
        }
        let from_nowhere = json!({ "account": scene.usd, "amount": 1, "from": address(1) });
        expect_error(service, "deposit push", with(&scene.platform, from_nowhere), Kind::Invalid).await;
    }
}

journey! {
    /// Checks that coins which the rail fails to return are in suspense until an operator assigns them.
    async fn coins_that_do_not_go_back_wait_for_an_operator(service) {
        let scene = Scene::new(service).await;
        require_counterparties(service, &scene.platform).await;
        scene.platform.freeze().await;
        scene.events().await;
        service.rail.ignore_recalls(true);
        let pushed = push(service, &scene, 1).await;

        let arguments = json!({ "transaction": pushed["id"] });
        act(service, "deposit reject", with(&scene.platform, arguments.clone())).await;
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(scene.transaction(&pushed["id"]).await["refund"]["status"], "PENDING");
        assert_eq!(act(service, "payment keep", with(&scene.platform, arguments.clone())).await.json["refund"], "FAILED");

        service.rail.ignore_recalls(false);
        let expected = ["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.FAILED", "INCOMING_PAYMENT.REFUND_PENDING", "INCOMING_PAYMENT.REFUND_FAILED"];
        assert_eq!(scene.events().await.about(&pushed["id"]), expected);

        let listed = act(service, "suspense list", with(&scene.platform, json!({}))).await.json;
        assert_eq!(listed["rows"][0]["transaction"], pushed["id"], "{listed}");
        let account = scene.platform.account_of(&scene.alice, "USDC").await;
        let to = json!({ "transaction": pushed["id"], "account": account });
        assert_eq!(act(service, "suspense resolve", with(&scene.platform, to)).await.json["refund"], "COMPLETED");
        assert_eq!(coins(&scene).await, 1_000_000);
        scene.platform.advance(Duration::from_hours(1)).await;
    }
}
