//! Receivers of alerts of one platform, whose administrator chooses where the server sends notices.

use causeway_service::operator::{ActionOutput, Caller, Grant, Kind, OperatorError, Role};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, try_action_as, with};
use crate::harness::{Service, on_engines};

fn webhook(url: &str) -> Value {
    json!({ "channel": "webhook", "address": url })
}

/// Runs an action as this caller, and returns its report.
async fn report(
    service: &Service,
    caller: &Caller,
    action: &str,
    arguments: Value,
) -> Result<Value, OperatorError> {
    match try_action_as(service, caller, action, arguments).await? {
        ActionOutput::Report { json, .. } => Ok(json),
        ActionOutput::Export(_) => panic!("{action} is an export"),
    }
}

on_engines! {
    async fn an_administrator_of_one_platform_has_its_receivers_only(service) {
        let own = service.platform(Environment::Production).await;
        let other = service.platform(Environment::Production).await;
        let admin = caller(Grant::of(&[Role::Admin], Some(own.id)));
        let foreign = act(service, "alert-sink add", with(&other, webhook("https://alerts.example.com/other"))).await;
        let of_all = act(service, "alert-sink add", webhook("http://10.1.2.3/alerts")).await;
        for private in [
            "http://localhost:9/alerts",
            "https://localhost/alerts",
            "https://127.0.0.1/alerts",
            "https://10.1.2.3/alerts",
            "http://alerts.internal/",
        ] {
            let refused = report(service, &admin, "alert-sink add", webhook(private)).await;
            assert_eq!(refused.map_err(|error| error.kind), Err(Kind::Invalid), "{private}");
        }
        let added = report(service, &admin, "alert-sink add", webhook("https://alerts.example.com/own")).await.unwrap();
        assert_eq!(added["platform"], json!(own.id));
        let listed = report(service, &admin, "alert-sink list", json!({})).await.unwrap();
        let ids: Vec<&Value> = listed.as_array().unwrap().iter().map(|sink| &sink["sink"]).collect();
        assert_eq!(ids, [&added["sink"]]);
        for sink in [&foreign.json["sink"], &of_all.json["sink"]] {
            for action in ["alert-sink test", "alert-sink remove"] {
                let refused = report(service, &admin, action, json!({ "sink": sink })).await;
                assert_eq!(refused.map_err(|error| error.kind), Err(Kind::NotFound), "{action}");
            }
        }
        report(service, &admin, "alert-sink remove", json!({ "sink": added["sink"] })).await.unwrap();
        let all = act(service, "alert-sink list", json!({})).await.json;
        assert_eq!(all.as_array().unwrap().len(), 2, "{all}");
    }
}

on_engines! {
    async fn the_number_of_receivers_is_bounded(service) {
        let platform = service.platform(Environment::Production).await;
        for number in 0..20 {
            act(service, "alert-sink add", with(&platform, webhook(&format!("https://alerts.example.com/{number}")))).await;
        }
        let further = webhook("https://alerts.example.com/20");
        let error = expect_error(service, "alert-sink add", with(&platform, further.clone()), Kind::Refused).await;
        assert!(error.remedy.is_some_and(|remedy| remedy.contains("alert-sink remove")));
        act(service, "alert-sink add", further).await;
    }
}
