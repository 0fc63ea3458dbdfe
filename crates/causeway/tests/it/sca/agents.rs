//! Agents of customers under strong authentication (agents B3).

use std::time::Duration;

use serde_json::json;

use super::scene::{ScaScene, authenticator};
use crate::harness::{Agent, journey};
use crate::payments::scene::{text, transfer};

/// Longer than a payout takes.
const SETTLEMENT_WAIT: Duration = Duration::from_secs(3);

fn policy(mode: &str) -> serde_json::Value {
    json!({
        "permissions": ["CREATE_QUOTES", "EXECUTE_QUOTES"],
        "defaultExecutionMode": mode,
        "spendingLimits": { "currency": "USD", "perTransactionLimit": 50_000 },
    })
}

journey! {
    async fn payments_of_an_agent_are_authorized_by_the_customer(service) {
        let scene = ScaScene::new(service).await;
        let agent = Agent::install(service, &scene.platform, &scene.customer, &policy("AUTO")).await;
        scene.platform.freeze().await;
        let quote = || async {
            let body = transfer(&scene.usd, &scene.bank, "SENDING", 1_000);
            agent.post("/agents/me/quotes").json(&body).send().await.expect(201)
        };
        let execute = |id: &serde_json::Value| agent.post(&format!("/agents/me/quotes/{}/execute", text(id))).send();

        let first = quote().await;
        execute(&first["id"]).await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        let action = execute(&first["id"]).await.expect(200);
        assert_eq!((&action["status"], &action["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING_AUTHORIZATION")));
        assert_eq!(scene.authorize(&first, "123456").await.expect(200)["status"], "PROCESSING");

        let lapsing = quote().await;
        let action = execute(&lapsing["id"]).await.expect(200);
        scene.platform.advance(Duration::from_mins(5)).await;
        let action_view = agent.get(&format!("/agents/me/actions/{}", text(&action["id"]))).send().await.expect(200);
        assert_eq!(action_view["status"], "FAILED");
        assert_eq!(scene.usd_balance().await, 99_000);
    }
}

journey! {
    async fn an_approval_waits_for_the_customer_to_log_in(service) {
        let scene = ScaScene::new(service).await;
        let agent = Agent::install(service, &scene.platform, &scene.customer, &policy("APPROVAL_REQUIRED")).await;
        scene.platform.freeze().await;
        let body = transfer(&scene.usd, &scene.bank, "SENDING", 1_000);
        let quote = agent.post("/agents/me/quotes").json(&body).send().await.expect(201);
        let execute = format!("/agents/me/quotes/{}/execute", text(&quote["id"]));
        let action = agent.post(&execute).send().await.expect(200);
        assert_eq!(action["status"], "PENDING_APPROVAL");

        let approve = agent.path(&format!("/actions/{}/approve", text(&action["id"])));
        scene.platform.post(&approve).send().await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        let approved = scene.platform.post(&approve).send().await.expect(200);
        assert_eq!((&approved["status"], &approved["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING_AUTHORIZATION")));
        scene.authorize(&quote, "123456").await.expect(200);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.usd_balance().await, 99_000);
    }
}

journey! {
    /// Checks that the customer is asked for the factor that the agent named, or that the action fails.
    async fn an_approval_keeps_the_factor_that_the_agent_named(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let agent = Agent::install(service, &scene.platform, &scene.customer, &policy("APPROVAL_REQUIRED")).await;
        scene.platform.freeze().await;
        let decided = |factor: serde_json::Value| {
            let scene = &scene;
            let agent = &agent;
            async move {
                let body = transfer(&scene.usd, &scene.bank, "SENDING", 1_000);
                let quote = agent.post("/agents/me/quotes").json(&body).send().await.expect(201);
                let execute = agent.post(&format!("/agents/me/quotes/{}/execute", text(&quote["id"])));
                let action = execute.json(&json!({ "scaFactor": factor })).send().await.expect(200);
                assert_eq!(action["status"], "PENDING_APPROVAL", "{action}");
                (quote, agent.path(&format!("/actions/{}/approve", text(&action["id"]))))
            }
        };
        let (quote, approve) = decided(json!("PASSKEY")).await;
        assert_eq!(scene.platform.post(&approve).send().await.expect(200)["status"], "FAILED");
        assert_eq!(scene.read_quote(&quote).await["status"], "FAILED");

        scene.enroll_passkey(&authenticator()).await;
        let (quote, approve) = decided(json!("PASSKEY")).await;
        assert_eq!(scene.platform.post(&approve).send().await.expect(200)["status"], "APPROVED");
        assert_eq!(scene.read_quote(&quote).await["scaChallenge"]["factor"], "PASSKEY");

        scene.change_number().await;
        let (quote, approve) = decided(json!("SMS_OTP")).await;
        assert_eq!(scene.platform.post(&approve).send().await.expect(200)["status"], "FAILED");
        assert_eq!(scene.payment(&quote).await["status"], "FAILED");
        assert_eq!(scene.usd_balance().await, 100_000);
        scene.platform.advance(Duration::from_mins(6)).await;
    }
}
