//! A payout without an outcome, rehearsed with faults of the sandbox.

use causeway_domain::sandbox_faults::SandboxFault;
use serde_json::json;

use super::super::acting::{still_open, trail, with};
use super::super::sandbox_faults::{begin_payout, set_fault};
use super::{NAME, OnCallOperator, printed};
use crate::harness::journey;
use crate::payments::scene::Scene;

journey! {
    /// Settles a payout whose rail neither pays nor answers the recall, and then says that the money has arrived.
    async fn a_stuck_payout_is_found_by_its_alert_and_settled(service) {
        let scene = Scene::new(service).await;
        let on_call = OnCallOperator::new(service).await;
        for fault in [SandboxFault::Stuck, SandboxFault::IgnoreRecalls] {
            set_fault(service, &scene.platform, fault).await;
        }
        let quote = begin_payout(&scene).await;
        on_call.act("clock/advance", with(&scene.platform, json!({ "by": "6d" }))).await;
        assert_eq!(scene.payment(&quote).await["status"], "PROCESSING");

        let alert = on_call.find_and_show("PAYOUT_STUCK").await;
        assert_eq!((&alert["kind"], &alert["subject"]), (&json!("PAYOUT_STUCK"), &quote["transactionId"]));
        on_call.run(printed(&alert["detail"]["commands"], "causeway payment settle ")).await;

        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (0, 0), "the beneficiary has the money");
        assert_eq!(on_call.act("alert/list", json!({})).await, json!([]), "the alert is closed with the action");
        let last = trail(service).await.pop().expect("a row");
        assert_eq!((&last.actor[..], &last.channel[..], &last.action[..]), (NAME, "network", "payment settle"));
        on_call.act("sandbox/clear", with(&scene.platform, json!({}))).await;
        scene.platform.resume().await;
    }
}

journey! {
    /// Checks that a payout is refunded by itself, and that the alert says so, if the rail answers the recall.
    async fn a_stuck_payout_that_the_rail_takes_back_needs_no_action(service) {
        let scene = Scene::new(service).await;
        let on_call = OnCallOperator::new(service).await;
        set_fault(service, &scene.platform, SandboxFault::Stuck).await;
        let quote = begin_payout(&scene).await;
        on_call.act("clock/advance", with(&scene.platform, json!({ "by": "6d" }))).await;

        // The maintenance may have closed it already.
        let alert = on_call.act("alert/list", json!({ "closed": true })).await[0].clone();
        assert_eq!((&alert["kind"], &alert["subject"]), (&json!("PAYOUT_STUCK"), &quote["transactionId"]));
        assert_eq!(alert["detail"]["is_refunded"], true);
        let payment = scene.payment(&quote).await;
        assert_eq!(
            json!([payment["status"], payment["refund"]["status"], payment["refund"]["reason"]]),
            json!(["FAILED", "COMPLETED", "TIMEOUT"])
        );
        assert_eq!(scene.balances().await, (1_000, 1_000), "the payer has the money");
        assert_eq!(still_open(service).await, json!([]));
        on_call.act("sandbox/clear", with(&scene.platform, json!({}))).await;
        scene.platform.resume().await;
    }
}
