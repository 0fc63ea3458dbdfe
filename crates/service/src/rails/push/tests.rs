//! Tests of pushes: their signatures, and what they store.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{ErrorBody, PushResponse};
use causeway_rail_protocol::operations::push_path;
use causeway_rail_protocol::signing::{
    Answer, Nonce, Request, RequestTarget, SignatureHeaders, SigningKey, request_signature, sign_request,
    verify_answer,
};
use causeway_rail_protocol::values::ErrorCode;
use causeway_store::rails::RailStatus;
use serde_json::{Value, json};

use super::reply::PushReply;
use super::{IncomingPush, receive};
use crate::fixture::START;
use crate::rails::feed::tests::{Scene, item, mark, memory, transaction};

/// Seconds since 1970 at the start of the fixture.
const NOW: i64 = START.millis() / 1_000;

/// Signs a push of these items with a key.
fn push(scene: &Scene, key: &SigningKey, created: i64, nonce: u8, body: &Value) -> IncomingPush {
    let path = push_path("bank");
    let body = Bytes::from(body.to_string());
    let target = RequestTarget::new("POST", &path, None).unwrap();
    let request = Request { target: &target, rail: scene.rail().record.id, body: &body };
    let signed = sign_request(key, &request, created, Nonce::from_bytes([nonce; 16]));
    let mut headers = HeaderMap::new();
    for (name, value) in signed.headers.pairs() {
        headers.insert(HeaderName::from_static(name), HeaderValue::try_from(value).unwrap());
    }
    IncomingPush { rail: "bank".to_owned(), path, query: String::new(), headers, body, peer: None }
}

/// Sends items as the adapter does.
async fn send(scene: &Scene, nonce: u8, body: &Value) -> PushReply {
    let push = push(scene, &scene.adapter_key, NOW, nonce, body);
    let signature = push.headers["signature"].to_str().unwrap().to_owned();
    let reply = receive(&scene.fixture.app, push).await;
    let headers = reply.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let headers = SignatureHeaders::read(headers).unwrap();
    let rail = scene.rail();
    let answer = Answer {
        status: reply.status,
        rail: rail.record.id,
        body: &reply.body,
        request: request_signature(&signature),
    };
    let own = rail.signer.as_ref().unwrap().verifying_key();
    verify_answer(&answer, &headers, &[own], NOW).unwrap();
    reply
}

fn items(items: &[Value], newest: u8) -> Value {
    json!({ "items": items, "memory": memory(newest) })
}

fn through(reply: &PushReply) -> u64 {
    assert_eq!(reply.status, 200, "{reply:?}");
    PushResponse::parse(&reply.body).unwrap().through.get()
}

fn code(reply: &PushReply) -> Option<ErrorCode> {
    ErrorBody::parse(&reply.body).unwrap().code()
}

/// Checks that pushed items wake payments, leave the cursor, and are the feed's.
#[tokio::test]
async fn pushed_items_wake_payments_and_are_read_again_from_the_feed() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    assert_eq!(through(&send(&scene, 1, &items(&[item(1, paid, "SENT")], 1)).await), 1);
    assert_eq!(scene.jobs(paid).await, ["ASK_PAYOUT"]);
    assert_eq!(scene.state().await.cursor, 0);
    assert_eq!(through(&send(&scene, 2, &items(&[item(2, paid, "ACCEPTED")], 2)).await), 2);
    // The feed shows the second one otherwise.
    let page = json!({
        "items": [item(1, paid, "SENT"), item(2, paid, "SETTLED")], "previousMark": null, "more": false,
        "memory": memory(2),
    });
    scene.apply(&page).await;
    assert_eq!(scene.state().await.cursor, 2);
    let alert = scene.alert(AlertKind::RailContradiction, &paid.to_string()).await.unwrap();
    assert_eq!(alert.detail["sequence"], 2);
}

/// Checks that items beyond a gap are not stored: the answer says where to go on.
#[tokio::test]
async fn items_beyond_a_gap_are_not_stored() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    assert_eq!(through(&send(&scene, 1, &items(&[item(2, paid, "SENT")], 2)).await), 0);
    let hole = [item(1, paid, "SENT"), item(3, paid, "SENT")];
    assert_eq!(through(&send(&scene, 2, &items(&hole, 3)).await), 0);
    assert!(scene.jobs(paid).await.is_empty());
    assert_eq!(through(&send(&scene, 3, &items(&[], 3)).await), 0);
}

/// Checks that strangers have the same unsigned answer, whatever is wrong.
#[tokio::test]
async fn strangers_are_answered_alike() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    let body = items(&[item(1, paid, "SENT")], 1);
    let good = || push(&scene, &scene.adapter_key, NOW, 1, &body);
    let other_key = push(&scene, &SigningKey::from_seed(&[9; 32]).unwrap(), NOW, 1, &body);
    let unknown = IncomingPush { rail: "other".to_owned(), ..good() };
    let changed = IncomingPush { body: Bytes::from_static(b"{}"), ..good() };
    let elsewhere = IncomingPush { path: push_path("other"), ..good() };
    let unsigned = IncomingPush { headers: HeaderMap::new(), ..good() };
    for wrong in [other_key, unknown, changed, elsewhere, unsigned] {
        let reply = receive(&scene.fixture.app, wrong).await;
        assert_eq!((reply.status, code(&reply)), (401, Some(ErrorCode::BadSignature)));
        assert!(reply.headers.get("signature").is_none());
    }
    assert!(scene.jobs(paid).await.is_empty());
}

/// Checks that an old push and a repeated one are refused with a signed answer.
#[tokio::test]
async fn old_and_repeated_pushes_are_refused() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    let body = items(&[item(1, paid, "SENT")], 1);
    let old = push(&scene, &scene.adapter_key, NOW - 301, 1, &body);
    let reply = receive(&scene.fixture.app, old).await;
    assert_eq!((reply.status, code(&reply)), (401, Some(ErrorCode::Stale)));
    let details = ErrorBody::parse(&reply.body).unwrap().error.details.unwrap();
    assert_eq!(details.now.unwrap().millis(), START.millis());
    assert_eq!(through(&send(&scene, 2, &body).await), 1);
    let reply = send(&scene, 2, &body).await;
    assert_eq!((reply.status, code(&reply)), (401, Some(ErrorCode::Replayed)));
    let reply = send(&scene, 3, &json!({ "items": "none" })).await;
    assert_eq!(reply.status, 400, "{reply:?}");
}

/// Checks that a push with another mark of a known item suspends the rail and stores nothing, and that an unknown order
/// suspends it.
#[tokio::test]
async fn pushes_show_lost_memory_and_unknown_orders() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    assert_eq!(through(&send(&scene, 1, &items(&[item(1, paid, "SENT")], 1)).await), 1);
    let mut other = item(1, paid, "SENT");
    other["mark"] = json!(mark(9));
    let reply = send(&scene, 2, &items(&[other, item(2, paid, "SENT")], 2)).await;
    assert_eq!((reply.status, code(&reply)), (503, Some(ErrorCode::Unavailable)));
    assert!(reply.headers.contains_key("retry-after"));
    assert_eq!(scene.status().await, RailStatus::Suspended);
    assert!(scene.alert(AlertKind::RailMemoryLost, "bank").await.is_some());

    let scene = Scene::new().await;
    let unknown = items(&[item(1, transaction(5), "SETTLED")], 1);
    assert_eq!(through(&send(&scene, 1, &unknown).await), 1);
    assert_eq!(scene.status().await, RailStatus::Suspended);
    assert!(scene.alert(AlertKind::RailUnknownOrder, "bank").await.is_some());
}
