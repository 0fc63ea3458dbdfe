//! Installing agents (agents A1, A2).

use std::time::Duration;

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::scene::{AgentScene, p1};
use crate::harness::{Platform, journey};
use crate::payments::scene::text;

async fn make(platform: &Platform, customer: &Value) -> Value {
    let wanted = json!({ "name": "  Invoices ", "customerId": customer["id"], "policy": p1() });
    platform.post("/agents").json(&wanted).send().await.expect(201)
}

fn redeem(code: &Value) -> String {
    format!("/agents/device-codes/{}/redeem", text(code))
}

journey! {
    async fn agents_ja01_install(service) {
        let platform = service.platform_with(&["USD"]).await;
        platform.freeze().await;
        let customer = platform.customer(&["USD"]).await;

        let made = make(&platform, &customer).await;
        let agent = &made["agent"];
        let code = &made["deviceCode"];
        let known = ["name", "isConnected", "isPaused", "customerId"].map(|name| agent[name].clone());
        assert_eq!(json!(known), json!(["Invoices", false, false, customer["id"]]));
        let zeros = ["dailyTransactionCount", "dailySpend", "monthlySpend"].map(|name| agent["usage"][name].clone());
        assert_eq!(json!(zeros), json!([0, 0, 0]));
        assert_eq!((&code["redeemed"], &code["agentId"]), (&json!(false), &agent["id"]));
        let instant = |at: &Value| text(at).parse::<causeway_domain::Time>().unwrap();
        assert_eq!(instant(&code["expiresAt"]).since(instant(&agent["createdAt"])), Duration::from_hours(24));

        let status = format!("/agents/device-codes/{}/status", text(&code["code"]).to_lowercase());
        let seen = platform.get(&status).send().await.expect(200);
        assert_eq!(seen, json!({ "code": code["code"], "redeemed": false }));

        let installed = platform.anonymous().post(&redeem(&code["code"])).send().await.expect(200);
        assert_eq!((&installed["agentId"], &installed["agentName"]), (&agent["id"], &agent["name"]));
        assert_eq!(installed["policy"], agent["policy"]);
        assert_eq!(platform.get(&status).send().await.expect(200)["redeemed"], true);

        let path = format!("/agents/{}", text(&agent["id"]));
        let shown = platform.get(&path).send().await.expect(200);
        assert_eq!(shown["isConnected"], true);
        let bearer = platform.anonymous().authorization(&format!("Bearer {}", text(&installed["accessToken"])));
        assert_eq!(bearer.get("/agents/me").send().await.expect(200), shown);

        platform.anonymous().post(&redeem(&code["code"])).send().await.refused(400, "INVALID_INPUT");
        let unknown = platform.anonymous().post("/agents/device-codes/SVC-AGENT-AAAA-AAAA/redeem").send().await;
        unknown.refused(404, "REFERENCE_NOT_FOUND");
        let again = platform.post(&format!("{path}/device-codes")).send().await;
        again.refused(409, "CONFLICT");
    }
}

journey! {
    async fn agents_ja02_replace_code(service) {
        let platform = service.platform_with(&["USD"]).await;
        platform.freeze().await;
        let customer = platform.customer(&["USD"]).await;
        let made = make(&platform, &customer).await;
        let path = format!("/agents/{}/device-codes", text(&made["agent"]["id"]));

        let other = platform.post(&path).send().await.expect(201);
        assert_ne!(other["code"], made["deviceCode"]["code"]);
        let anonymous = platform.anonymous();
        anonymous.post(&redeem(&made["deviceCode"]["code"])).send().await.refused(400, "INVALID_INPUT");
        anonymous.post(&redeem(&other["code"])).send().await.expect(200);

        let late = make(&platform, &customer).await;
        platform.advance(Duration::from_hours(24)).await;
        let refused = anonymous.post(&redeem(&late["deviceCode"]["code"])).send().await.refused(400, "INVALID_INPUT");
        assert_eq!(refused["details"]["status"], "EXPIRED");

        // A paused agent can still get and redeem a new code.
        let path = format!("/agents/{}", text(&late["agent"]["id"]));
        platform.patch(&path).json(&json!({ "isPaused": true })).send().await.expect(200);
        let code = platform.post(&format!("{path}/device-codes")).send().await.expect(201);
        anonymous.post(&redeem(&code["code"])).send().await.expect(200);
    }
}

journey! {
    async fn agents_ja03_auth_separation(service) {
        let set = AgentScene::set(service, &p1()).await;
        let platform = &set.scene.platform;
        let agent = &set.agent;
        agent.get("/agents").send().await.refused(401, "UNAUTHORIZED");
        platform.get("/agents/me").send().await.refused(401, "UNAUTHORIZED");
        platform.anonymous().get("/agents/me").send().await.refused(401, "UNAUTHORIZED");

        set.require_approval().await;
        set.transfer_out(100).send().await.expect(201);
        let id = set.transactions().await[0]["id"].clone();
        let approve = agent.post(&format!("/transactions/{}/approve", text(&id))).send().await;
        approve.refused(401, "UNAUTHORIZED");

        let other = service.platform(Environment::Sandbox).await;
        other.get(&agent.path("")).send().await.refused(404, "REFERENCE_NOT_FOUND");
        platform.advance(Duration::from_hours(24)).await;
    }
}

journey! {
    async fn failed_redemptions_are_throttled(service) {
        let platform = service.platform_with(&["USD"]).await;
        let customer = platform.customer(&["USD"]).await;
        let code = make(&platform, &customer).await["deviceCode"]["code"].clone();
        let anonymous = platform.anonymous();

        for _ in 0..10 {
            let unknown = anonymous.post("/agents/device-codes/SVC-AGENT-AAAA-AAAA/redeem").send().await;
            unknown.refused(404, "REFERENCE_NOT_FOUND");
        }

        let refused = anonymous.post(&redeem(&code)).send().await;
        refused.refused(429, "RATE_LIMITED");
        assert!(refused.header("retry-after").is_some_and(|seconds| seconds.parse::<u64>().unwrap() <= 60));
    }
}

journey! {
    /// Checks that concurrent guesses are counted like others.
    async fn failed_redemptions_at_the_same_time_are_throttled(service) {
        let platform = service.platform_with(&["USD"]).await;
        let unknown = redeem(&json!("SVC-AGENT-AAAA-AAAA"));
        let answers = futures_util::future::join_all((0..40).map(|_| platform.anonymous().post(&unknown).send())).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 404).count(), 10);
        assert_eq!(answers.iter().filter(|answer| answer.status == 429).count(), 30);
    }
}

journey! {
    async fn one_of_many_redemptions_wins(service) {
        let platform = service.platform_with(&["USD"]).await;
        let customer = platform.customer(&["USD"]).await;
        let code = make(&platform, &customer).await["deviceCode"]["code"].clone();

        let bases = service.bases();
        let all = (0..8).map(|at| platform.anonymous().at(&bases[at % bases.len()]).post(&redeem(&code)).send());
        let answers = futures_util::future::join_all(all).await;

        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for lost in answers.iter().filter(|answer| answer.status != 200) {
            lost.refused(400, "INVALID_INPUT");
        }
    }
}
