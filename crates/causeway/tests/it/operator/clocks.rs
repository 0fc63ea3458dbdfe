//! The clock of a platform.

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use serde_json::json;

use super::acting::{act, expect_error, on, trail, with};
use crate::harness::{journey, on_engines};

journey! {
    async fn a_clock_is_frozen_advanced_and_resumed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let frozen = act(service, "clock freeze", on(&platform)).await.json;
        assert_eq!(frozen["is_frozen"], true);
        let clock = act(service, "clock show", on(&platform)).await.json;
        assert_eq!(clock["now"], frozen["now"]);

        let before = platform.customer(&["USD"]).await;
        assert_eq!(before["createdAt"], frozen["now"]);

        let advanced = act(service, "clock advance", with(&platform, json!({ "by": "1d12h" }))).await.json;
        assert_eq!((&advanced["remaining_jobs"], &advanced["remaining_deliveries"]), (&json!(0), &json!(0)));
        let after = platform.customer(&["USD"]).await;
        assert_eq!(after["createdAt"], advanced["now"]);
        assert!(after["createdAt"].as_str() > before["createdAt"].as_str());

        assert_eq!(act(service, "clock resume", on(&platform)).await.json["is_frozen"], false);
        assert_eq!(trail(service).await.len(), 3);
        expect_error(service, "clock advance", with(&platform, json!({ "by": "tomorrow" })), Kind::Invalid).await;
    }
}

on_engines! {
    async fn a_production_clock_cannot_be_moved(service) {
        let platform = service.platform(Environment::Production).await;
        act(service, "clock show", on(&platform)).await;
        for action in ["clock freeze", "clock resume"] {
            expect_error(service, action, on(&platform), Kind::Refused).await;
        }
        expect_error(service, "clock advance", with(&platform, json!({ "by": "1h" })), Kind::Refused).await;
        assert!(trail(service).await.is_empty());
    }
}
