//! Debits and prechecks over the router.

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::{Amount, CurrencyCode};
use causeway_rail_protocol::operations::Call;
use serde_json::{Value as Json, json};

use super::adapter::{Reply, cancelled, memory, memory_of, record};
use super::scene::{READ, RailScene};
use crate::ports::{
    BankCode, DebitAnswer, DebitRail, DebitState, InquiredAccount, PayoutInquiry, PayoutRail, RailError,
    RecallReason, RecallResponse,
};

/// Checks that a debit is an order of its own kind, which settles and is reversed by its records.
#[tokio::test]
async fn a_debit_settles_and_is_reversed() {
    let scene = RailScene::new().await;
    let order = scene.debit(1, 500);
    let mut sent = Vec::new();
    let mut states = [("ACCEPTED", 2), ("SETTLED", 3)].into_iter();
    scene.adapter.play(move |call, body| match call {
        Call::Submit(..) => {
            sent = body.to_vec();
            Reply::Signed(200, record(body, "RECEIVED", 1, READ))
        }
        Call::Cancel(..) => {
            let told = record(&sent, "RETURNED", 4, READ);
            Reply::Signed(200, cancelled("RELEASED", Some(told), READ))
        }
        _ => {
            let (state, revision) = states.next().unwrap();
            Reply::Signed(200, record(&sent, state, revision, READ))
        }
    });
    let rail: &dyn DebitRail = &scene.router;
    assert!(matches!(rail.submit(&order).await, Ok(DebitAnswer::Queued { .. })));
    assert!(matches!(rail.status(&order).await, Ok(DebitState::Pending { .. })));
    assert_eq!(rail.status(&order).await, Ok(DebitState::Settled { poll_at: None }));
    assert_eq!(rail.recall(&order, RecallReason::GivenUp).await, Ok(RecallResponse::Released));
    assert_eq!(rail.status(&order).await, Ok(DebitState::Returned));
    let body: Json = serde_json::from_slice(&scene.adapter.submits()[0]).unwrap();
    assert_eq!(body["kind"], "COLLECTION");
    assert_eq!(body["authorization"]["reference"], order.authorization.reference.to_string());
    assert_eq!(body["source"]["externalAccountId"], order.source.id.to_string());
}

fn inquiry(scene: &RailScene, account: Option<InquiredAccount>) -> PayoutInquiry {
    let amount = Amount::new(500, CurrencyCode::USD);
    PayoutInquiry { platform: scene.platform(), amount, rail: Some(PaymentRail::Ach), account }
}

fn account(account_type: &str) -> InquiredAccount {
    InquiredAccount {
        account_type: account_type.to_owned(),
        country: None,
        bank: Some(BankCode { name: "routingNumber", value: "021000021".to_owned() }),
        identifier: "12345678901".to_owned(),
    }
}

/// Checks that a precheck names no person and no account, and stores nothing.
#[tokio::test]
async fn a_precheck_names_no_person() {
    let scene = RailScene::new().await;
    scene.adapter.play(|call, body| {
        assert!(matches!(call, Call::Precheck(_)));
        let asked: Json = serde_json::from_slice(body).unwrap();
        assert_eq!(asked["bank"], json!({ "routingNumber": "021000021" }));
        assert!(!asked.to_string().contains("12345678901"));
        Reply::Signed(200, json!({ "available": true, "memory": memory(READ) }))
    });
    let rail: &dyn PayoutRail = &scene.router;
    assert_eq!(rail.precheck(&inquiry(&scene, Some(account("USD_ACCOUNT")))).await, Ok(()));
    assert_eq!(scene.adapter.take_calls(), ["precheck"]);
}

/// Checks that anything but a clear yes refuses the payment before it is written.
#[tokio::test]
async fn a_precheck_without_a_clear_yes_refuses() {
    let yes = json!({ "available": true, "memory": memory(READ) });
    for reply in [
        Reply::Lost,
        Reply::Unsigned(200, yes.clone()),
        Reply::Signed(500, yes.clone()),
        Reply::Signed(200, json!({ "available": false, "memory": memory(READ) })),
        Reply::Signed(200, json!({ "available": true })),
        Reply::Signed(
            200,
            json!({ "available": true, "memory": memory_of(uuid::Uuid::from_u128(78), READ) }),
        ),
    ] {
        let scene = RailScene::new().await;
        let played = reply.clone();
        scene.adapter.play(move |_, _| played.clone());
        let rail: &dyn PayoutRail = &scene.router;
        let asked = inquiry(&scene, Some(account("USD_ACCOUNT")));
        assert_eq!(rail.precheck(&asked).await, Err(RailError::Unclear), "{reply:?}");
    }
}

/// Checks that a precheck without a route is not available, without a question.
#[tokio::test]
async fn a_precheck_without_a_route_is_not_available() {
    let scene = RailScene::new().await;
    let rail: &dyn PayoutRail = &scene.router;
    for account in [None, Some(account("EUR_ACCOUNT"))] {
        assert_eq!(rail.precheck(&inquiry(&scene, account)).await, Err(RailError::NotAvailable));
    }
    assert!(scene.adapter.take_calls().is_empty());
}
