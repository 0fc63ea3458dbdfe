//! The actions over HTTP.

use causeway_service::operator::{Kind, NOUNS};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, expect_error, trail};
use super::channels::{DERIVED, OWNER, network, socket, with_token, with_user};
use crate::harness::on_engines;

on_engines! {
    async fn actions_over_http_require_the_token(service) {
        service.platform(Environment::Sandbox).await;
        let stranger = network(service).await;
        for client in [stranger.clone(), stranger.authorization("Bearer guess"), stranger.basic("a", DERIVED)] {
            let error = client.post("/operator/platform/list").send().await.expect(401);
            assert!(error["remedy"].is_string(), "{error}");
        }
        let roles = ["viewer", "support", "operator", "compliance", "admin"];
        let operator = with_token(service, &stranger, "grace", &roles, None).await;
        let all = operator.get("/operator").send().await.expect(200);
        assert_eq!(all.as_array().unwrap().len(), NOUNS.iter().map(|noun| noun.actions.len()).sum::<usize>());
        for member in ["about", "permission", "effect"] {
            assert!(all.as_array().unwrap().iter().all(|action| action[member].is_string()), "{member}");
        }

        let response = operator.post("/operator/platform/list").send().await;
        assert_eq!(response.expect(200)[0]["name"], "Test platform");
        assert_eq!(response.header("x-exit-code"), Some("0"));

        let request = json!({ "arguments": { "by": "1h" }, "reason": "time flies" });
        let advanced = operator.post("/operator/clock/advance").json(&request).send().await;
        advanced.expect(200);
        let rows = trail(service).await;
        let row = rows.last().unwrap();
        assert_eq!((&row.actor[..], &row.channel[..], &row.reason[..]), ("grace", "network", "time flies"));
        assert_eq!(row.detail["by"], "3600000ms");
        assert_eq!(advanced.header("x-request-id"), Some(&row.request.to_string()[..]));

        let other_database = json!({ "database": "postgres://elsewhere:5432/payments" });
        let error = operator.post("/operator/platform/list").json(&other_database).send().await.expect(409);
        assert!(error["message"].as_str().unwrap().contains("not on postgres://elsewhere:5432/payments"), "{error}");
        let here = json!({ "database": service.app().store.identity() });
        operator.post("/operator/platform/list").json(&here).send().await.expect(200);

        let unknown = operator.post("/operator/clock/stop").send().await.expect(404);
        assert_eq!(unknown["kind"], "not_found");
        for bad in [json!({ "argument": {} }), json!({ "arguments": { "byy": "1h" } }), json!({ "arguments": {} })] {
            let error = operator.post("/operator/clock/advance").json(&bad).send().await.expect(400);
            assert_eq!(error["kind"], "invalid");
        }

        operator.post("/operator/export/postings").send().await.expect(400);
        let with_reason = json!({ "reason": "a test" });
        let lines = operator.post("/operator/export/postings").json(&with_reason).send().await;
        assert_eq!((lines.status, lines.header("x-exit-code")), (200, None));
        assert!(lines.body.starts_with(b"cursor,"), "{lines}");
    }
}

on_engines! {
    /// Sends the character that PostgreSQL cannot store, in an argument, inside of one, and in the reason.
    async fn a_text_that_cannot_be_stored_is_refused(service) {
        service.platform(Environment::Sandbox).await;
        let client = with_token(service, &network(service).await, "grace", &["support", "admin"], None).await;
        let entry = json!({ "vaspName": "Example\0" });
        let directory = json!({ "directory": "vasps", "environment": "sandbox", "entries": [entry] });
        for (path, request) in [
            ("find/text", json!({ "arguments": { "text": ["Ada\0Lovelace"] } })),
            ("directory/import", json!({ "arguments": directory })),
            ("clock/freeze", json!({ "reason": "a\0test" })),
        ] {
            let error = client.post(&format!("/operator/{path}")).json(&request).send().await.expect(400);
            assert!(error["message"].as_str().unwrap().contains("U+0000"), "{path}: {error}");
        }
    }
}

on_engines! {
    /// Sends the names of others with requests, over both channels: the audit trail has the callers' own.
    async fn a_caller_is_recorded_as_itself(service) {
        service.platform(Environment::Sandbox).await;
        let network = network(service).await;
        let by_token = with_token(service, &network, "grafana", &["support"], None).await;
        let by_user = with_user(service, 1_000, &["support"], None).await;
        let by_owner = socket(service, OWNER).await;
        for (client, actor, as_user, channel) in [
            (by_token, "grafana", None, "network"),
            (by_user, "alice", Some("user-1000"), "socket"),
            (by_owner, "alice", Some("user-999"), "socket"),
        ] {
            let named = json!({ "operator": "root", "arguments": {} });
            let error = client.post("/operator/clock/freeze").json(&named).send().await.expect(400);
            assert!(error["message"].as_str().unwrap().contains("operator"), "{error}");
            let before = trail(service).await.len();
            let mut request = client.post("/operator/clock/freeze");
            for header in ["X-Operator", "X-Forwarded-User", "From", "Remote-User"] {
                request = request.header(header, "root");
            }
            request.query("operator", "root").send().await.expect(200);
            client.post("/operator/clock/resume").send().await.expect(200);
            let rows = trail(service).await;
            assert_eq!(rows.len(), before + 2);
            for row in &rows[before..] {
                let recorded = (&row.actor[..], row.as_user.as_deref(), &row.channel[..]);
                assert_eq!(recorded, (actor, as_user, channel));
            }
        }
        let closed = socket(service, 1_001).await.post("/operator/clock/show").send().await.expect(401);
        assert_eq!(closed["kind"], "unauthorized");
    }
}

on_engines! {
    async fn the_token_from_the_root_key_runs_actions_only_if_that_is_set(service) {
        service.platform(Environment::Sandbox).await;
        let network = network(service).await;
        let derived = network.authorization(&format!("Bearer {DERIVED}"));
        let error = derived.post("/operator/clock/show").send().await.expect(404);
        assert!(error["remedy"].as_str().unwrap().contains("operator-token create"), "{error}");
        assert_eq!(derived.get("/operator").send().await.expect(200), json!([]));
        act(service, "setting set", json!({ "name": "derived_operator_token", "value": "all" })).await;
        derived.post("/operator/clock/show").send().await.expect(200);
        act(service, "setting set", json!({ "name": "derived_operator_token", "default": true })).await;
        derived.post("/operator/clock/show").send().await.expect(404);
    }
}

on_engines! {
    async fn a_token_is_shown_once_and_works_until_it_is_revoked(service) {
        service.platform(Environment::Sandbox).await;
        let network = network(service).await;
        let token = act(service, "operator-token create", json!({ "name": "ci", "roles": ["viewer"], "days": 1 })).await;
        let secret = token.json["operator_token"].as_str().unwrap().to_owned();
        service.must_not_log(&secret);
        let client = network.authorization(&format!("Bearer {secret}"));
        client.post("/operator/clock/show").send().await.expect(200);
        let listed = act(service, "operator-token list", json!({})).await.json;
        assert_eq!((&listed[0]["name"], &listed[0]["roles"]), (&json!("ci"), &json!("viewer")));
        assert!(!listed.to_string().contains(&secret) && listed[0]["expires_at"].is_string(), "{listed}");
        for row in trail(service).await {
            assert!(!row.detail.to_string().contains(&secret));
        }
        act(service, "operator-token revoke", json!({ "name": "ci" })).await;
        client.post("/operator/clock/show").send().await.expect(401);
        assert_eq!(act(service, "operator-token list", json!({})).await.json, Value::Array(Vec::new()));
        let again = json!({ "name": "ci", "roles": ["admin"] });
        expect_error(service, "operator-token create", again, Kind::Refused).await;
        let derived = json!({ "name": "operator.token", "roles": ["admin"] });
        expect_error(service, "operator-token create", derived, Kind::Invalid).await;
        expect_error(service, "operator-token revoke", json!({ "name": "ci" }), Kind::NotFound).await;
    }
}
