//! Alerts about the reasons of failures, and about signatures that one side does not accept.

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::operations::Call;

use super::adapter::{Reply, error, memory, record};
use super::scene::{READ, RailScene};
use crate::ports::{PayoutFailure, RailError, SubmitResponse};

/// Lets the adapter refuse every order for this reason.
fn refuse(scene: &RailScene, reason: &'static str) {
    scene.adapter.play(move |_, body| {
        let mut told = record(body, "FAILED", 1, READ);
        told["reason"] = reason.into();
        Reply::Signed(200, told)
    });
}

/// Checks the failure of each reason, and its alert (rails 7.5).
#[tokio::test]
async fn each_reason_of_a_failure_has_its_alert() {
    let refused = Some(AlertKind::RailPaymentRefused);
    for (reason, failure, alert) in [
        ("ACCOUNT_INVALID", PayoutFailure::AccountInvalid, None),
        ("ACCOUNT_CANNOT_RECEIVE", PayoutFailure::AccountCannotReceive, None),
        ("COMPLIANCE_REJECTED", PayoutFailure::ComplianceRejected, refused),
        ("LIMIT_EXCEEDED", PayoutFailure::LimitExceeded, refused),
        ("INSUFFICIENT_LIQUIDITY", PayoutFailure::ExecutionFailed, Some(AlertKind::RailOutOfFunds)),
        ("CUT_OFF_MISSED", PayoutFailure::ExecutionFailed, None),
        ("NEW_REASON", PayoutFailure::ExecutionFailed, Some(AlertKind::RailUnknownValue)),
    ] {
        let scene = RailScene::new().await;
        refuse(&scene, reason);
        let answered = scene.submit(&scene.payout(1, 500)).await;
        assert_eq!(answered, Ok(SubmitResponse::Refused(failure)), "{reason}");
        let open: Vec<String> = scene.alerts().await.into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(open, alert.map(|kind| kind.as_str().to_owned()).into_iter().collect::<Vec<_>>());
        let Some(kind) = alert else { continue };
        let detail = scene.detail(kind).await;
        let order = scene.payout(1, 500).transaction;
        let shown = if kind == AlertKind::RailUnknownValue {
            "causeway rail show test".to_owned()
        } else {
            format!("causeway rail-order show {order}")
        };
        assert_eq!(detail["commands"][0], shown, "{detail}");
        let account = if kind == AlertKind::RailOutOfFunds { Some("main-usd") } else { None };
        assert_eq!(detail["account"].as_str(), account, "{detail}");
    }
}

/// Checks that a refused signature degrades the rail at once, with one alert that is closed by three answers.
#[tokio::test]
async fn a_signature_that_is_not_accepted_is_alerted() {
    let stale = error("STALE", Some(memory(READ)));
    for reply in [Reply::Signed(401, stale.clone()), Reply::Foreign(200, stale)] {
        let scene = RailScene::new().await;
        let order = scene.payout(1, 500);
        let played = reply.clone();
        scene.adapter.play(move |_, _| played.clone());
        assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
        assert_eq!(scene.count(AlertKind::RailNotAuthenticated).await, 1, "{reply:?}");
        assert_eq!(scene.adapter.take_calls(), ["submit"]);
        assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
        assert!(scene.adapter.take_calls().is_empty(), "asked again after ten seconds");
        scene.rails.reload().await.unwrap();
        scene.adapter.play(|call, _| {
            assert!(matches!(call, Call::Status(..)));
            super::adapter::not_found(READ)
        });
        for _ in 0..3 {
            scene.fixture.clock.advance(std::time::Duration::from_secs(10));
            assert!(scene.status(&order).await.is_ok());
        }
        assert_eq!(scene.count(AlertKind::RailNotAuthenticated).await, 0);
    }
}
