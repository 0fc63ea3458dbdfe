//! A webhook endpoint that stops to accept events, until they are given up.

use std::time::Duration;

use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use causeway_testing::receiver::Answer;
use serde_json::json;

use super::super::acting::{act, try_dry_run, with};
use super::{OnCallOperator, printed};
use crate::harness::{Service, journey};
use crate::payments::scene::text;

/// Runs a round of the maintenance, which looks at the endpoints.
async fn watch(service: &Service) {
    upkeep::watch_conditions(service.app()).await.expect("the maintenance works");
}

journey! {
    async fn a_dead_endpoint_is_found_by_its_alert_and_gets_its_events_once_it_works(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let on_call = OnCallOperator::new(service).await;
        let receiver = platform.receiver().await;
        receiver.answer_always(Answer::status(503).body("under maintenance"));
        platform.freeze().await;
        platform.customer(&["USD"]).await;
        receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        platform.advance(Duration::from_mins(61)).await;
        watch(service).await;

        let failing = on_call.find_and_show("ENDPOINT_FAILING").await;
        assert_eq!((&failing["subject"], &failing["endpoint"]), (&json!(platform.id), &json!(receiver.url())));
        let waiting = on_call.run(printed(&failing["detail"]["commands"], "causeway webhook list ")).await;
        let event = text(&failing["detail"]["webhook"]);
        assert!(waiting["rows"].as_array().expect("a list").iter().any(|one| one["webhook"] == event), "{waiting}");
        let shown = on_call.run(printed(&failing["detail"]["commands"], "causeway webhook show ")).await;
        let attempt = &shown["failed_attempts"][0];
        assert_eq!((&attempt["answer"], &attempt["response"]), (&json!(503), &json!("under maintenance")));
        assert_eq!(shown["endpoint"], json!(receiver.url()));

        platform.advance(Duration::from_hours(8 * 24)).await;
        watch(service).await;
        receiver.answer_always(Answer::status(200));
        receiver.forget();
        let gave_up = on_call.find_and_show("ENDPOINT_GAVE_UP").await;
        let given_up = on_call.run(printed(&gave_up["detail"]["commands"], "causeway webhook show ")).await;
        assert_eq!((&given_up["status"], &given_up["webhook"]), (&json!("GIVEN_UP"), &gave_up["detail"]["webhook"]));
        assert_eq!(gave_up["detail"]["last_error"], given_up["last_error"]);
        for arguments in [json!({ "status": "GIVEN_UP" }), json!({ "webhook": given_up["webhook"] })] {
            let dry = try_dry_run(service, "webhook replay", with(&platform, arguments)).await.expect("a dry run");
            assert!(dry["would"]["further"].to_string().contains("one attempt only"), "{dry}");
        }
        let outcome = on_call.run(printed(&gave_up["detail"]["commands"], "causeway webhook replay ")).await;
        assert_eq!((&outcome["is_done"], &outcome["is_cut_off"]), (&json!(true), &json!(false)));

        receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        platform.settled().await;
        let endpoint = act(service, "webhook endpoints", json!({ "platform": platform.id })).await.json[0].clone();
        assert_eq!((&endpoint["given_up"], &endpoint["waiting"]), (&json!(0), &json!(0)));
        watch(service).await;
        assert_eq!(act(service, "alert list", json!({})).await.json, json!([]));
        platform.resume().await;
    }
}
