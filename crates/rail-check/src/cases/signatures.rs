//! Signatures.

use causeway_domain::ids::RailId;
use causeway_rail_protocol::Id;
use causeway_rail_protocol::messages::{FeedPage, OrderAnswer};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::signing::{ContentDigest, RequestTarget, Signature, SigningKey};
use causeway_rail_protocol::values::{ErrorCode, FeedPosition};
use uuid::Builder;

use crate::draft::new_transaction;
use crate::exchange::{WireAnswer, WireRequest};
use crate::feed::history;
use crate::kit::{Kit, Signatory, SignedRequest, expect_code, is_busy, message};
use crate::verdict::{CaseResult, CaseStop, expect, failed};

use super::orders;

/// The codes of requests that are not authentic. Which one is first is the adapter's choice, where several hold.
const UNAUTHENTIC: &[ErrorCode] =
    &[ErrorCode::Unsigned, ErrorCode::BadSignature, ErrorCode::UnknownKey, ErrorCode::WrongRail];

/// Seconds beyond the window, so that a tick of the clock on the way decides nothing.
const BEYOND: i64 = 303;
/// Seconds within the window.
const WITHIN: i64 = 290;

pub(crate) async fn bases(kit: &Kit) -> CaseResult {
    let first = Call::Changes { after: FeedPosition::START, limit: 1 };
    message::<FeedPage>(&kit.call(first, b"").await?, 200)?;
    let kind = kit.kind().await?;
    let unknown = kit.call(Call::Status(kind, new_transaction(kit)), b"").await?;
    expect_code(&unknown, &[ErrorCode::OrderNotFound])?;
    let cancel = Call::Cancel(kind, new_transaction(kit));
    let empty = kit.call(cancel, b"").await?;
    expect_code(&empty, &[ErrorCode::Malformed, ErrorCode::InvalidOrder]).map(drop)
}

pub(crate) async fn answers_are_bound(kit: &Kit) -> CaseResult {
    let status = Call::Status(kit.kind().await?, new_transaction(kit));
    let [one, other] = [Call::Capabilities, status].map(|call| kit.target(call));
    let [one, other] = [kit.sign(one?, b""), kit.sign(other?, b"")];
    let answers = [&one, &other].map(|signed| kit.ask(&signed.wire, Some(signed.signature)));
    for (answer, request) in answers.into_iter().zip([&other, &one]) {
        let is_taken = kit.verify(&answer.await?, Some(request.signature)).is_ok();
        expect(!is_taken, || "the signature of an answer fits another request too".to_owned())?;
    }
    Ok(())
}

pub(crate) async fn refusals(kit: &Kit) -> CaseResult {
    let target = kit.target(Call::Capabilities)?;
    let bare = WireRequest { target: target.clone(), headers: Vec::new(), body: Vec::new() };
    expect_code(&kit.ask(&bare, None).await?, &[ErrorCode::Unsigned])?;

    let stranger = SigningKey::from_seed(&kit.plan.ids.bytes()).map_err(|error| failed(error.to_string()))?;
    let signed = kit.sign_as(Signatory { key: &stranger, ..kit.service() }, target.clone(), b"");
    refused(kit, &signed, "the key of a stranger").await?;

    let signed = changed_bit(kit.sign(target.clone(), b""));
    refused(kit, &signed, "a changed bit of the signature").await?;

    let rail = RailId::from_uuid(Builder::from_custom_bytes(kit.plan.ids.bytes()).into_uuid());
    let signed = kit.sign_as(Signatory { rail, ..kit.service() }, target, b"");
    let answer = kit.ask(&signed.wire, Some(signed.signature)).await?;
    expect_code(&answer, &[ErrorCode::WrongRail]).map(drop)
}

/// Changes the first bit of a signature, and its header with it.
fn changed_bit(signed: SignedRequest) -> SignedRequest {
    let mut bytes = *signed.signature.bytes();
    bytes[0] ^= 1;
    let signature = Signature::from_bytes(bytes);
    SignedRequest { wire: signed.wire.with_header("signature", &format!("crp=:{signature}:")), signature }
}

async fn refused(kit: &Kit, signed: &SignedRequest, what: &str) -> CaseResult {
    let answer = kit.ask(&signed.wire, Some(signed.signature)).await?;
    let outcome = expect_code(&answer, UNAUTHENTIC).map(drop);
    outcome.map_err(|stop| match stop {
        CaseStop::Failed(words) => failed(format!("{what}: {words}")),
        CaseStop::NotTried(_) => stop,
    })
}

pub(crate) async fn changed_parts(kit: &Kit) -> CaseResult {
    let id = new_transaction(kit);
    let kind = kit.kind().await?;
    let cancel = kit.target(Call::Cancel(kind, id))?;
    let body = br#"{"reason":"OPERATOR"}"#;
    let mut signed = kit.sign(cancel.clone(), body);
    signed.wire.body.push(b' ');
    refused(kit, &signed, "a changed body").await?;

    let mut signed = kit.sign(cancel, body);
    signed.wire.body.push(b' ');
    let digest = ContentDigest::of(&signed.wire.body).to_string();
    signed.wire = signed.wire.with_header("content-digest", &digest);
    refused(kit, &signed, "a changed body with its digest").await?;

    let status = kit.target(Call::Status(kind, id))?;
    let changes = kit.target(Call::Changes { after: FeedPosition::START, limit: 1 })?;
    let capabilities = kit.target(Call::Capabilities)?;
    let submit = kit.target(Call::Submit(kind, id))?;
    let other_query = RequestTarget::new("GET", changes.path(), Some("after=0&limit=2"));
    let other_query = other_query.map_err(|error| failed(error.to_string()))?;
    for (target, sent, what) in [
        (&status, &capabilities, "a changed path"),
        (&changes, &other_query, "a changed query"),
        (&status, &submit, "a changed method"),
    ] {
        let mut signed = kit.sign(target.clone(), b"");
        signed.wire.target = sent.clone();
        refused(kit, &signed, what).await?;
    }
    let answer = kit.call(Call::Status(kind, id), b"").await?;
    expect_code(&answer, &[ErrorCode::OrderNotFound]).map(drop)
}

pub(crate) async fn stale(kit: &Kit) -> CaseResult {
    for (seconds, is_fresh) in [(-BEYOND, false), (BEYOND, false), (-WITHIN, true), (WITHIN, true)] {
        let created = kit.now() + seconds;
        let signed =
            kit.sign_as(Signatory { created, ..kit.service() }, kit.target(Call::Capabilities)?, b"");
        let answer = kit.ask(&signed.wire, Some(signed.signature)).await?;
        if is_fresh {
            expect(answer.status == 200, || {
                format!("status {} to a request {seconds} s off", answer.status)
            })?;
            continue;
        }
        let error = expect_code(&answer, &[ErrorCode::Stale])?;
        let now = error.error.details.and_then(|details| details.now);
        expect(now.is_some(), || "STALE without details.now".to_owned())?;
    }
    Ok(())
}

/// Sends the bytes of a request twice. With orders it is a submit, which must be one order.
pub(crate) async fn replay(kit: &Kit) -> CaseResult {
    let order = match orders::settling(kit).await {
        Ok(order) => Some(order),
        Err(CaseStop::NotTried(_)) => None,
        Err(stop) => return Err(stop),
    };
    let Some(order) = order else {
        let signed = kit.sign(kit.target(Call::Capabilities)?, b"");
        return replay_of(kit, &signed).await.map(drop);
    };
    let signed = kit.sign(kit.target(order.submit_call())?, order.bytes());
    kit.remember(&order);
    let answer = replay_of(kit, &signed).await?;
    if answer.status == 200 {
        message::<OrderAnswer>(&answer, 200)?;
    }
    let records = history(kit, &order).await?;
    let firsts = records.iter().filter(|record| record.revision.get() == 1).count();
    expect(firsts == 1, || format!("{firsts} orders of one request that was sent twice"))
}

/// Sends a request twice, and returns the second answer.
async fn replay_of(kit: &Kit, signed: &SignedRequest) -> CaseResult<WireAnswer> {
    let first = kit.ask(&signed.wire, Some(signed.signature)).await?;
    expect(first.status == 200, || format!("status {} to the first request", first.status))?;
    let second = kit.ask(&signed.wire, Some(signed.signature)).await?;
    if second.status == 200 || is_busy(second.status) {
        return Ok(second);
    }
    expect_code(&second, &[ErrorCode::Replayed])?;
    Ok(second)
}
