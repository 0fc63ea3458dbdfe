//! `POST /rails/v1/{name}/changes` (rails 8.2).

use std::sync::Arc;

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{ErrorBody, PushRequest};
use causeway_rail_protocol::signing::{ContentDigest, SignatureError};
use causeway_rail_protocol::values::ErrorCode;
use causeway_store::Tx;

use super::apply::{PushOutcome, SignedItems, apply_push};
use super::reply::{PushReply, ReplySignature, refuse_stranger};
use super::verify::IncomingPush;
use crate::runtime::app::App;
use crate::runtime::rails::AnswerProof;

/// Stores the items of a push, and wakes the payments that they are about. Unknown rails and bad signatures have the
/// same unsigned answer.
pub async fn receive(app: &Arc<App>, push: IncomingPush) -> PushReply {
    let Some(rail) = app.rails.table().named(&push.rail) else { return refuse_stranger() };
    if !push.is_from(&rail) {
        return refuse_stranger();
    }
    let now = app.clock.now();
    let signature = ReplySignature { rail: &rail, request: push.signature(), now };
    let verified = match push.verify(&rail, now) {
        Ok(verified) => verified,
        Err(SignatureError::Stale { .. }) => {
            return signature.refuse(ErrorCode::Stale, "The clocks differ by more than 5 minutes.");
        }
        Err(_) => return refuse_stranger(),
    };
    let items = match PushRequest::parse(&push.body) {
        Ok(items) => items,
        Err(error) => return signature.refuse_body(&ErrorBody::of_message(&error, None)),
    };
    let proof = AnswerProof {
        key: verified.key,
        request_digest: *ContentDigest::of(&push.body).bytes(),
        base: verified.request.proof.base,
        signature: verified.request.proof.signature.bytes().to_vec(),
    };
    let signed = SignedItems {
        rail: Arc::clone(&rail),
        push: items,
        nonce: verified.request.nonce,
        proof,
        body: push.body,
    };
    let shared = Arc::clone(app);
    let signed = Arc::new(signed);
    match app.store.write(&[], move |tx: &mut Tx<'_>| apply_push(tx, &shared, &signed)).await {
        Ok(PushOutcome::Stored(through)) => signature.accept(through),
        Ok(PushOutcome::Replayed) => signature.refuse(ErrorCode::Replayed, "The nonce was used before."),
        Ok(PushOutcome::Suspended) => {
            signature.refuse(ErrorCode::Unavailable, "The rail is suspended.").after_pause()
        }
        Err(error) => {
            tracing::warn!(rail = rail.record.name, ?error, "could not store a push");
            signature.refuse(ErrorCode::Unavailable, "The push could not be stored.").after_pause()
        }
    }
}
