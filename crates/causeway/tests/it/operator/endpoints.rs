//! Alerts about endpoints that do not accept events, found by the maintenance.

use std::time::Duration;

use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use causeway_testing::receiver::{Answer, Receiver};
use serde_json::{Value, json};

use super::acting::{act, rows, with};
use crate::harness::{Platform, Service, on_engines};

/// Returns the kinds of the open alerts, after a round of the maintenance.
async fn open_kinds(service: &Service) -> Vec<Value> {
    upkeep::watch_conditions(service.app()).await.expect("the maintenance works");
    let open = act(service, "alert list", json!({})).await.json;
    open.as_array().unwrap().iter().map(|alert| alert["kind"].clone()).collect()
}

/// Returns a platform whose endpoint has refused an event, on a frozen clock.
async fn with_failing_endpoint(service: &Service) -> (Platform, Receiver) {
    let platform = service.platform(Environment::Sandbox).await;
    let receiver = platform.receiver().await;
    receiver.answer_always(Answer::status(503));
    platform.freeze().await;
    platform.customer(&["USD"]).await;
    receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
    (platform, receiver)
}

on_engines! {
    async fn an_endpoint_that_fails_or_gave_up_is_reported_until_it_works(service) {
        let (platform, receiver) = with_failing_endpoint(service).await;
        assert_eq!(open_kinds(service).await, Vec::<Value>::new());
        platform.advance(Duration::from_mins(61)).await;
        assert_eq!(open_kinds(service).await, ["ENDPOINT_FAILING"]);
        assert_eq!(open_kinds(service).await, ["ENDPOINT_FAILING"], "once");

        platform.advance(Duration::from_hours(8 * 24)).await;
        assert_eq!(open_kinds(service).await, ["ENDPOINT_GAVE_UP"]);
        let alert = act(service, "alert list", json!({})).await.json[0].clone();
        let command = format!("causeway webhook list --status GIVEN_UP --platform {}", platform.id);
        assert_eq!((&alert["severity"], &alert["detail"]["commands"][0]), (&json!("note"), &json!(command)));

        receiver.answer_always(Answer::status(200));
        let given_up = rows(service, "webhook list", with(&platform, json!({ "status": "GIVEN_UP" }))).await;
        for event in given_up.as_array().unwrap() {
            act(service, "webhook replay", with(&platform, json!({ "webhook": event["webhook"] }))).await;
        }
        platform.settled().await;
        assert_eq!(open_kinds(service).await, Vec::<Value>::new());
    }
}

on_engines! {
    async fn a_test_event_that_was_given_up_is_not_reported(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        receiver.answer_always(Answer::status(503));
        platform.post("/sandbox/webhooks/test").send().await;
        receiver.wait_for_event("TEST").await;
        platform.advance(Duration::from_hours(8 * 24)).await;
        assert_eq!(open_kinds(service).await, Vec::<Value>::new());
    }
}

on_engines! {
    /// Checks that the command that advances the clock has the endpoint reported at its end, by the time that has passed
    /// on the clock, and does not wait for a round of the maintenance.
    async fn an_advanced_clock_has_its_endpoint_reported_at_once(service) {
        let (platform, _receiver) = with_failing_endpoint(service).await;
        let advance = async |by: &str| {
            let advanced = act(service, "clock advance", with(&platform, json!({ "by": by }))).await.json;
            let open = act(service, "alert list", json!({})).await.json;
            let kinds: Vec<Value> = open.as_array().unwrap().iter().map(|alert| alert["kind"].clone()).collect();
            (advanced["alerts_raised"].clone(), kinds)
        };
        assert_eq!(advance("30m").await, (json!(0), Vec::new()));
        assert_eq!(advance("31m").await, (json!(1), vec![json!("ENDPOINT_FAILING")]));
        assert_eq!(advance("5d").await, (json!(0), vec![json!("ENDPOINT_FAILING")]));
        assert_eq!(advance("3d").await, (json!(1), vec![json!("ENDPOINT_GAVE_UP")]));
    }
}
