//! Events and the keys that sign them.

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_testing::receiver::verify;
use serde_json::json;

use super::acting::{act, expect_error, on, with};
use crate::harness::journey;

journey! {
    async fn an_event_is_listed_and_sent_again_unchanged(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.customer(&["USD"]).await;
        let filter = with(&platform, json!({ "type": "CUSTOMER.KYC_APPROVED" }));
        let events = act(service, "webhook list", filter.clone()).await.json;
        assert_eq!((events.as_array().unwrap().len(), &events[0]["status"]), (1, &json!("UNADDRESSED")));
        let arguments = with(&platform, json!({ "webhook": events[0]["webhook"] }));
        let error = expect_error(service, "webhook replay", arguments.clone(), Kind::Refused).await;
        assert!(error.remedy.is_some());

        let receiver = platform.receiver().await;
        act(service, "webhook replay", arguments.clone()).await;
        let first = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        receiver.forget();
        act(service, "webhook replay", arguments).await;
        let second = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        assert_eq!(first.body, second.body);
        assert_eq!(first.id(), events[0]["webhook"]);

        let unknown = with(&platform, json!({ "webhook": "Webhook:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }));
        expect_error(service, "webhook replay", unknown, Kind::NotFound).await;
    }
}

journey! {
    async fn later_deliveries_are_signed_with_the_new_key(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let old = act(service, "webhook-key show", on(&platform)).await.json["public_key"].clone();
        assert_eq!(old, platform.webhook_pem);
        let new = act(service, "webhook-key rotate", on(&platform)).await.json["public_key"].clone();
        assert_ne!(old, new);
        assert_eq!(act(service, "webhook-key show", on(&platform)).await.json["public_key"], new);

        let receiver = platform.receiver().await;
        platform.customer(&["USD"]).await;
        let delivery = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        assert_eq!(verify(new.as_str().unwrap(), &delivery), Ok(()));
        assert!(verify(old.as_str().unwrap(), &delivery).is_err());
    }
}
