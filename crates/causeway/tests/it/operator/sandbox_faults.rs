//! Faults of the simulated partners of one sandbox platform, for rehearsals.

use causeway_domain::sandbox_faults::SandboxFault;
use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_testing::wait;
use serde_json::{Value, json};

use super::acting::{act, expect_error, on, with};
use crate::harness::{Platform, Service, journey, on_engines};
use crate::payments::scene::Scene;

/// Sets a fault, and waits until the partners of this service have read it.
pub(super) async fn set_fault(service: &Service, platform: &Platform, name: SandboxFault) {
    act(service, "sandbox fault", with(platform, json!({ "name": name }))).await;
    wait::until("the partners have the fault", wait::PATIENCE, || async {
        if service.rail.has(platform.id, name) { Ok(()) } else { Err("not yet") }
    })
    .await;
}

/// Begins a payout of 10.00 USD on a frozen clock; returns its quote.
pub(super) async fn begin_payout(scene: &Scene) -> Value {
    scene.platform.fund(&scene.usd, 1_000).await;
    let euros = scene.platform.euro_account(&scene.alice, "DE89370400440532013000").await;
    scene.platform.freeze().await;
    let quote = scene.quote(&euros, 1_000).await;
    scene.execute(&quote).send().await.expect(200);
    quote
}

/// Returns the alerts about payouts that are stuck, by their payments. The maintenance may have closed them already.
async fn stuck(service: &Service) -> Vec<Value> {
    let all = act(service, "alert list", json!({ "closed": true })).await.json;
    let stuck = all.as_array().unwrap().iter().filter(|alert| alert["kind"] == "PAYOUT_STUCK");
    stuck.map(|alert| alert["subject"].clone()).collect()
}

journey! {
    /// Checks that a stuck payout is rehearsed on one platform, while another one is paid.
    async fn a_stuck_payout_is_rehearsed_on_one_platform(service) {
        let rehearsing = Scene::new(service).await;
        let other = Scene::new(service).await;
        set_fault(service, &rehearsing.platform, SandboxFault::Stuck).await;
        let quote = begin_payout(&rehearsing).await;
        let paid = begin_payout(&other).await;
        for scene in [&rehearsing, &other] {
            act(service, "clock advance", with(&scene.platform, json!({ "by": "6d" }))).await;
        }
        assert_eq!(stuck(service).await, [quote["transactionId"].clone()]);
        assert_eq!(other.payment(&paid).await["status"], "COMPLETED");

        let listed = act(service, "sandbox faults", on(&rehearsing.platform)).await.json;
        assert_eq!((listed.as_array().unwrap().len(), &listed[0]["fault"]), (1, &json!("stuck")));
        assert_eq!(act(service, "sandbox faults", on(&other.platform)).await.json, json!([]));
        for (outcome, cleared) in [("no fault is set any more", json!(["stuck"])), ("no fault was set", json!([]))] {
            let done = act(service, "sandbox clear", on(&rehearsing.platform)).await.json;
            assert_eq!(done, json!({ "outcome": outcome, "cleared": cleared, "left": [] }));
        }
    }
}

journey! {
    /// Checks that a payout is paid once although answers of the rail are lost, and that the fault ends with them.
    async fn lost_answers_are_used_up(service) {
        let scene = Scene::new(service).await;
        set_fault(service, &scene.platform, SandboxFault::LoseAnswers).await;
        let quote = begin_payout(&scene).await;
        act(service, "clock advance", with(&scene.platform, json!({ "by": "1d" }))).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        wait::until("the fault is used up", wait::PATIENCE, || async {
            let left = act(service, "sandbox faults", on(&scene.platform)).await.json;
            if left == json!([]) { Ok(()) } else { Err(left.to_string()) }
        })
        .await;
    }
}

on_engines! {
    async fn a_fault_must_fit(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let fault = json!({ "name": "stuck" });
        expect_error(service, "sandbox fault", with(&production, fault), Kind::Refused).await;
        for wrong in [
            json!({ "name": "broken" }),
            json!({ "name": "stuck", "count": 2 }),
            json!({ "name": "lose-answers", "count": 0 }),
        ] {
            expect_error(service, "sandbox fault", with(&sandbox, wrong), Kind::Invalid).await;
        }
        let set = act(service, "sandbox fault", with(&sandbox, json!({ "name": "lose-debit-answers" }))).await.json;
        assert_eq!((&set[0]["fault"], &set[0]["remaining"]), (&json!("lose-debit-answers"), &json!(1)));
        act(service, "sandbox fault", with(&sandbox, json!({ "name": "stuck" }))).await;
        let done = act(service, "sandbox clear", with(&sandbox, json!({ "name": "stuck" }))).await.json;
        assert_eq!((&done["cleared"], done["left"].as_array().map(Vec::len)), (&json!(["stuck"]), Some(1)));
        assert_eq!(done["outcome"], "other faults are still set");
    }
}
