//! The accounts and transactions that an agent can see and use (agents A6).

use serde_json::{Value, json};

use super::scene::{AgentScene, SETTLEMENT_WAIT, p1};
use crate::harness::{journey, on_engines};
use crate::payments::scene::{text, transfer};

journey! {
    async fn agents_ja15_scope(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let platform = &scene.base.platform;
        let bob = platform.customer(&["USD"]).await;
        let theirs = platform.account_of(&bob, "USD").await;
        platform.fund(&theirs, 1_000).await;
        let bank = platform.dollar_account(&bob, "111").await;

        scene.transfer_from(&theirs, 100).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        let quote = |from: &str, to: &str| scene.agent.post("/agents/me/quotes").json(&transfer(from, to, "SENDING", 100));
        quote(&theirs, &scene.bank).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        quote(&scene.base.usd, &bank).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        quote(&scene.base.usd, &theirs).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        quote(&platform.own_account("USD").await, &scene.bank).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let mut body = transfer(&scene.base.usd, &scene.bank, "SENDING", 100);
        body["source"]["customerId"] = bob["id"].clone();
        scene.agent.post("/agents/me/quotes").json(&body).send().await.expect_error(400, "INVALID_INPUT");

        let path = format!("/agents/me/external-accounts/{bank}");
        scene.agent.get(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        scene.agent.delete(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        scene.limit(&json!({ "accountRestrictions": { "allowedAccountIds": [] } })).await;
        let listed = scene.agent.get("/agents/me/internal-accounts").send().await.expect(200);
        assert_eq!(listed, json!({ "data": [], "hasMore": false, "totalCount": 0 }));
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(100)).await, "ACCOUNT_NOT_ALLOWED");
        assert_eq!(AgentScene::refusal_reason(quote(&scene.base.usd, &scene.bank)).await, "ACCOUNT_NOT_ALLOWED");

        scene.limit(&json!({ "accountRestrictions": { "allowedAccountIds": [scene.base.usd] } })).await;
        let listed = scene.agent.get("/agents/me/internal-accounts").send().await.expect(200);
        assert_eq!((&listed["data"][0]["id"], &listed["totalCount"]), (&json!(scene.base.usd), &json!(1)));
        assert_eq!(scene.transactions().await, Vec::<Value>::new(), "no transaction was created");
    }
}

on_engines! {
    async fn an_agent_sees_its_customers_transactions_and_no_others(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let platform = &scene.base.platform;
        let bob = platform.customer(&["USD"]).await;
        let theirs = platform.account_of(&bob, "USD").await;
        platform.fund(&theirs, 1_000).await;
        let bank = platform.dollar_account(&bob, "111").await;

        let body = json!({ "source": { "accountId": theirs }, "destination": { "accountId": bank }, "amount": 10 });
        let others = platform.post("/transfer-out").json(&body).send().await.expect(201);
        let own = scene.base.transfer_out(&scene.bank, 10, None).send().await.expect(201);

        let listed = scene.agent.get("/agents/me/transactions?type=OUTGOING").send().await.expect(200);
        assert_eq!((&listed["data"][0]["id"], &listed["totalCount"]), (&own["id"], &json!(1)));
        let path = |one: &Value| format!("/agents/me/transactions/{}", text(&one["id"]));
        assert_eq!(scene.agent.get(&path(&own)).send().await.expect(200)["id"], own["id"]);
        scene.agent.get(&path(&others)).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");

        let listed = scene.agent.get("/agents/me/external-accounts").send().await.expect(200);
        assert_eq!((&listed["data"][0]["id"], &listed["totalCount"]), (&json!(scene.bank), &json!(1)));
    }
}

journey! {
    async fn an_agent_registers_accounts_for_its_customer(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let bob = scene.base.platform.customer(&["USD"]).await;
        let mut body = json!({
            "currency": "USD",
            "accountInfo": {
                "accountType": "USD_ACCOUNT", "accountNumber": "000123456222", "routingNumber": "021000021",
                "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" },
            },
        });

        let post = |body: &Value| scene.agent.post("/agents/me/external-accounts").json(body);
        let account = post(&body).send().await.expect(201);
        assert_eq!(account["customerId"], scene.base.alice["id"]);
        post(&body).send().await.expect_error(409, "CONFLICT");

        body["customerId"] = bob["id"].clone();
        post(&body).send().await.expect_error(400, "INVALID_INPUT");

        let path = format!("/agents/me/external-accounts/{}", text(&account["id"]));
        assert_eq!(scene.agent.get(&path).send().await.expect(200), account);
        scene.agent.delete(&path).send().await.expect(204);
        scene.agent.get(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

journey! {
    async fn a_deleted_customer_takes_its_agents_along(service) {
        let scene = AgentScene::new(service, &p1()).await;
        scene.base.platform.advance(SETTLEMENT_WAIT).await;
        scene.transfer_out(50_000).send().await.expect(201);
        scene.limit(&json!({ "spendingLimits": { "dailyLimit": null } })).await;
        scene.transfer_out(50_000).send().await.expect(201);
        scene.base.platform.advance(SETTLEMENT_WAIT).await;

        let path = format!("/customers/{}", text(&scene.base.alice["id"]));
        scene.base.platform.delete(&path).send().await.expect(200);
        scene.agent.get("/agents/me").send().await.expect_error(401, "UNAUTHORIZED");
        scene.base.platform.get(&scene.agent.path("")).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}
