//! The accounts and transactions that an agent can see and use (agents A6).

use serde_json::{Value, json};

use super::scene::{AgentScene, WHILE, p1};
use crate::harness::{journey, on_engines};
use crate::payments::scene::{text, transfer};

journey! {
    async fn agents_ja15_scope(service) {
        let set = AgentScene::set(service, &p1()).await;
        let platform = &set.scene.platform;
        let bob = platform.customer(&["USD"]).await;
        let theirs = platform.account_of(&bob, "USD").await;
        platform.fund(&theirs, 1_000).await;
        let bank = platform.dollar_account(&bob, "111").await;

        set.transfer_from(&theirs, 100).send().await.refused(404, "REFERENCE_NOT_FOUND");
        let quote = |from: &str, to: &str| set.agent.post("/agents/me/quotes").json(&transfer(from, to, "SENDING", 100));
        quote(&theirs, &set.bank).send().await.refused(404, "REFERENCE_NOT_FOUND");
        quote(&set.scene.usd, &bank).send().await.refused(404, "REFERENCE_NOT_FOUND");
        quote(&set.scene.usd, &theirs).send().await.refused(404, "REFERENCE_NOT_FOUND");
        quote(&platform.own_account("USD").await, &set.bank).send().await.refused(404, "REFERENCE_NOT_FOUND");

        let mut named = transfer(&set.scene.usd, &set.bank, "SENDING", 100);
        named["source"]["customerId"] = bob["id"].clone();
        set.agent.post("/agents/me/quotes").json(&named).send().await.refused(400, "INVALID_INPUT");

        let path = format!("/agents/me/external-accounts/{bank}");
        set.agent.get(&path).send().await.refused(404, "REFERENCE_NOT_FOUND");
        set.agent.delete(&path).send().await.refused(404, "REFERENCE_NOT_FOUND");

        set.limit(&json!({ "accountRestrictions": { "allowedAccountIds": [] } })).await;
        let listed = set.agent.get("/agents/me/internal-accounts").send().await.expect(200);
        assert_eq!(listed, json!({ "data": [], "hasMore": false, "totalCount": 0 }));
        assert_eq!(AgentScene::refused(set.transfer_out(100)).await, "ACCOUNT_NOT_ALLOWED");
        assert_eq!(AgentScene::refused(quote(&set.scene.usd, &set.bank)).await, "ACCOUNT_NOT_ALLOWED");

        set.limit(&json!({ "accountRestrictions": { "allowedAccountIds": [set.scene.usd] } })).await;
        let listed = set.agent.get("/agents/me/internal-accounts").send().await.expect(200);
        assert_eq!((&listed["data"][0]["id"], &listed["totalCount"]), (&json!(set.scene.usd), &json!(1)));
        assert_eq!(set.transactions().await, Vec::<Value>::new(), "nothing was begun");
    }
}

on_engines! {
    async fn an_agent_sees_its_customers_transactions_and_no_others(service) {
        let set = AgentScene::set(service, &p1()).await;
        let platform = &set.scene.platform;
        let bob = platform.customer(&["USD"]).await;
        let theirs = platform.account_of(&bob, "USD").await;
        platform.fund(&theirs, 1_000).await;
        let bank = platform.dollar_account(&bob, "111").await;

        let body = json!({ "source": { "accountId": theirs }, "destination": { "accountId": bank }, "amount": 10 });
        let others = platform.post("/transfer-out").json(&body).send().await.expect(201);
        let own = set.scene.transfer_out(&set.bank, 10, None).send().await.expect(201);

        let listed = set.agent.get("/agents/me/transactions?type=OUTGOING").send().await.expect(200);
        assert_eq!((&listed["data"][0]["id"], &listed["totalCount"]), (&own["id"], &json!(1)));
        let path = |one: &Value| format!("/agents/me/transactions/{}", text(&one["id"]));
        assert_eq!(set.agent.get(&path(&own)).send().await.expect(200)["id"], own["id"]);
        set.agent.get(&path(&others)).send().await.refused(404, "TRANSACTION_NOT_FOUND");

        let listed = set.agent.get("/agents/me/external-accounts").send().await.expect(200);
        assert_eq!((&listed["data"][0]["id"], &listed["totalCount"]), (&json!(set.bank), &json!(1)));
    }
}

journey! {
    async fn an_agent_registers_accounts_for_its_customer(service) {
        let set = AgentScene::set(service, &p1()).await;
        let bob = set.scene.platform.customer(&["USD"]).await;
        let mut wanted = json!({
            "currency": "USD",
            "accountInfo": {
                "accountType": "USD_ACCOUNT", "accountNumber": "000123456222", "routingNumber": "021000021",
                "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" },
            },
        });

        let post = |body: &Value| set.agent.post("/agents/me/external-accounts").json(body);
        let made = post(&wanted).send().await.expect(201);
        assert_eq!(made["customerId"], set.scene.alice["id"]);
        post(&wanted).send().await.refused(409, "CONFLICT");

        wanted["customerId"] = bob["id"].clone();
        post(&wanted).send().await.refused(400, "INVALID_INPUT");

        let path = format!("/agents/me/external-accounts/{}", text(&made["id"]));
        assert_eq!(set.agent.get(&path).send().await.expect(200), made);
        set.agent.delete(&path).send().await.expect(204);
        set.agent.get(&path).send().await.refused(404, "REFERENCE_NOT_FOUND");
    }
}

journey! {
    async fn a_deleted_customer_takes_its_agents_along(service) {
        let set = AgentScene::set(service, &p1()).await;
        set.scene.platform.advance(WHILE).await;
        set.transfer_out(50_000).send().await.expect(201);
        set.limit(&json!({ "spendingLimits": { "dailyLimit": null } })).await;
        set.transfer_out(50_000).send().await.expect(201);
        set.scene.platform.advance(WHILE).await;

        let path = format!("/customers/{}", text(&set.scene.alice["id"]));
        set.scene.platform.delete(&path).send().await.expect(200);
        set.agent.get("/agents/me").send().await.refused(401, "UNAUTHORIZED");
        set.scene.platform.get(&set.agent.path("")).send().await.refused(404, "REFERENCE_NOT_FOUND");
    }
}
