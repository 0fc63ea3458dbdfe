//! Installing agents (agents A1, A2).

use std::time::Duration;

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::scene::{AgentScene, p1};
use crate::harness::{Platform, journey};
use crate::payments::scene::text;

async fn make(platform: &Platform, customer: &Value) -> Value {
    let body = json!({ "name": "  Invoices ", "customerId": customer["id"], "policy": p1() });
    platform.post("/agents").json(&body).send().await.expect(201)
}

fn redeem(code: &Value) -> String {
    format!("/agents/device-codes/{}/redeem", text(code))
}

journey! {
    async fn agents_ja01_install(service) {
        let platform = service.platform_with(&["USD"]).await;
        platform.freeze().await;
        let customer = platform.customer(&["USD"]).await;

        let installation = make(&platform, &customer).await;
        let agent = &installation["agent"];
        let code = &installation["deviceCode"];
        let known = ["name", "isConnected", "isPaused", "customerId"].map(|name| agent[name].clone());
        assert_eq!(json!(known), json!(["Invoices", false, false, customer["id"]]));
        let zeros = ["dailyTransactionCount", "dailySpend", "monthlySpend"].map(|name| agent["usage"][name].clone());
        assert_eq!(json!(zeros), json!([0, 0, 0]));
        assert_eq!((&code["redeemed"], &code["agentId"]), (&json!(false), &agent["id"]));
        let instant = |at: &Value| text(at).parse::<causeway_domain::Time>().unwrap();
        assert_eq!(instant(&code["expiresAt"]).since(instant(&agent["createdAt"])), Duration::from_hours(24));

        let status = format!("/agents/device-codes/{}/status", text(&code["code"]).to_lowercase());
        let status_page = platform.get(&status).send().await.expect(200);
        assert_eq!(status_page, json!({ "code": code["code"], "redeemed": false }));

        let installed = platform.anonymous().post(&redeem(&code["code"])).send().await.expect(200);
        assert_eq!((&installed["agentId"], &installed["agentName"]), (&agent["id"], &agent["name"]));
        assert_eq!(installed["policy"], agent["policy"]);
        assert_eq!(platform.get(&status).send().await.expect(200)["redeemed"], true);

        let path = format!("/agents/{}", text(&agent["id"]));
        let agent_view = platform.get(&path).send().await.expect(200);
        assert_eq!(agent_view["isConnected"], true);
        let bearer = platform.anonymous().authorization(&format!("Bearer {}", text(&installed["accessToken"])));
        assert_eq!(bearer.get("/agents/me").send().await.expect(200), agent_view);

        platform.anonymous().post(&redeem(&code["code"])).send().await.expect_error(400, "INVALID_INPUT");
        let unknown = platform.anonymous().post("/agents/device-codes/SVC-AGENT-AAAA-AAAA/redeem").send().await;
        unknown.expect_error(404, "REFERENCE_NOT_FOUND");
        let again = platform.post(&format!("{path}/device-codes")).send().await;
        again.expect_error(409, "CONFLICT");
    }
}

journey! {
    async fn agents_ja02_replace_code(service) {
        let platform = service.platform_with(&["USD"]).await;
        platform.freeze().await;
        let customer = platform.customer(&["USD"]).await;
        let installation = make(&platform, &customer).await;
        let path = format!("/agents/{}/device-codes", text(&installation["agent"]["id"]));

        let other = platform.post(&path).send().await.expect(201);
        assert_ne!(other["code"], installation["deviceCode"]["code"]);
        let anonymous = platform.anonymous();
        anonymous.post(&redeem(&installation["deviceCode"]["code"])).send().await.expect_error(400, "INVALID_INPUT");
        anonymous.post(&redeem(&other["code"])).send().await.expect(200);

        let late_installation = make(&platform, &customer).await;
        platform.advance(Duration::from_hours(24)).await;
        let error = anonymous.post(&redeem(&late_installation["deviceCode"]["code"])).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["status"], "EXPIRED");

        // A paused agent can still get and redeem a new code.
        let path = format!("/agents/{}", text(&late_installation["agent"]["id"]));
        platform.patch(&path).json(&json!({ "isPaused": true })).send().await.expect(200);
        let code = platform.post(&format!("{path}/device-codes")).send().await.expect(201);
        anonymous.post(&redeem(&code["code"])).send().await.expect(200);
    }
}

journey! {
    async fn agents_ja03_auth_separation(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let platform = &scene.base.platform;
        let agent = &scene.agent;
        agent.get("/agents").send().await.expect_error(401, "UNAUTHORIZED");
        platform.get("/agents/me").send().await.expect_error(401, "UNAUTHORIZED");
        platform.anonymous().get("/agents/me").send().await.expect_error(401, "UNAUTHORIZED");

        scene.require_approval().await;
        scene.transfer_out(100).send().await.expect(201);
        let id = scene.transactions().await[0]["id"].clone();
        let approve = agent.post(&format!("/transactions/{}/approve", text(&id))).send().await;
        approve.expect_error(401, "UNAUTHORIZED");

        let other = service.platform(Environment::Sandbox).await;
        other.get(&agent.path("")).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
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
            unknown.expect_error(404, "REFERENCE_NOT_FOUND");
        }

        let response = anonymous.post(&redeem(&code)).send().await;
        response.expect_error(429, "RATE_LIMITED");
        assert!(response.header("retry-after").is_some_and(|seconds| seconds.parse::<u64>().unwrap() <= 60));
    }
}

journey! {
    /// Checks that concurrent guesses are counted like others.
    async fn failed_redemptions_at_the_same_time_are_throttled(service) {
        let platform = service.platform_with(&["USD"]).await;
        let unknown = redeem(&json!("SVC-AGENT-AAAA-AAAA"));
        let responses = futures_util::future::join_all((0..40).map(|_| platform.anonymous().post(&unknown).send())).await;
        assert_eq!(responses.iter().filter(|response| response.status == 404).count(), 10);
        assert_eq!(responses.iter().filter(|response| response.status == 429).count(), 30);
    }
}

journey! {
    async fn one_of_many_redemptions_wins(service) {
        let platform = service.platform_with(&["USD"]).await;
        let customer = platform.customer(&["USD"]).await;
        let code = make(&platform, &customer).await["deviceCode"]["code"].clone();

        let bases = service.bases();
        let all = (0..8).map(|at| platform.anonymous().at(&bases[at % bases.len()]).post(&redeem(&code)).send());
        let responses = futures_util::future::join_all(all).await;

        assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
        for lost in responses.iter().filter(|response| response.status != 200) {
            lost.expect_error(400, "INVALID_INPUT");
        }
    }
}
