//! `POST /quotes/{quoteId}/authorize` (agents B3): the customer proves that it wants the payment.
//!
//! The quote is locked before anything is looked at. Of two authorizations at the same time, the one that comes second
//! finds nothing that waits; and of many guesses each one is counted.

use causeway_domain::ids::QuoteId;
use causeway_domain::quotes::QuoteStatus;
use causeway_domain::sca::{WRONG_PROOFS_MAX, plan_proof};
use causeway_store::quotes::QuoteRecord;
use causeway_store::sca::ScaChallengeDoc;
use causeway_store::{Error, Tx, quotes};
use causeway_wire::Reply;
use causeway_wire::sca::ScaAuthorization;
use causeway_wire::table::AuthorizeQuote;

use super::authorization::{self, Authorization};
use super::execute_quote::{self, Asked};
use super::launch::{Facts, Launched, launch};
use super::{errors, render};
use crate::payments::precheck::PrecheckResult;
use crate::payments::{LockedPayment, PaymentEvent};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::sca::{Proof, ScaCustomer, no_pending_challenge, not_required, too_many, wrong_proof};

/// Authorizes a quote: it is carried out as an execution does it, or can be paid in for from then on. A wrong proof is
/// counted, and stays so.
///
/// # Errors
/// `QUOTE_NOT_FOUND`; `CONFLICT`; `RATE_LIMITED`; `ACCOUNT_LOCKED`; `SCA_SESSION_REQUIRED`; `INVALID_INPUT`; those of an
/// execution.
pub async fn handler(call: Call<AuthorizeQuote>) -> Result<Answer, ApiError> {
    let id: QuoteId = call.id()?;
    let Asked { prefetch, precheck, .. } = execute_quote::ask(&call, id).await?;
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
    let found = quotes::lock(tx, context.platform, id)?;
    let found = found.filter(|(_, payment)| context.principal.sees(payment.terms.agent));
    let (quote, payment) = found.ok_or_else(ApiError::not_found::<QuoteId>)?;
    let mut locked = LockedPayment { payment, quote: Some(quote) };
    let mut facts = Facts::find(tx, context, &locked.payment)?;
    let mut payer = facts.sca.take().ok_or_else(not_required)?.open(context)?;
    let quote = locked.quote.as_ref().ok_or(Error::Missing)?;
    let mut challenge = pending(context, quote)?;
    challenge.paid_until = Some(plan_proof(challenge.paid_until, tx.wall()).map_err(too_many)?);
    payer.check_unlocked(context)?;
    payer.check_session(context)?;
    let proof = Proof::of(body.code.sent(), body.passkey_assertion.sent(), body.origin.sent());
    let proof = proof.ok_or_else(|| wrong_proof("code"))?;
    payer.check_has(proof.field(), challenge.factor)?;
    if !proof.answers(context, &mut payer, &challenge) {
        refuse(tx, context, payer, challenge, &mut locked)?;
        return Ok(Answer::refused(&wrong_proof(proof.field())));
    }
    payer.save(tx, context)?;
    facts.check(&locked.payment)?;
    authorization::conclude(tx, context, &challenge, &mut locked)?;
    if locked.payment.terms.funding.is_some() {
        locked.apply(tx, context, PaymentEvent::AuthorizedToFund)?;
    } else {
        let settings = (&facts.settings, Authorization::NotNeeded);
        match launch(tx, context, settings, &mut locked, &mut facts.held, precheck)? {
            Launched::Started => {}
            Launched::RateRefused => return Ok(Answer::refused(&errors::rate_refused())),
        }
    }
    let quote = locked.quote.as_ref().ok_or(Error::Missing)?;
    let quote = render::quote(quote, &locked.payment, context.now)?;
    Answer::success(&Reply::<AuthorizeQuote>::Done(quote))
}

/// The challenge that a locked quote waits for.
///
/// # Errors
/// `CONFLICT` where it waits for none; `RATE_LIMITED` after too many wrong proofs, until it would have ended.
pub(super) fn pending(context: &Context, quote: &QuoteRecord) -> Result<ScaChallengeDoc, ApiError> {
    let open = quote.challenge.clone().filter(|challenge| context.now < challenge.expires_at);
    let challenge = open.ok_or_else(no_pending_challenge)?;
    if challenge.wrong >= WRONG_PROOFS_MAX {
        return Err(too_many(challenge.expires_at.since(context.now)));
    }
    if quote.status == QuoteStatus::PendingAuthorization {
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
    let quote = locked.quote.as_mut().ok_or(Error::Missing)?;
    quotes::set_challenge(tx, context.platform, quote.id, Some(&challenge))?;
    let is_over = challenge.wrong >= WRONG_PROOFS_MAX;
    quote.challenge = Some(challenge);
    if is_over {
        locked.apply(tx, context, PaymentEvent::AuthorizationLapsed)?;
    }
    Ok(())
}
