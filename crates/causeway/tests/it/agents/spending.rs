//! Transfers and quotes that agents make (agents A4, A6).

use serde_json::json;

use super::scene::{AgentScene, WHILE, p1};
use crate::harness::{Agent, journey};
use crate::payments::scene::text;

journey! {
    async fn agents_ja04_auto_transfer(service) {
        let set = AgentScene::set(service, &p1()).await;
        let made = set.transfer_out(10_000).idempotency_key("once").send().await.expect(201);
        let known = ["status", "type", "customerId", "agentId"].map(|name| made[name].clone());
        let alice = &set.scene.alice;
        assert_eq!(json!(known), json!(["APPROVED", "TRANSFER_OUT", alice["id"], set.agent.resource["id"]]));
        assert_eq!(made["platformCustomerId"], alice["platformCustomerId"]);

        let details = json!({
            "amount": 10_000, "currency": "USD", "sourceAccountId": set.scene.usd, "destinationAccountId": set.bank,
        });
        assert_eq!(made["transferDetails"], details);
        assert_eq!(made["transaction"]["agentId"], set.agent.resource["id"]);
        assert!(made.get("quote").is_none(), "{made}");

        assert_eq!((set.usage().await, set.balance().await), ([1, 10_000, 10_000], 90_000));

        let again = set.transfer_out(10_000).idempotency_key("once").send().await;
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!((again.expect(201), set.usage().await), (made.clone(), [1, 10_000, 10_000]));
        set.scene.platform.advance(WHILE).await;

        let events = set.scene.events().await;
        let names = ["PENDING", "PROCESSING", "COMPLETED"].map(|name| format!("OUTGOING_PAYMENT.{name}"));
        assert_eq!(events.about(&made["transaction"]["id"]), names);

        assert_eq!(set.action(&made["id"]).await["status"], "APPROVED");
        let listed = set.agent.get("/agents/me/actions").send().await.expect(200);
        assert_eq!((listed["data"][0]["id"].clone(), &listed["totalCount"]), (made["id"].clone(), &json!(1)));
    }
}

journey! {
    async fn agents_ja11_quote(service) {
        let set = AgentScene::set(service, &p1()).await;
        let euro = set.scene.euro_account().await;
        let quote = set.quote(&euro, 10_000).await;
        let path = format!("/agents/me/quotes/{}", text(&quote["id"]));
        assert_eq!(set.agent.get(&path).send().await.expect(200), quote);

        let other = Agent::install(service, &set.scene.platform, &set.scene.alice, &p1()).await;
        other.get(&path).send().await.refused(404, "QUOTE_NOT_FOUND");
        other.post(&format!("{path}/execute")).send().await.refused(404, "QUOTE_NOT_FOUND");

        let made = set.execute(&quote).send().await.expect(200);
        let known = ["status", "type"].map(|name| made[name].clone());
        assert_eq!(json!(known), json!(["APPROVED", "EXECUTE_QUOTE"]));
        assert_eq!((&made["quote"]["id"], &made["quote"]["status"]), (&quote["id"], &json!("PROCESSING")));
        assert_eq!(made["transaction"]["id"], quote["transactionId"]);
        assert_eq!(set.usage().await, [1, 10_000, 10_000]);
        set.execute(&quote).send().await.refused(409, "CONFLICT");
        set.scene.platform.advance(WHILE).await;

        set.require_approval().await;
        let quote = set.quote(&euro, 10_000).await;
        let asked = set.execute(&quote).send().await.expect(200);
        assert_eq!((&asked["status"], asked.get("transaction")), (&json!("PENDING_APPROVAL"), None));
        let refused = set.execute(&quote).send().await.refused(409, "CONFLICT");
        assert_eq!(refused["details"]["reason"], "ACTION_PENDING");
        let refused = set.scene.execute(&quote).send().await.refused(409, "CONFLICT");
        assert_eq!(refused["details"]["reason"], "ACTION_PENDING");

        set.scene.platform.advance(std::time::Duration::from_secs(900)).await;
        let late = set.action(&asked["id"]).await;
        assert_eq!((&late["status"], &late["quote"]["status"]), (&json!("FAILED"), &json!("EXPIRED")));
        assert_eq!(set.scene.payment(&quote).await["status"], "EXPIRED");
        let approved = set.decide(&asked, "approve").send().await.expect(200);
        assert_eq!(approved, late);

        let path = format!("/transactions/{}/approve", text(&quote["transactionId"]));
        let refused = set.scene.platform.post(&path).send().await;
        refused.refused(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");

        set.limit(&json!({ "defaultExecutionMode": "AUTO" })).await;
        let mut wanted = set.scene.transfer(&euro, "SENDING", 100);
        wanted["immediatelyExecute"] = json!(true);
        set.agent.post("/agents/me/quotes").json(&wanted).send().await.refused(400, "INVALID_INPUT");

        let large = set.quote(&euro, 50_001).await;
        assert_eq!(AgentScene::refused(set.execute(&large)).await, "PER_TRANSACTION_LIMIT_EXCEEDED");
        assert_eq!(set.usage().await, [1, 10_000, 10_000]);
    }
}

journey! {
    async fn a_refused_payment_creates_no_action_and_a_failed_one_spends_nothing(service) {
        let set = AgentScene::set(service, &p1()).await;
        set.limit(&json!({ "spendingLimits": { "perTransactionLimit": 200_000, "dailyLimit": null } })).await;
        set.transfer_out(100_001).send().await.refused(400, "INSUFFICIENT_BALANCE");
        let euro = set.scene.euro_account().await;
        let quote = set.quote(&euro, 100_001).await;
        set.execute(&quote).send().await.refused(400, "INSUFFICIENT_BALANCE");
        assert_eq!((set.usage().await, set.transactions().await.len()), ([0, 0, 0], 1));

        // A payment that the rail refuses in advance fails at once and is not counted.
        let bad = set.scene.platform.dollar_account(&set.scene.alice, "003").await;
        let wanted = json!({ "source": { "accountId": set.scene.usd }, "destination": { "accountId": bad }, "amount": 5 });
        let made = set.agent.post("/agents/me/transfer-out").json(&wanted).send().await.expect(201);
        assert_eq!((&made["status"], &made["transaction"]["status"]), (&json!("FAILED"), &json!("FAILED")));
        assert_eq!(set.usage().await, [0, 0, 0]);

        let listed = set.agent.get("/agents/me/actions?status=FAILED").send().await.expect(200);
        assert_eq!((&listed["data"][0], &listed["totalCount"]), (&made, &json!(1)));

        let none = json!({ "source": { "accountId": set.scene.usd }, "destination": { "accountId": set.bank } });
        set.agent.post("/agents/me/transfer-out").json(&none).send().await.refused(400, "INVALID_AMOUNT");
    }
}

journey! {
    async fn an_action_fails_with_its_transaction(service) {
        let set = AgentScene::set(service, &p1()).await;
        let bad = set.scene.platform.dollar_account(&set.scene.alice, "004").await;
        let wanted = json!({ "source": { "accountId": set.scene.usd }, "destination": { "accountId": bad }, "amount": 500 });
        let made = set.agent.post("/agents/me/transfer-out").json(&wanted).send().await.expect(201);
        assert_eq!(made["status"], "APPROVED");

        set.scene.platform.advance(WHILE).await;
        let seen = set.action(&made["id"]).await;
        assert_eq!((&seen["status"], &seen["transaction"]["status"]), (&json!("FAILED"), &json!("FAILED")));
        assert_eq!((set.usage().await, set.balance().await), ([1, 500, 500], 100_000));

        for (status, count) in [("FAILED", 1), ("APPROVED", 0)] {
            let path = format!("/agents/me/actions?status={status}");
            assert_eq!(set.agent.get(&path).send().await.expect(200)["totalCount"], count, "{status}");
        }
    }
}

journey! {
    async fn an_agent_debits_an_external_account_of_its_customer(service) {
        let set = AgentScene::set(service, &p1()).await;
        let wanted = json!({
            "source": { "accountId": set.bank }, "destination": { "accountId": set.scene.usd }, "amount": 700,
        });
        let made = set.agent.post("/agents/me/transfer-in").json(&wanted).send().await.expect(201);
        assert_eq!((&made["status"], &made["type"]), (&json!("APPROVED"), &json!("TRANSFER_IN")));
        assert_eq!(set.usage().await, [1, 700, 700]);

        set.require_approval().await;
        let asked = set.agent.post("/agents/me/transfer-in").json(&wanted).send().await.expect(201);
        assert_eq!(asked["status"], "PENDING_APPROVAL");

        let events = set.scene.events().await;
        let is_new = |one: &serde_json::Value| one["id"] != made["transaction"]["id"];
        let id = set.transactions().await.into_iter().find(is_new).expect("a transaction")["id"].clone();
        assert_eq!(events.about(&id), ["INCOMING_PAYMENT.PENDING"]);

        let rejected = set.decide(&asked, "reject").json(&json!({})).send().await.expect(200);
        assert_eq!((&rejected["status"], rejected.get("rejectionReason")), (&json!("REJECTED"), None));
        let failed = set.scene.transaction(&id).await;
        assert_eq!(json!([failed["status"], failed["failureReason"]]), json!(["FAILED", "QUOTE_EXECUTION_FAILED"]));

        let asked = set.agent.post("/agents/me/transfer-in").json(&wanted).send().await.expect(201);
        let approved = set.decide(&asked, "approve").send().await.expect(200);
        assert_eq!((&approved["status"], &approved["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING")));

        set.scene.platform.advance(std::time::Duration::from_hours(24 * 7)).await;
        assert_eq!(set.balance().await, 101_400);
    }
}
