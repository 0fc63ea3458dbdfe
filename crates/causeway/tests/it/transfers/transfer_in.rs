//! Transfers from external accounts: direct debits (money 10.2, 13.1).

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Service, journey};
use crate::operator::acting::{act, expect_error, with};
use crate::payments::books::sums;
use crate::payments::scene::Scene;

/// Longer than a debit takes.
const SETTLEMENT_WAIT: Duration = Duration::from_secs(2);

fn incoming(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("INCOMING_PAYMENT.{name}")).collect()
}

fn outcome(payment: &Value) -> Value {
    json!([payment["status"], payment["failureReason"], payment["refund"]["status"]])
}

async fn set_up(service: &Service) -> Scene {
    let scene = Scene::new(service).await;
    scene.platform.freeze().await;
    scene
}

async fn balance(service: &Service, code: &str) -> i64 {
    sums(service).await.get(&(code.to_owned(), "USD".to_owned())).copied().unwrap_or_default()
}

journey! {
    async fn money_j22_transfer_in(service) {
        let scene = set_up(service).await;
        let source = scene.platform.dollar_account(&scene.alice, "111").await;
        let transfer = scene.transfer_in(&source, 10_000).send().await.expect(201);
        let known = ["type", "direction", "status", "customerId"].map(|name| transfer[name].clone());
        assert_eq!(json!(known), json!(["INCOMING", "CREDIT", "PENDING", scene.alice["id"]]));
        assert_eq!(transfer["source"], json!({ "sourceType": "ACCOUNT", "accountId": source, "currency": "USD" }));
        assert!(transfer["settledAt"].is_string(), "when the money should be here");
        assert!(transfer["reconciliationInstructions"]["reference"].is_string());
        assert_eq!(scene.balances().await, (0, 10_000));
        assert_eq!((balance(service, "CO").await, balance(service, "UN").await), (-10_000, 10_000));

        scene.platform.advance(SETTLEMENT_WAIT).await;
        let payment = scene.transaction(&transfer["id"]).await;
        assert_eq!((outcome(&payment), scene.balances().await), (json!(["COMPLETED", null, null]), (10_000, 10_000)));
        assert_ne!(payment["settledAt"], transfer["settledAt"]);

        let events = scene.events().await;
        assert_eq!(events.about(&transfer["id"]), incoming(&["PENDING", "COMPLETED"]));
        assert_eq!(events.about(&json!(scene.usd)), ["INTERNAL_ACCOUNT.BALANCE_UPDATED"; 2]);
        assert_eq!((balance(service, "CO").await, balance(service, "CA").await), (0, -10_000));

        for suffix in ["002", "003"] {
            let source = scene.platform.dollar_account(&scene.alice, suffix).await;
            let transfer = scene.transfer_in(&source, 10_000).send().await.expect(201);
            assert_eq!(outcome(&transfer), json!(["FAILED", "COLLECTION_FAILED", null]), "{suffix}");
            assert_eq!(scene.events().await.about(&transfer["id"]), incoming(&["FAILED"]));
            assert_eq!(scene.balances().await, (10_000, 10_000));
        }

        for (suffix, wait) in [("004", 1), ("005", 29)] {
            let source = scene.platform.dollar_account(&scene.alice, suffix).await;
            let transfer = scene.transfer_in(&source, 500).send().await.expect(201);
            assert_eq!((&transfer["status"], scene.balances().await.1), (&json!("PENDING"), 10_500), "{suffix}");
            if wait > 1 {
                scene.platform.advance(Duration::from_secs(wait)).await;
                assert_eq!(scene.transaction(&transfer["id"]).await["status"], "PENDING");
            }
            scene.platform.advance(SETTLEMENT_WAIT).await;
            let payment = scene.transaction(&transfer["id"]).await;
            assert_eq!(outcome(&payment), json!(["FAILED", "COLLECTION_FAILED", null]), "{suffix}");
            assert!(payment.get("settledAt").is_none());
            assert_eq!(scene.events().await.about(&transfer["id"]), incoming(&["PENDING", "FAILED"]));
            assert_eq!(scene.balances().await, (10_000, 10_000));
        }

        let euro = scene.euro_account().await;
        scene.transfer_in(&euro, 500).send().await.expect_error(400, "INVALID_INPUT");
        let nameless = json!({ "source": { "accountId": source }, "destination": { "accountId": scene.usd } });
        scene.platform.post("/transfer-in").json(&nameless).send().await.expect_error(400, "INVALID_AMOUNT");
        scene.transfer_in(&source, -1).send().await.expect_error(400, "INVALID_AMOUNT");
        let unknown_account = "ExternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        scene.transfer_in(unknown_account, 500).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert_eq!((balance(service, "CO").await, balance(service, "UN").await), (0, 0));
    }
}

journey! {
    async fn a_debit_that_is_taken_back_leaves_a_debt(service) {
        let scene = set_up(service).await;
        let source = scene.platform.dollar_account(&scene.alice, "111").await;
        let first = scene.transfer_in(&source, 1_000).send().await.expect(201);
        let second = scene.transfer_in(&source, 500).send().await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        scene.transfer_out(&source, 1_500, None).send().await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        scene.events().await;

        // An operator reports the return.
        let returned = with(&scene.platform, json!({ "transaction": first["id"] }));
        act(service, "payment return", returned.clone()).await;
        assert_eq!(outcome(&scene.transaction(&first["id"]).await), json!(["FAILED", "COLLECTION_FAILED", null]));
        assert_eq!(scene.balances().await, (-1_000, -1_000));
        assert_eq!(scene.events().await.about(&first["id"]), incoming(&["FAILED"]));
        expect_error(service, "payment return", returned, causeway_service::operator::Kind::Refused).await;
        let alerts = act(service, "alert list", json!({})).await.json.to_string();
        assert!(alerts.contains("DEBIT_RETURNED"), "{alerts}");

        // No money leaves until the debt is paid.
        scene.transfer_out(&source, 100, None).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        scene.platform.fund(&scene.usd, 1_000).await;
        assert_eq!((scene.balances().await, balance(service, "CA").await), ((0, 0), 1_000));

        // The rail reports the return together with the settlement.
        service.rail.return_debits(true);
        let third = scene.transfer_in(&source, 700).send().await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.events().await.about(&third["id"]), incoming(&["PENDING", "COMPLETED", "FAILED"]));
        assert_eq!(scene.balances().await, (0, 0));
        assert_eq!(scene.transaction(&second["id"]).await["status"], "COMPLETED");
        service.rail.return_debits(false);
    }
}

journey! {
    async fn source_and_destination_of_a_transfer_in_are_checked(service) {
        let scene = set_up(service).await;
        let platform = &scene.platform;
        let source = platform.dollar_account(&scene.alice, "111").await;
        let reason = |error: Value| error["details"]["reason"].clone();
        let bob = platform.customer(&["USD"]).await;
        let theirs = platform.dollar_account(&bob, "112").await;
        assert_eq!(reason(scene.transfer_in(&theirs, 500).send().await.expect_error(400, "INVALID_INPUT")), "OWNER_MISMATCH");
        let euro = scene.euro_account().await;
        assert_eq!(reason(scene.transfer_in(&euro, 500).send().await.expect_error(400, "INVALID_INPUT")), "NOT_PULLABLE");
        let coins = platform.account_of(&scene.alice, "USDC").await;
        let body = json!({ "source": { "accountId": source }, "destination": { "accountId": coins }, "amount": 500 });
        platform.post("/transfer-in").json(&body).send().await.expect_error(400, "INVALID_CURRENCY");

        let account = with(platform, json!({ "account": source }));
        act(service, "external-account disable", account.clone()).await;
        assert_eq!(reason(scene.transfer_in(&source, 500).send().await.expect_error(400, "INVALID_INPUT")), "EXTERNAL_ACCOUNT_NOT_ACTIVE");
        act(service, "external-account enable", account).await;
        let customer = with(platform, json!({ "customer": scene.alice["id"] }));
        act(service, "customer hold", customer.clone()).await;
        scene.transfer_in(&source, 500).send().await.expect_error(403, "USER_NOT_READY");
        act(service, "customer release", customer).await;
        let account = with(platform, json!({ "account": scene.usd }));
        act(service, "account freeze", account.clone()).await;
        assert_eq!(reason(scene.transfer_in(&source, 500).send().await.expect_error(400, "INVALID_INPUT")), "ACCOUNT_NOT_ACTIVE");
        act(service, "account release", account.clone()).await;
        service.rail.be_unreachable(true);
        scene.transfer_in(&source, 500).send().await.expect_error(500, "SVC_SWITCH_ERROR");
        service.rail.be_unreachable(false);

        // A debit under way when the account is frozen is still credited.
        let transfer = scene.transfer_in(&source, 500).send().await.expect(201);
        act(service, "account freeze", account).await;
        platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!((&scene.transaction(&transfer["id"]).await["status"], scene.balances().await), (&json!("COMPLETED"), (500, 500)));

        // The platform can debit any customer's account.
        let own = platform.own_account("USD").await;
        let body = json!({ "source": { "accountId": theirs }, "destination": { "accountId": own }, "amount": 500 });
        let transfer = platform.post("/transfer-in").json(&body).send().await.expect(201);
        assert_eq!(transfer["customerId"], platform.id.to_string());
        platform.advance(SETTLEMENT_WAIT).await;
    }
}

journey! {
    async fn operators_settle_and_fail_debits_and_the_rail_says_so_again(service) {
        let scene = set_up(service).await;
        let source = scene.platform.dollar_account(&scene.alice, "111").await;
        service.rail.get_stuck(true);
        let settled = scene.transfer_in(&source, 1_000).send().await.expect(201);
        let failed = scene.transfer_in(&source, 500).send().await.expect(201);
        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(scene.transaction(&settled["id"]).await["status"], "PROCESSING");

        let of = |transfer: &Value| with(&scene.platform, json!({ "transaction": transfer["id"] }));
        assert_eq!(act(service, "payment settle", of(&settled)).await.json["status"], "COMPLETED");
        assert_eq!(act(service, "payment fail", of(&failed)).await.json["failure"], "COLLECTION_FAILED");
        for transfer in [&settled, &failed] {
            expect_error(service, "payment settle", of(transfer), causeway_service::operator::Kind::Refused).await;
        }

        service.rail.get_stuck(false);
        scene.platform.advance(Duration::from_hours(48)).await;
        assert_eq!((scene.balances().await, balance(service, "CA").await), ((1_000, 1_000), -1_000));

        // The rail reports the second debit as settled: no money moves, and an alert asks an operator to look
        // into it.
        let alerts = act(service, "alert list", json!({})).await.json.to_string();
        assert!(alerts.contains("DEBIT_CONTRADICTED"), "{alerts}");
        assert_eq!(scene.transaction(&failed["id"]).await["status"], "FAILED");
    }
}
