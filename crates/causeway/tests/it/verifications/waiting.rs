//! The alert about a verification that waits for a decision.

use std::time::Duration;

use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::verification::{complete_details, submit, upload};
use crate::customers::walks::person;
use crate::harness::{Service, on_engines};
use crate::operator::acting::{act, still_open, with};

/// Returns the open alerts, after a round of the maintenance.
async fn open_alerts(service: &Service) -> Value {
    upkeep::watch_conditions(service.app()).await.expect("the maintenance works");
    still_open(service).await
}

on_engines! {
    async fn a_verification_that_waits_is_reported_until_it_is_decided(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let mut details = complete_details();
        details["fullName"] = json!("Jane Doe 001");
        let customer = person(&platform, details).await;
        upload(&platform, &customer, "PASSPORT", None).await;
        let submitted = submit(&platform, &customer).await.expect(200);
        assert_eq!(submitted["verificationStatus"], "PENDING_MANUAL_REVIEW");
        act(service, "setting set", json!({ "name": "review_hours", "value": "2" })).await;
        platform.freeze().await;
        assert_eq!(open_alerts(service).await, json!([]));

        platform.advance(Duration::from_mins(121)).await;
        for _ in 0..2 {
            let open = open_alerts(service).await;
            assert_eq!(open.as_array().unwrap().len(), 1, "{open}");
            assert_eq!((&open[0]["kind"], &open[0]["subject"]), (&json!("REVIEW_WAITING"), &submitted["id"]));
        }

        act(service, "verification approve", with(&platform, json!({ "verification": submitted["id"] }))).await;
        assert_eq!(open_alerts(service).await, json!([]));
    }
}
