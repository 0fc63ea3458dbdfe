//! Transfers and quotes that agents make (agents A4, A6).

use serde_json::json;

use super::scene::{AgentScene, SETTLEMENT_WAIT, p1};
use crate::harness::{Agent, journey};
use crate::payments::scene::text;

journey! {
    async fn agents_ja04_auto_transfer(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let action = scene.transfer_out(10_000).idempotency_key("once").send().await.expect(201);
        let known = ["status", "type", "customerId", "agentId"].map(|name| action[name].clone());
        let alice = &scene.base.alice;
        assert_eq!(json!(known), json!(["APPROVED", "TRANSFER_OUT", alice["id"], scene.agent.resource["id"]]));
        assert_eq!(action["platformCustomerId"], alice["platformCustomerId"]);

        let details = json!({
            "amount": 10_000, "currency": "USD", "sourceAccountId": scene.base.usd, "destinationAccountId": scene.bank,
        });
        assert_eq!(action["transferDetails"], details);
        assert_eq!(action["transaction"]["agentId"], scene.agent.resource["id"]);
        assert!(action.get("quote").is_none(), "{action}");

        assert_eq!((scene.usage().await, scene.balance().await), ([1, 10_000, 10_000], 90_000));

        let again = scene.transfer_out(10_000).idempotency_key("once").send().await;
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!((again.expect(201), scene.usage().await), (action.clone(), [1, 10_000, 10_000]));
        scene.base.platform.advance(SETTLEMENT_WAIT).await;

        let events = scene.base.events().await;
        let names = ["PENDING", "PROCESSING", "COMPLETED"].map(|name| format!("OUTGOING_PAYMENT.{name}"));
        assert_eq!(events.about(&action["transaction"]["id"]), names);

        assert_eq!(scene.action(&action["id"]).await["status"], "APPROVED");
        let listed = scene.agent.get("/agents/me/actions").send().await.expect(200);
        assert_eq!((listed["data"][0]["id"].clone(), &listed["totalCount"]), (action["id"].clone(), &json!(1)));
    }
}

journey! {
    async fn agents_ja11_quote(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let euro = scene.base.euro_account().await;
        let quote = scene.quote(&euro, 10_000).await;
        let path = format!("/agents/me/quotes/{}", text(&quote["id"]));
        assert_eq!(scene.agent.get(&path).send().await.expect(200), quote);

        let other = Agent::install(service, &scene.base.platform, &scene.base.alice, &p1()).await;
        other.get(&path).send().await.expect_error(404, "QUOTE_NOT_FOUND");
        other.post(&format!("{path}/execute")).send().await.expect_error(404, "QUOTE_NOT_FOUND");

        let action = scene.execute(&quote).send().await.expect(200);
        let known = ["status", "type"].map(|name| action[name].clone());
        assert_eq!(json!(known), json!(["APPROVED", "EXECUTE_QUOTE"]));
        assert_eq!((&action["quote"]["id"], &action["quote"]["status"]), (&quote["id"], &json!("PROCESSING")));
        assert_eq!(action["transaction"]["id"], quote["transactionId"]);
        assert_eq!(scene.usage().await, [1, 10_000, 10_000]);
        scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
        scene.base.platform.advance(SETTLEMENT_WAIT).await;

        scene.require_approval().await;
        let quote = scene.quote(&euro, 10_000).await;
        let action = scene.execute(&quote).send().await.expect(200);
        assert_eq!((&action["status"], action.get("transaction")), (&json!("PENDING_APPROVAL"), None));
        let error = scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "ACTION_PENDING");
        let error = scene.base.execute(&quote).send().await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "ACTION_PENDING");

        scene.base.platform.advance(std::time::Duration::from_secs(900)).await;
        let late_action = scene.action(&action["id"]).await;
        assert_eq!((&late_action["status"], &late_action["quote"]["status"]), (&json!("FAILED"), &json!("EXPIRED")));
        assert_eq!(scene.base.payment(&quote).await["status"], "EXPIRED");
        let approved = scene.decide(&action, "approve").send().await.expect(200);
        assert_eq!(approved, late_action);

        let path = format!("/transactions/{}/approve", text(&quote["transactionId"]));
        let response = scene.base.platform.post(&path).send().await;
        response.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");

        scene.limit(&json!({ "defaultExecutionMode": "AUTO" })).await;
        let mut body = scene.base.transfer(&euro, "SENDING", 100);
        body["immediatelyExecute"] = json!(true);
        scene.agent.post("/agents/me/quotes").json(&body).send().await.expect_error(400, "INVALID_INPUT");

        let large = scene.quote(&euro, 50_001).await;
        assert_eq!(AgentScene::refusal_reason(scene.execute(&large)).await, "PER_TRANSACTION_LIMIT_EXCEEDED");
        assert_eq!(scene.usage().await, [1, 10_000, 10_000]);
    }
}

journey! {
    async fn a_refused_payment_creates_no_action_and_a_failed_one_spends_nothing(service) {
        let scene = AgentScene::new(service, &p1()).await;
        scene.limit(&json!({ "spendingLimits": { "perTransactionLimit": 200_000, "dailyLimit": null } })).await;
        scene.transfer_out(100_001).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        let euro = scene.base.euro_account().await;
        let quote = scene.quote(&euro, 100_001).await;
        scene.execute(&quote).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        assert_eq!((scene.usage().await, scene.transactions().await.len()), ([0, 0, 0], 1));

        // A payment that the rail refuses in advance fails at once and is not counted.
        let bad = scene.base.platform.dollar_account(&scene.base.alice, "003").await;
        let body = json!({ "source": { "accountId": scene.base.usd }, "destination": { "accountId": bad }, "amount": 5 });
        let action = scene.agent.post("/agents/me/transfer-out").json(&body).send().await.expect(201);
        assert_eq!((&action["status"], &action["transaction"]["status"]), (&json!("FAILED"), &json!("FAILED")));
        assert_eq!(scene.usage().await, [0, 0, 0]);

        let listed = scene.agent.get("/agents/me/actions?status=FAILED").send().await.expect(200);
        assert_eq!((&listed["data"][0], &listed["totalCount"]), (&action, &json!(1)));

        let none = json!({ "source": { "accountId": scene.base.usd }, "destination": { "accountId": scene.bank } });
        scene.agent.post("/agents/me/transfer-out").json(&none).send().await.expect_error(400, "INVALID_AMOUNT");
    }
}

journey! {
    async fn an_action_fails_with_its_transaction(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let bad = scene.base.platform.dollar_account(&scene.base.alice, "004").await;
        let body = json!({ "source": { "accountId": scene.base.usd }, "destination": { "accountId": bad }, "amount": 500 });
        let action = scene.agent.post("/agents/me/transfer-out").json(&body).send().await.expect(201);
        assert_eq!(action["status"], "APPROVED");

        scene.base.platform.advance(SETTLEMENT_WAIT).await;
        let action = scene.action(&action["id"]).await;
        assert_eq!((&action["status"], &action["transaction"]["status"]), (&json!("FAILED"), &json!("FAILED")));
        assert_eq!((scene.usage().await, scene.balance().await), ([1, 500, 500], 100_000));

        for (status, count) in [("FAILED", 1), ("APPROVED", 0)] {
            let path = format!("/agents/me/actions?status={status}");
            assert_eq!(scene.agent.get(&path).send().await.expect(200)["totalCount"], count, "{status}");
        }
    }
}

journey! {
    async fn an_agent_debits_an_external_account_of_its_customer(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let body = json!({
            "source": { "accountId": scene.bank }, "destination": { "accountId": scene.base.usd }, "amount": 700,
        });
        let new_action = scene.agent.post("/agents/me/transfer-in").json(&body).send().await.expect(201);
        assert_eq!((&new_action["status"], &new_action["type"]), (&json!("APPROVED"), &json!("TRANSFER_IN")));
        assert_eq!(scene.usage().await, [1, 700, 700]);

        scene.require_approval().await;
        let action = scene.agent.post("/agents/me/transfer-in").json(&body).send().await.expect(201);
        assert_eq!(action["status"], "PENDING_APPROVAL");

        let events = scene.base.events().await;
        let is_new = |one: &serde_json::Value| one["id"] != new_action["transaction"]["id"];
        let id = scene.transactions().await.into_iter().find(is_new).expect("a transaction")["id"].clone();
        assert_eq!(events.about(&id), ["INCOMING_PAYMENT.PENDING"]);

        let rejected = scene.decide(&action, "reject").json(&json!({})).send().await.expect(200);
        assert_eq!((&rejected["status"], rejected.get("rejectionReason")), (&json!("REJECTED"), None));
        let failed = scene.base.transaction(&id).await;
        assert_eq!(json!([failed["status"], failed["failureReason"]]), json!(["FAILED", "QUOTE_EXECUTION_FAILED"]));

        let action = scene.agent.post("/agents/me/transfer-in").json(&body).send().await.expect(201);
        let approved = scene.decide(&action, "approve").send().await.expect(200);
        assert_eq!((&approved["status"], &approved["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING")));

        scene.base.platform.advance(std::time::Duration::from_hours(24 * 7)).await;
        assert_eq!(scene.balance().await, 101_400);
    }
}
