//! `POST /quotes/{quoteId}/authorize` (agents B3): the customer proves that it wants the payment.
//!
//! The quote is locked before any check. Of two concurrent authorizations, the second finds no pending
//! challenge; and every wrong guess is counted.

use causeway_domain::ids::QuoteId;
use causeway_domain::payments::lifecycle::{OutgoingEvent, OutgoingPhase};
use causeway_domain::sca::{MAX_WRONG_PROOFS, plan_proof};
use causeway_store::Tx;
use causeway_store::payments::{PaymentFact, PaymentRecord};
use causeway_store::sca::ScaChallengeDoc;
use causeway_wire::Reply;
use causeway_wire::sca::ScaAuthorization;
use causeway_wire::table::AuthorizeQuote;

use super::authorization::{self, Authorization};
use super::errors;
use super::execute_quote::{Execution, ExecutionRequest};
use super::launch::{ExecutionContext, LaunchConditions, launch};
use super::locked::LockedQuote;
use crate::payments::checks::precheck::PrecheckResult;
use crate::payments::intake::{Intake, StartOutcome};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::sca::{Proof, ScaCustomer, no_pending_challenge, not_required, too_many, wrong_proof};

/// Authorizes a quote: it is executed, or can be funded from then on. A wrong proof is counted, and the count
/// is committed.
///
/// # Errors
/// `QUOTE_NOT_FOUND`; `CONFLICT`; `RATE_LIMITED`; `ACCOUNT_LOCKED`; `SCA_SESSION_REQUIRED`; `INVALID_INPUT`;
/// the errors of an execution.
pub async fn handler(call: Call<AuthorizeQuote>) -> Result<Answer, ApiError> {
    let request = ExecutionRequest::read(&call, None)?;
    let preflight = Execution::ask(&call, &request).await?;
    let prefetch = Execution::prefetch(&call, &request, &preflight);
    let id: QuoteId = call.id()?;
    let precheck = preflight.precheck;
    let body = call.body.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context| authorize(tx, context, id, &body, precheck);
    Ok(call.write_answer(prefetch, write).await)
}

fn authorize(
    tx: &mut Tx<'_>,
    context: &Context,
    id: QuoteId,
    body: &ScaAuthorization,
    precheck: PrecheckResult,
) -> Result<Answer, ApiError> {
    let mut found = LockedQuote::find(tx, context, id)?;
    let locked = &mut found.locked;
    let mut facts = ExecutionContext::find(tx, context, &locked.payment)?;
    let mut payer = facts.sca.take().ok_or_else(not_required)?.open(context)?;
    let mut challenge = pending(context, &locked.payment)?;
    challenge.paid_until = Some(plan_proof(challenge.paid_until, tx.wall()).map_err(too_many)?);
    payer.check_unlocked(context)?;
    payer.check_session(context)?;
    let proof = Proof::of(body.code.sent(), body.passkey_assertion.sent(), body.origin.sent());
    let proof = proof.ok_or_else(|| wrong_proof("code"))?;
    payer.check_has(proof.field(), challenge.factor)?;
    if !proof.answers(context, &mut payer, &challenge) {
        refuse(tx, context, payer, challenge, locked)?;
        return Ok(Answer::refused(&wrong_proof(proof.field())));
    }
    payer.save(tx, context)?;
    facts.check(&locked.payment, context.now)?;
    authorization::conclude(tx, context, &challenge, locked)?;
    if locked.payment.terms.funding.is_some() {
        locked.apply(tx, context, OutgoingEvent::AuthorizedToFund)?;
    } else {
        let needed = Authorization::NotNeeded;
        let conditions = LaunchConditions { settings: &facts.settings, needed, precheck };
        match launch(tx, context, conditions, &found.quote, locked, &mut facts.accounts)? {
            StartOutcome::Started => {}
            StartOutcome::RateRefused => return Ok(Answer::refused(&errors::rate_refused())),
        }
    }
    Answer::success(&Reply::<AuthorizeQuote>::Done(found.show(context)?))
}

/// Returns the challenge that a quote waits for. The caller must hold the quote's row lock.
///
/// # Errors
/// `CONFLICT` if no challenge is pending; `RATE_LIMITED` after too many wrong proofs, until the challenge
/// would have ended.
pub(super) fn pending(context: &Context, payment: &PaymentRecord) -> Result<ScaChallengeDoc, ApiError> {
    let open = payment.state().challenge.clone().filter(|challenge| context.now < challenge.expires_at);
    let challenge = open.ok_or_else(no_pending_challenge)?;
    if challenge.wrong >= MAX_WRONG_PROOFS {
        return Err(too_many(challenge.expires_at.since(context.now)));
    }
    if payment.phase() == OutgoingPhase::AwaitingAuthorization.into() {
        Ok(challenge)
    } else {
        Err(no_pending_challenge())
    }
}

/// Counts a wrong proof, for the challenge and for the customer; the last one ends the payment.
fn refuse(
    tx: &mut Tx<'_>,
    context: &Context,
    mut payer: ScaCustomer,
    mut challenge: ScaChallengeDoc,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    payer.count_failure(context);
    payer.save(tx, context)?;
    challenge.wrong = challenge.wrong.saturating_add(1);
    let is_over = challenge.wrong >= MAX_WRONG_PROOFS;
    locked.payment.note(PaymentFact::Challenge(Some(challenge)), context.now)?;
    if is_over {
        locked.apply(tx, context, OutgoingEvent::AuthorizationLapsed)
    } else {
        locked.save(tx, context)
    }
}
