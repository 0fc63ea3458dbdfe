//! Limits, thresholds and permissions (agents A3, A4).

use std::time::Duration;

use causeway_wire::table::{AgentOperations, Method};
use serde_json::{Value, json};

use super::scene::{AgentScene, p1};
use crate::harness::journey;

journey! {
    async fn agents_ja05_limits(service) {
        let scene = AgentScene::new(service, &p1()).await;
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(50_001)).await, "PER_TRANSACTION_LIMIT_EXCEEDED");
        scene.transfer_out(50_000).send().await.expect(201);
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(30_001)).await, "DAILY_LIMIT_EXCEEDED");
        scene.transfer_out(30_000).send().await.expect(201);
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(1)).await, "DAILY_LIMIT_EXCEEDED");
        assert_eq!((scene.usage().await, scene.transactions().await.len()), ([2, 80_000, 80_000], 2));

        scene.limit(&json!({ "spendingLimits": { "dailyLimit": null, "dailyTransactionLimit": 2 } })).await;
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(1)).await, "DAILY_TRANSACTION_LIMIT_EXCEEDED");
        scene.base.platform.advance(Duration::from_hours(24)).await;
        let now = scene.usage().await;
        assert!([[0, 0, 80_000], [0, 0, 0]].contains(&now), "a new day, and mostly the same month: {now:?}");

        scene.limit(&json!({ "spendingLimits": { "monthlyLimit": now[2] + 1 } })).await;
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(2)).await, "MONTHLY_LIMIT_EXCEEDED");
        scene.transfer_out(1).send().await.expect(201);
        assert_eq!(scene.usage().await, [1, 1, now[2] + 1]);
    }
}

journey! {
    async fn agents_ja09_threshold_and_account_rule(service) {
        let scene = AgentScene::new(service, &p1()).await;
        scene.limit(&json!({ "approvalThresholds": { "currency": "USD", "amount": 25_000 } })).await;
        assert_eq!(scene.transfer_out(25_000).send().await.expect(201)["status"], "APPROVED");
        let action = scene.transfer_out(25_001).send().await.expect(201);
        assert_eq!(action["status"], "PENDING_APPROVAL");

        let rule = |rule: Value| json!({ "accountRestrictions": { "accountRules": [rule] } });
        let usd = &scene.base.usd;
        scene.limit(&rule(json!({ "accountId": usd, "executionMode": "APPROVAL_REQUIRED" }))).await;
        let other = scene.transfer_out(100).send().await.expect(201);
        assert_eq!(other["status"], "PENDING_APPROVAL");

        scene.limit(&rule(json!({ "accountId": usd, "perTransactionLimit": 500 }))).await;
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(501)).await, "PER_TRANSACTION_LIMIT_EXCEEDED");
        assert_eq!(scene.transfer_out(500).send().await.expect(201)["status"], "APPROVED");
        scene.limit(&rule(json!({ "accountId": usd, "perTransactionLimit": null }))).await;
        assert_eq!(scene.transfer_out(501).send().await.expect(201)["status"], "APPROVED");

        for action in [action, other] {
            scene.decide(&action, "reject").json(&json!({ "reason": "No" })).send().await.expect(200);
        }
    }
}

journey! {
    async fn limits_in_another_currency_are_converted(service) {
        let mut policy = p1();
        policy["spendingLimits"] = json!({ "currency": "EUR", "perTransactionLimit": 920 });
        let scene = AgentScene::new(service, &policy).await;

        // A dollar is 0.92 euro; the amount compared with a limit is rounded up.
        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(1_001)).await, "PER_TRANSACTION_LIMIT_EXCEEDED");
        scene.transfer_out(1_000).send().await.expect(201);
        assert_eq!(scene.usage().await, [1, 920, 920]);

        scene.transfer_out(1).send().await.expect(201);
        assert_eq!(scene.usage().await, [2, 921, 921]);
    }
}

/// Returns the permission that an operation requires. Repeated here so that a slip in the table shows.
fn needed(operation: AgentOperations) -> Option<&'static str> {
    use AgentOperations as Area;
    match operation {
        Area::GetAgentMe | Area::AgentListActions | Area::AgentGetAction | Area::AgentGetQuote => None,
        Area::AgentListTransactions | Area::AgentGetTransaction | Area::AgentListInternalAccounts => {
            Some("VIEW_TRANSACTIONS")
        }
        Area::AgentCreateTransferIn | Area::AgentCreateTransferOut => Some("CREATE_TRANSFERS"),
        Area::AgentCreateQuote => Some("CREATE_QUOTES"),
        Area::AgentExecuteQuote => Some("EXECUTE_QUOTES"),
        Area::AgentListExternalAccounts
        | Area::AgentCreateExternalAccount
        | Area::AgentGetExternalAccount
        | Area::AgentDeleteExternalAccount => Some("MANAGE_EXTERNAL_ACCOUNTS"),
    }
}

/// Calls every operation with an unreadable body. Checks that exactly those are forbidden for which a
/// permission is lacking or, if the agent is paused, that write.
async fn check_all(scene: &AgentScene, lacking: &[&str], is_paused: bool) {
    for operation in AgentOperations::ALL {
        let row = operation.row();
        let path = row.path.replace("{", "").replace("}", "");
        let request = scene.agent.client().request(row.method.as_str(), &path);
        let response = request.raw("application/json", "{").send().await;
        let reason = match needed(*operation) {
            _ if is_paused && row.method != Method::Get => Some("AGENT_PAUSED"),
            Some(needed) if lacking.contains(&needed) => Some("PERMISSION_DENIED"),
            Some(_) | None => None,
        };

        match reason {
            Some(reason) => assert_eq!(response.expect_error(403, "FORBIDDEN")["details"]["reason"], reason),
            None => assert!(![401, 403].contains(&response.status), "{response}"),
        }
    }
}

journey! {
    async fn agents_ja13_permissions(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let all = p1()["permissions"].as_array().unwrap().clone();
        for removed in &all {
            let remaining: Vec<&Value> = all.iter().filter(|one| *one != removed).collect();
            scene.limit(&json!({ "permissions": remaining })).await;
            check_all(&scene, &[removed.as_str().unwrap()], false).await;
        }

        scene.limit(&json!({ "permissions": [] })).await;
        let none: Vec<&str> = all.iter().map(|one| one.as_str().unwrap()).collect();
        check_all(&scene, &none, false).await;
        scene.agent.get("/agents/me").send().await.expect(200);
        scene.agent.get("/agents/me/actions").send().await.expect(200);
    }
}

journey! {
    async fn agents_ja14_pause_and_delete(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let platform = &scene.base.platform;
        scene.require_approval().await;
        let action = scene.transfer_out(100).send().await.expect(201);
        let id = scene.transactions().await[0]["id"].clone();
        scene.limit(&json!({ "defaultExecutionMode": "AUTO" })).await;
        let pause = async |is_paused: bool| {
            let body = json!({ "isPaused": is_paused });
            platform.patch(&scene.agent.path("")).json(&body).send().await.expect(200)
        };

        assert_eq!(pause(true).await["isPaused"], true);
        check_all(&scene, &[], true).await;
        assert_eq!(scene.action(&action["id"]).await["status"], "PENDING_APPROVAL");
        pause(false).await;
        assert_eq!(scene.transfer_out(100).send().await.expect(201)["status"], "APPROVED");

        platform.delete(&scene.agent.path("")).send().await.expect(204);
        scene.agent.get("/agents/me").send().await.expect_error(401, "UNAUTHORIZED");
        platform.get(&scene.agent.path("")).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let failed = scene.base.transaction(&id).await;
        assert_eq!(json!([failed["status"], failed["agentId"]]), json!(["FAILED", scene.agent.resource["id"]]));
        let approvals = platform.get("/agents/approvals").send().await.expect(200);
        assert_eq!(approvals["totalCount"], 0);

        platform.delete(&scene.agent.path("")).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert_eq!(scene.balance().await, 99_900);
    }
}
