//! Dry runs of changes of values: rates, settings, platforms, users, tokens, receivers and terms (conventions 2.1).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, on, try_dry_run, with};
use crate::harness::{Service, on_engines};

/// Returns the sentences about an action that follow "it would".
async fn sentences(service: &Service, action: &str, arguments: Value) -> Value {
    let report = try_dry_run(service, action, arguments.clone()).await;
    report.unwrap_or_else(|error| panic!("{action} {arguments}: {error}"))["would"]["further"].clone()
}

on_engines! {
    async fn a_dry_run_names_the_old_and_the_new_value(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let rate = |rate: &str| json!({ "sending": "USD", "receiving": "EUR", "rate": rate, "confirm": rate });
        let added = json!(["add the rate from USD to EUR: 0.92"]);
        assert_eq!(sentences(service, "rate set", rate("0.92")).await, added);
        act(service, "rate set", rate("0.92")).await;
        let changed = json!(["change the rate from USD to EUR from 0.92 to 0.93"]);
        assert_eq!(sentences(service, "rate set", rate("0.93")).await, changed);
        assert_eq!(sentences(service, "rate set", rate("0.92")).await, json!([]), "it stays the same");
        let removed = json!({ "sending": "USD", "receiving": "EUR", "remove": true });
        assert_eq!(sentences(service, "rate set", removed).await, json!(["remove the rate from USD to EUR: 0.92"]));

        let setting = json!({ "name": "payout_timeout_days", "value": "9" });
        let set = sentences(service, "setting set", setting).await;
        assert!(set[0].as_str().unwrap().starts_with("change the setting payout_timeout_days from "), "{set}");
        assert!(set[0].as_str().unwrap().ends_with(" to 9"), "{set}");
        let disabled = sentences(service, "platform disable", on(&platform)).await;
        assert!(disabled[0].as_str().unwrap().ends_with(" from enabled to disabled"), "{disabled}");
        let published = sentences(service, "terms publish", json!({ "url": "https://example.com/terms" })).await;
        assert!(published[0].as_str().unwrap().ends_with(" at https://example.com/terms"), "{published}");
    }
}

on_engines! {
    async fn a_dry_run_names_what_is_added_and_removed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let user = |roles: Value| json!({ "name": "grace", "uid": 1_234, "roles": roles });
        act(service, "user add", user(json!(["viewer"]))).await;
        let of_user = "the roles of the user grace";
        let both = sentences(service, "user add", user(json!(["viewer", "support"]))).await;
        assert_eq!(both, json!([format!("change {of_user} from viewer to viewer,support")]));
        let removed = sentences(service, "user remove", json!({ "name": "grace" })).await;
        assert_eq!(removed, json!([format!("remove {of_user}: viewer")]));

        let token = json!({ "name": "ci", "roles": ["viewer"] });
        assert_eq!(sentences(service, "operator-token create", token.clone()).await, json!(["add the operator token ci: viewer"]));
        act(service, "operator-token create", token).await;
        let revoked = sentences(service, "operator-token revoke", json!({ "name": "ci" })).await;
        assert_eq!(revoked, json!(["remove the operator token ci: viewer"]));

        let token = with(&platform, json!({ "name": "reader", "permissions": ["VIEW"] }));
        assert_eq!(sentences(service, "token create", token.clone()).await, json!(["add the API token reader: VIEW"]));
        let created = act(service, "token create", token).await.json;
        let deleted = sentences(service, "token delete", json!({ "token": created["token"] })).await;
        assert_eq!(deleted, json!(["remove the API token reader: VIEW"]));

        let sink = json!({ "channel": "webhook", "address": "http://localhost:9/key" });
        let added = sentences(service, "alert-sink add", sink.clone()).await;
        assert_eq!(added, json!(["add a receiver of alerts: http://localhost:9/…"]));
        let sink = act(service, "alert-sink add", sink).await.json;
        let removed = sentences(service, "alert-sink remove", json!({ "sink": sink["sink"] })).await;
        assert_eq!(removed, json!(["remove a receiver of alerts: http://localhost:9/…"]));
        act(service, "alert-sink remove", json!({ "sink": sink["sink"] })).await;
    }
}
