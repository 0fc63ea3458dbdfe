//! Tests of pushes: their signatures, and what they store.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::TransactionId;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{ErrorBody, PushResponse};
use causeway_rail_protocol::operations::push_path;
use causeway_rail_protocol::signing::{
    Answer, Nonce, Request, RequestTarget, SignatureHeaders, SigningKey, request_signature, sign_request,
    verify_answer,
};
use causeway_rail_protocol::values::ErrorCode;
use causeway_store::Tx;
use causeway_store::rails::RailStatus;
use serde_json::{Value, json};

use super::reply::PushReply;
use super::{IncomingPush, receive, refuse_large, refuse_many};
use crate::fixture::START;
use crate::rails::feed::tests::{Scene, item, mark, memory, transaction};
use crate::rails::operate;

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
    let [told] = &alert.detail["contradictions"].as_array().unwrap()[..] else {
        panic!("{:?}", alert.detail)
    };
    assert_eq!((&told["sequence"], &told["incident"]), (&json!(2), &json!("W7")));
    assert_eq!((&told["stored"]["state"], &told["told"]["state"]), (&json!("ACCEPTED"), &json!("SETTLED")));
    // A lie that follows is named too.
    assert_eq!(through(&send(&scene, 3, &items(&[item(1, paid, "FAILED")], 2)).await), 1);
    let alert = scene.alert(AlertKind::RailContradiction, &paid.to_string()).await.unwrap();
    assert_eq!(alert.detail["contradictions"][1]["sequence"], 1);
}

/// Returns the numbers of contradictions of some payouts that are kept.
async fn kept(scene: &Scene, payouts: [TransactionId; 3]) -> Vec<usize> {
    let mut kept = Vec::new();
    for payout in payouts {
        kept.push(scene.contradictions(payout).await);
    }
    kept
}

/// Checks that a push which shows several items otherwise is kept once, also if it is sent again, and that a flood of
/// different ones is kept in part.
#[tokio::test]
async fn pushes_that_change_items_are_kept_within_bounds() {
    let scene = Scene::new().await;
    let [one, two, three] = [scene.order(1).await, scene.order(2).await, scene.order(3).await];
    let told = |state: &str| [item(1, one, state), item(2, two, state), item(3, three, state)];
    assert_eq!(through(&send(&scene, 1, &items(&told("SENT"), 3)).await), 3);
    for nonce in 2..=4 {
        assert_eq!(through(&send(&scene, nonce, &items(&told("SETTLED"), 3)).await), 3);
    }
    assert_eq!(through(&send(&scene, 5, &items(&told("SETTLED")[1..], 3)).await), 3);
    assert_eq!(kept(&scene, [one, two, three]).await, [1, 0, 0]);
    for (nonce, number) in (6..=60).zip((1..=3).cycle()) {
        let mut changed = item(number, [one, two, three][usize::from(number) - 1], "SENT");
        changed["order"]["revision"] = json!(nonce);
        assert_eq!(through(&send(&scene, nonce, &items(&[changed], 3)).await), u64::from(number));
    }
    let all: usize = kept(&scene, [one, two, three]).await.iter().sum();
    assert_eq!(all, 18, "the first push has changed 3 items, and 20 changes count in a day");
}

/// Enables the rail of a scene, as an operator does.
async fn enable(scene: &Scene) {
    let app = Arc::clone(&scene.fixture.app);
    let resume = move |tx: &mut Tx<'_>| {
        let rail = operate::lock_named(tx, "bank")?;
        operate::resume(tx, &app, rail, false).map(drop)
    };
    scene.fixture.write(resume).await;
}

/// Checks that changed items about no order have one alert, about their rail, and count towards its pause.
#[tokio::test]
async fn changed_items_about_no_order_pause_the_rail() {
    let scene = Scene::new().await;
    enable(&scene).await;
    let told = |kind: &str| {
        [1, 2, 3].map(|sequence: u8| {
            let at = "2026-11-21T12:00:00Z";
            json!({ "sequence": sequence, "mark": mark(sequence), "at": at, "kind": kind })
        })
    };
    assert_eq!(through(&send(&scene, 1, &items(&told("CAPABILITIES"), 3)).await), 3);
    for nonce in [2, 3] {
        assert_eq!(through(&send(&scene, nonce, &items(&told("A_NEW_KIND")[..2], 3)).await), 2);
        assert_eq!(scene.status().await, RailStatus::Enabled, "two, told twice");
    }
    assert_eq!(through(&send(&scene, 4, &items(&told("A_NEW_KIND")[2..], 3)).await), 3);
    assert_eq!(scene.status().await, RailStatus::Paused);
    let alert = scene.alert(AlertKind::RailContradiction, "bank").await.unwrap();
    let named = alert.detail["contradictions"].as_array().unwrap().iter().map(|told| &told["sequence"]);
    assert_eq!(named.collect::<Vec<_>>(), [1, 2, 3]);
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

/// Checks that a push with a gap has no more rows read than it has items: the feed shows the others.
#[tokio::test]
async fn items_far_beyond_a_gap_are_not_compared() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    let told: Vec<Value> = (1..=4).map(|sequence| item(sequence, paid, "SENT")).collect();
    assert_eq!(through(&send(&scene, 1, &items(&told, 4)).await), 4);
    let mut far = item(4, paid, "SENT");
    far["mark"] = json!(mark(9));
    assert_eq!(through(&send(&scene, 2, &items(&[told[0].clone(), far], 4)).await), 0);
    assert_eq!(scene.status().await, RailStatus::Paused);
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

/// Checks that refusals before the signature is read are unsigned: the adapter repeats the push (rails 8.2).
#[test]
fn refusals_before_the_signature_is_read_are_unsigned() {
    for (reply, status, expected) in
        [(refuse_large(), 413, ErrorCode::TooLarge), (refuse_many(), 429, ErrorCode::SlowDown)]
    {
        assert_eq!((reply.status, code(&reply)), (status, Some(expected)));
        assert!(reply.headers.get("signature").is_none());
    }
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
    assert_eq!((reply.status, code(&reply)), (422, Some(ErrorCode::InvalidOrder)));
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
