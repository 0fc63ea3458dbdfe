//! Changes of policies (agents A2, A3).

use serde_json::{Value, json};

use super::scene::{AgentScene, p1};
use crate::harness::{journey, on_engines};

journey! {
    async fn agents_ja16_policy_merge(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let platform = &scene.base.platform;
        let limits = |agent: &Value| agent["policy"]["spendingLimits"].clone();

        let changed = scene.limit(&json!({ "spendingLimits": { "dailyLimit": null } })).await;
        assert_eq!(
            limits(&changed),
            json!({ "currency": "USD", "perTransactionLimit": 50_000, "dailyTransactionLimit": 5 })
        );

        let changed = scene.limit(&json!({ "permissions": ["CREATE_QUOTES", "CREATE_QUOTES"] })).await;
        assert_eq!(changed["policy"]["permissions"], json!(["CREATE_QUOTES"]));

        let path = scene.agent.path("/policy");
        let response = platform.patch(&path).json(&json!({ "approvalThresholds": { "amount": 5 } })).send().await;
        let error = response.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "approvalThresholds.currency");

        let read_agent = || async { platform.get(&scene.agent.path("")).send().await.expect(200) };
        assert_eq!(read_agent().await, changed, "the agent is unchanged");
        assert_eq!(scene.limit(&json!({})).await, changed);
        let empty = platform.patch(&scene.agent.path("")).json(&json!({})).send().await;
        empty.expect_error(400, "INVALID_INPUT");

        scene.limit(&p1()).await;
        scene.transfer_out(1_000).send().await.expect(201);

        let recast = scene.limit(&json!({ "spendingLimits": { "currency": "EUR", "dailyLimit": 7 } })).await;
        assert_eq!(
            limits(&recast),
            json!({ "currency": "EUR", "perTransactionLimit": 46_000, "dailyLimit": 7, "dailyTransactionLimit": 5 })
        );
        assert_eq!(scene.usage().await, [1, 920, 920]);

        // A threshold can be removed; a daily transaction limit cannot.
        let threshold = json!({ "approvalThresholds": { "currency": "USD", "amount": 5 } });
        assert_eq!(scene.limit(&threshold).await["policy"]["approvalThresholds"]["amount"], 5);
        let changed = scene.limit(&json!({ "approvalThresholds": { "amount": null } })).await;
        assert_eq!(changed["policy"]["approvalThresholds"], json!({ "currency": "USD" }));
        let lasting = json!({ "spendingLimits": { "dailyTransactionLimit": null } });
        platform.patch(&path).json(&lasting).send().await.expect_error(400, "INVALID_INPUT");
    }
}

on_engines! {
    async fn a_policy_names_accounts_of_its_customer_and_each_once(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let platform = &scene.base.platform;
        let own = platform.own_account("USD").await;
        let usd = &scene.base.usd;
        let path = scene.agent.path("/policy");

        for (restrictions, field) in [
            (json!({ "allowedAccountIds": [usd, own] }), "accountRestrictions.allowedAccountIds"),
            (json!({ "accountRules": [{ "accountId": own }] }), "accountRestrictions.accountRules"),
            (json!({ "accountRules": [{ "accountId": usd }, { "accountId": usd }] }), "accountRestrictions.accountRules"),
        ] {
            let change = json!({ "accountRestrictions": restrictions });
            let error = platform.patch(&path).json(&change).send().await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], field);

            let mut policy = p1();
            policy["accountRestrictions"] = restrictions;
            let body = json!({ "name": "x", "customerId": scene.base.alice["id"], "policy": policy });
            let error = platform.post("/agents").json(&body).send().await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], format!("policy.{field}"));
        }

        for (wrong, field) in [
            (json!({ "name": "  ", "customerId": scene.base.alice["id"], "policy": p1() }), "name"),
            (json!({ "name": "x", "customerId": "Customer:01890a5d-ac96-774b-bcce-b302099a8057", "policy": p1() }), "customerId"),
        ] {
            let error = platform.post("/agents").json(&wrong).send().await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], field);
        }

        let listed = platform.get("/agents").send().await.expect(200);
        assert_eq!(listed["totalCount"], 1);
    }
}
