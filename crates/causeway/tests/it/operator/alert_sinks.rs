//! Receivers of alerts under a grant for one platform.

use causeway_domain::alerts::AlertKind;
use causeway_service::operator::{ActionOutput, Caller, Grant, Kind, OperatorError, Role};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, try_action_as, with};
use super::alert_receivers::{WebhookSink, raise};
use crate::harness::{Platform, Service, on_engines};

/// Maximum number of receivers of a platform.
const MAX_SINKS: usize = 20;

/// Returns an operator who administers one platform.
fn admin_of(platform: &Platform) -> Caller {
    caller(Grant::of(&[Role::Admin], Some(platform.id)))
}

async fn run(
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

fn webhook(address: &str) -> Value {
    json!({ "channel": "webhook", "address": address })
}

on_engines! {
    async fn an_operator_of_one_platform_reaches_no_private_network(service) {
        let platform = service.platform(Environment::Production).await;
        let admin = admin_of(&platform);
        for address in [
            "http://127.0.0.1:9/alerts",
            "https://127.0.0.1:9/alerts",
            "https://localhost/alerts",
            "http://10.1.2.3/alerts",
            "https://10.1.2.3/alerts",
            "http://alerts.example.com/",
        ] {
            let refused = run(service, &admin, "alert-sink add", webhook(address)).await;
            assert_eq!(refused.map_err(|error| error.kind), Err(Kind::Invalid), "{address}");
        }
        run(service, &admin, "alert-sink add", webhook("https://alerts.example.com/")).await.expect("a public address");
        act(service, "alert-sink add", with(&platform, webhook("http://10.1.2.3/alerts"))).await;
    }
}

on_engines! {
    async fn an_operator_of_one_platform_has_its_receivers_alone(service) {
        let [own, other] = [service.platform(Environment::Production).await, service.platform(Environment::Production).await];
        let admin = admin_of(&own);
        let mine = WebhookSink::add(service, with(&own, json!({}))).await;
        let theirs = WebhookSink::add(service, with(&other, json!({}))).await;
        let all = WebhookSink::add(service, json!({})).await;
        let listed = run(service, &admin, "alert-sink list", json!({})).await.expect("a list");
        let ids = |listed: &Value| -> Vec<String> {
            let sinks = listed.as_array().expect("a list").iter();
            sinks.map(|sink| sink["sink"].as_str().expect("an id").to_owned()).collect()
        };
        assert_eq!(ids(&listed), std::slice::from_ref(&mine.id));
        assert_eq!(ids(&act(service, "alert-sink list", json!({})).await.json).len(), 3);
        for action in ["alert-sink test", "alert-sink remove"] {
            for foreign in [&theirs.id, &all.id] {
                let refused = run(service, &admin, action, json!({ "sink": foreign })).await;
                assert_eq!(refused.map_err(|error| error.kind), Err(Kind::NotFound), "{action}");
            }
            run(service, &admin, action, json!({ "sink": mine.id })).await.expect("its own receiver");
        }
        assert_eq!((mine.receiver.received().len(), theirs.receiver.received().len()), (1, 0));
    }
}

on_engines! {
    async fn a_platform_has_a_limited_number_of_receivers(service) {
        let [platform, other] = [service.platform(Environment::Production).await, service.platform(Environment::Production).await];
        let add = |number: usize| with(&platform, webhook(&format!("http://localhost:9/{number}")));
        for number in 0..MAX_SINKS {
            act(service, "alert-sink add", add(number)).await;
        }
        let error = expect_error(service, "alert-sink add", add(MAX_SINKS), Kind::Refused).await;
        assert!(error.remedy.is_some_and(|remedy| remedy.contains("alert-sink remove")));
        act(service, "alert-sink add", with(&other, webhook("http://localhost:9/other"))).await;
        act(service, "alert-sink add", webhook("http://localhost:9/deployment")).await;
    }
}

on_engines! {
    /// Checks that nothing remains due to a receiver that was removed with notices.
    async fn a_removed_receiver_leaves_no_notices(service) {
        let sink = WebhookSink::add(service, json!({})).await;
        let alert = raise(service, None, AlertKind::LedgerNotSealed).await;
        sink.receiver.wait_for("the notice", causeway_testing::wait::PATIENCE, |all| !all.is_empty()).await;
        act(service, "alert-sink remove", json!({ "sink": sink.id })).await;
        let shown = act(service, "alert show", json!({ "alert": alert })).await.json;
        assert_eq!(shown["notices"], json!([]));
    }
}
