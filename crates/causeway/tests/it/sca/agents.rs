//! Agents of customers under strong authentication (agents B3).

use std::time::Duration;

use serde_json::json;

use super::scene::{Erika, authenticator};
use crate::harness::{Agent, journey};
use crate::payments::scene::{text, transfer};

/// Longer than a payout takes.
const WHILE: Duration = Duration::from_secs(3);

fn policy(mode: &str) -> serde_json::Value {
    json!({
        "permissions": ["CREATE_QUOTES", "EXECUTE_QUOTES"],
        "defaultExecutionMode": mode,
        "spendingLimits": { "currency": "USD", "perTransactionLimit": 50_000 },
    })
}

journey! {
    async fn payments_of_an_agent_are_authorized_by_the_customer(service) {
        let set = Erika::set(service).await;
        let agent = Agent::install(service, &set.platform, &set.shown, &policy("AUTO")).await;
        set.platform.freeze().await;
        let quote = || async {
            let wanted = transfer(&set.usd, &set.bank, "SENDING", 1_000);
            agent.post("/agents/me/quotes").json(&wanted).send().await.expect(201)
        };
        let execute = |id: &serde_json::Value| agent.post(&format!("/agents/me/quotes/{}/execute", text(id))).send();

        let first = quote().await;
        execute(&first["id"]).await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        let action = execute(&first["id"]).await.expect(200);
        assert_eq!((&action["status"], &action["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING_AUTHORIZATION")));
        assert_eq!(set.authorize(&first, "123456").await.expect(200)["status"], "PROCESSING");

        let lapsing = quote().await;
        let action = execute(&lapsing["id"]).await.expect(200);
        set.platform.advance(Duration::from_mins(5)).await;
        let seen = agent.get(&format!("/agents/me/actions/{}", text(&action["id"]))).send().await.expect(200);
        assert_eq!(seen["status"], "FAILED");
        assert_eq!(set.left().await, 99_000);
    }
}

journey! {
    async fn an_approval_waits_for_the_customer_to_log_in(service) {
        let set = Erika::set(service).await;
        let agent = Agent::install(service, &set.platform, &set.shown, &policy("APPROVAL_REQUIRED")).await;
        set.platform.freeze().await;
        let wanted = transfer(&set.usd, &set.bank, "SENDING", 1_000);
        let quote = agent.post("/agents/me/quotes").json(&wanted).send().await.expect(201);
        let execute = format!("/agents/me/quotes/{}/execute", text(&quote["id"]));
        let action = agent.post(&execute).send().await.expect(200);
        assert_eq!(action["status"], "PENDING_APPROVAL");

        let approve = agent.path(&format!("/actions/{}/approve", text(&action["id"])));
        set.platform.post(&approve).send().await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        let approved = set.platform.post(&approve).send().await.expect(200);
        assert_eq!((&approved["status"], &approved["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING_AUTHORIZATION")));
        set.authorize(&quote, "123456").await.expect(200);
        set.platform.advance(WHILE).await;
        assert_eq!(set.left().await, 99_000);
    }
}

journey! {
    /// Checks that the customer is asked for the factor that the agent named, or that the action fails.
    async fn an_approval_keeps_the_factor_that_the_agent_named(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let agent = Agent::install(service, &set.platform, &set.shown, &policy("APPROVAL_REQUIRED")).await;
        set.platform.freeze().await;
        let decided = |factor: serde_json::Value| {
            let set = &set;
            let agent = &agent;
            async move {
                let wanted = transfer(&set.usd, &set.bank, "SENDING", 1_000);
                let quote = agent.post("/agents/me/quotes").json(&wanted).send().await.expect(201);
                let execute = agent.post(&format!("/agents/me/quotes/{}/execute", text(&quote["id"])));
                let action = execute.json(&json!({ "scaFactor": factor })).send().await.expect(200);
                assert_eq!(action["status"], "PENDING_APPROVAL", "{action}");
                (quote, agent.path(&format!("/actions/{}/approve", text(&action["id"]))))
            }
        };
        let (quote, approve) = decided(json!("PASSKEY")).await;
        assert_eq!(set.platform.post(&approve).send().await.expect(200)["status"], "FAILED");
        assert_eq!(set.shown_of(&quote).await["status"], "FAILED");

        set.enrol_passkey(&authenticator()).await;
        let (quote, approve) = decided(json!("PASSKEY")).await;
        assert_eq!(set.platform.post(&approve).send().await.expect(200)["status"], "APPROVED");
        assert_eq!(set.shown_of(&quote).await["scaChallenge"]["factor"], "PASSKEY");

        set.change_number().await;
        let (quote, approve) = decided(json!("SMS_OTP")).await;
        assert_eq!(set.platform.post(&approve).send().await.expect(200)["status"], "FAILED");
        assert_eq!(set.payment(&quote).await["status"], "FAILED");
        assert_eq!(set.left().await, 100_000);
        set.platform.advance(Duration::from_mins(6)).await;
    }
}
