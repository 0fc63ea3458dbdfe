//! The audit trail by subject, actor, action and time (conventions 2.1).

use causeway_service::operator::{ActionOutput, Grant, Kind, Request, Role};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, on, try_action_as, try_request, with};
use super::channels::network;
use crate::harness::{Service, journey, on_engines};

/// Returns the actions of the matching entries, newest first.
async fn listed(service: &Service, filter: Value) -> Vec<String> {
    let rows = act(service, "audit list", filter).await.json;
    rows.as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap().to_owned()).collect()
}

journey! {
    async fn actions_are_found_by_what_they_are_about(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        act(service, "account freeze", with(&platform, json!({ "account": account }))).await;
        act(service, "clock freeze", with(&other, json!({}))).await;
        act(service, "account release", with(&platform, json!({ "account": account }))).await;

        assert_eq!(listed(service, json!({})).await, ["account release", "clock freeze", "account freeze"]);
        assert_eq!(listed(service, json!({ "subject": account })).await, ["account release", "account freeze"]);
        assert_eq!(listed(service, with(&other, json!({}))).await, ["clock freeze"]);
        assert_eq!(listed(service, json!({ "actor": "ada", "limit": 1 })).await, ["account release"]);
        assert_eq!(listed(service, json!({ "actor": "bob" })).await, Vec::<String>::new());
        assert_eq!(listed(service, json!({ "action": "clock freeze" })).await, ["clock freeze"]);
        let rows = act(service, "audit list", json!({})).await.json;
        assert_eq!(listed(service, json!({ "before": rows[0]["number"] })).await, ["clock freeze", "account freeze"]);
        assert_eq!(listed(service, json!({ "since": rows[0]["at"], "action": "account release" })).await, ["account release"]);
        assert_eq!(listed(service, json!({ "until": rows[2]["at"] })).await, Vec::<String>::new());
        assert_eq!((&rows[0]["about"], &rows[1]["about"]), (&json!(account), &Value::Null));
        assert!(rows[0]["request"].is_string() && rows[0]["channel"] == "command", "{rows}");
        expect_error(service, "audit list", json!({ "subject": "Ada" }), Kind::Invalid).await;
        expect_error(service, "audit list", json!({ "limit": 1_001 }), Kind::Invalid).await;
    }
}

journey! {
    /// Checks that a result names what an action is about, too, such as the token that was created.
    async fn an_action_is_about_the_ids_of_its_result(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let created = act(service, "token create", with(&platform, json!({}))).await.json;
        assert_eq!(listed(service, json!({ "subject": created["token"] })).await, ["token create"]);
        let deposit = json!({ "account": platform.own_account("USD").await, "amount": 100, "rail": "RTP" });
        let deposit = act(service, "deposit push", with(&platform, deposit)).await.json;
        assert_eq!(listed(service, json!({ "subject": deposit["transaction"] })).await, ["deposit push"]);
        platform.settled().await;
    }
}

on_engines! {
    /// Checks that an entry names what its action was about: an id, or the first arguments.
    async fn an_entry_says_what_it_was_about(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        act(service, "account freeze", with(&platform, json!({ "account": account }))).await;
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.92", "confirm": "0.92" })).await;
        let request = Request::default();
        try_request(service, &caller(Grant::all()), "clock freeze", on(&platform), request).await.expect("a frozen clock");
        let listed = act(service, "audit list", json!({})).await.json;
        let [freeze, rate, frozen] = [&listed[0], &listed[1], &listed[2]];
        assert_eq!((&freeze["about"], &freeze["reason"]), (&Value::Null, &Value::Null), "{freeze}");
        assert_eq!((&rate["about"], &rate["reason"]), (&json!("USD EUR 0.92"), &json!("a test")));
        assert_eq!(frozen["about"], json!(account));

        let viewer = caller(Grant::of(&[Role::Viewer], None));
        let Ok(ActionOutput::Report { json: seen, .. }) = try_action_as(service, &viewer, "audit list", json!({})).await else {
            panic!("a viewer sees no audit trail")
        };
        assert_eq!((&seen[1]["about"], &seen[2]["about"]), (&Value::Null, &json!(account)), "arguments can name persons");
        act(service, "account release", with(&platform, json!({ "account": account }))).await;
        act(service, "clock resume", on(&platform)).await;
    }
}

on_engines! {
    /// Checks that the id of a token names its actions, because its name could be that of a system user.
    async fn an_action_is_about_the_token_of_its_caller(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let request = json!({ "name": "ada", "roles": ["support"] });
        let token = act(service, "operator-token create", request).await.json;
        let client = network(service).await.authorization(&format!("Bearer {}", token["operator_token"].as_str().unwrap()));
        client.post("/operator/clock/freeze").json(&json!({ "arguments": on(&platform) })).send().await.expect(200);
        act(service, "clock resume", on(&platform)).await;
        assert_eq!(listed(service, json!({ "actor": "ada" })).await.len(), 3);
        let by_token = listed(service, json!({ "subject": token["token"] })).await;
        assert_eq!(by_token, ["clock freeze", "operator-token create"]);
    }
}
