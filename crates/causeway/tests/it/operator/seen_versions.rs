//! Actions on the version of a resource that an operator has seen (conventions 2.1).

use causeway_domain::Time;
use causeway_service::operator::{ActionOutput, Grant, Kind, OperatorError, Request};
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, try_request, with};
use crate::harness::{Service, journey, on_engines};
use crate::payments::scene::{Scene, text};

/// Tries an action on the version that `show` has printed.
async fn try_seen(
    service: &Service,
    action: &str,
    arguments: Value,
    version: &Value,
) -> Result<Value, OperatorError> {
    let seen: Time = text(version).parse().expect("an instant");
    let request = Request { reason: Some("a test".to_owned()), seen: Some(seen), ..Request::default() };
    match try_request(service, &caller(Grant::all()), action, arguments, request).await? {
        ActionOutput::Report { json, .. } => Ok(json),
        ActionOutput::Export(_) => panic!("{action} is an export"),
    }
}

async fn version(service: &Service, noun: &str, arguments: &Value) -> Value {
    let shown = act(service, &format!("{noun} show"), arguments.clone()).await.json;
    assert!(shown["version"].is_string(), "{shown}");
    shown["version"].clone()
}

journey! {
    /// Checks that an action is refused if the resource has changed since it was shown, and says how.
    async fn an_action_on_an_older_version_is_refused(service) {
        let scene = Scene::new(service).await;
        let account = with(&scene.platform, json!({ "account": scene.usd }));
        let seen = version(service, "account", &account).await;
        act(service, "account freeze", account.clone()).await;
        let now = version(service, "account", &account).await;
        assert_ne!(seen, now);

        let error = try_seen(service, "account release", account.clone(), &seen).await.unwrap_err();
        assert_eq!(error.kind, Kind::Refused);
        for part in [text(&seen), text(&now), "FROZEN", &scene.usd] {
            assert!(error.message.contains(part), "{error}");
        }
        let remedy = error.remedy.unwrap_or_default();
        assert!(remedy.ends_with(&format!("causeway account show {}", scene.usd)), "{remedy}");
        assert_eq!(version(service, "account", &account).await, now, "nothing has changed");

        let released = try_seen(service, "account release", account, &now).await.expect("the present version");
        assert_eq!(released["status"], "ACTIVE");
        scene.platform.settled().await;
    }
}

on_engines! {
    /// Shows each kind of resource, and acts on the version that is shown.
    async fn each_resource_shows_its_version(service) {
        let scene = Scene::new(service).await;
        let on = |arguments: Value| with(&scene.platform, arguments);
        let euro = scene.euro_account().await;
        scene.platform.fund(&scene.usd, 10_000).await;
        service.rail.get_stuck(true);
        let quote = scene.quote(&euro, 10_000).await;
        scene.execute(&quote).send().await.expect(200);
        scene.platform.freeze().await;
        scene.platform.settled().await;
        for (noun, action, arguments, status) in [
            ("payment", "payment settle", json!({ "transaction": quote["transactionId"] }), "COMPLETED"),
            ("external-account", "external-account disable", json!({ "account": euro }), "INACTIVE"),
            ("customer", "customer hold", json!({ "customer": scene.alice["id"] }), "HOLD"),
        ] {
            let seen = version(service, noun, &on(arguments.clone())).await;
            let done = try_seen(service, action, on(arguments.clone()), &seen).await.expect("the present version");
            assert_eq!(done["status"], status, "{action}");
            let error = try_seen(service, action, on(arguments), &seen).await.unwrap_err();
            assert!(error.kind == Kind::Refused && error.message.contains("has changed"), "{action}: {error}");
        }
        service.rail.get_stuck(false);
        scene.platform.resume().await;
    }
}

on_engines! {
    async fn a_version_is_refused_where_there_is_none(service) {
        let scene = Scene::new(service).await;
        let version = json!("2025-10-03T15:00:00.000Z");
        let freeze = with(&scene.platform, json!({}));
        let error = try_seen(service, "clock freeze", freeze, &version).await.unwrap_err();
        assert!(error.kind == Kind::Invalid && error.message.contains("version"), "{error}");
        let unknown = json!({ "account": "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" });
        let unknown = with(&scene.platform, unknown);
        let missing = expect_error(service, "account freeze", unknown.clone(), Kind::NotFound).await;
        let error = try_seen(service, "account freeze", unknown, &version).await.unwrap_err();
        assert_eq!(error, missing, "a resource that does not exist has no version");
    }
}
