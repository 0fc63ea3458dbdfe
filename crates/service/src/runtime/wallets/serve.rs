//! Both requests of an operation that a wallet must sign.

use std::sync::Arc;

use causeway_domain::ids::InternalAccountId;
use causeway_domain::wallets::RequestEvent;
use causeway_store::Tx;
use causeway_store::wallets::requests;
use causeway_wire::{Code, Reply};
use serde_json::Value;
use uuid::Uuid;

use super::challenge::{Challenge, challenge_of, is_open, issue, next_instant, request_lifetime};
use super::errors;
use super::key_service::{claims, record_revocations, schedule_revocation};
use super::provision::{provision, wallet_of};
use super::retry::{self, SignatureRefusal, SignatureVerdict, look_up};
use super::signed_operation::{Plan, SignatureProof, SignedOperation, SignedOutcome};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Serves an operation that a wallet must sign: the first request is answered with a challenge, the second
/// one carried out.
///
/// # Errors
/// The errors of wallet 3.3, in its order; the errors of the operation.
pub async fn serve<S: SignedOperation>(call: Call<S>) -> Result<Answer, ApiError> {
    const { assert!(S::OPERATION.row().headers.len() == 2, "the table says that it reads both headers") };
    let is_first = call.signature.stamp.is_none() && call.signature.request.is_none();
    if is_first { first(call).await } else { second(call).await }
}

/// The outcome of a first request.
enum FirstOutcome {
    Answered(Answer, Vec<Uuid>),
    /// The key service must be called before the operation can be applied.
    NeedsKeyService,
    /// The wallet has no keys yet.
    Unprovisioned(InternalAccountId),
}

/// Serves the first request.
///
/// # Errors
/// The errors of the operation.
pub async fn first<S: SignedOperation>(call: Call<S>) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    let mut result = S::unsigned_result();
    let mut was_provisioned = false;
    // The wallet's keys, the data to store, the answer: each iteration adds one of them.
    for _ in 0..3 {
        let shared_call = Arc::clone(&call);
        let last_result = result.clone();
        let write = move |tx: &mut Tx<'_>| {
            let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
            begin(tx, &context, &shared_call, last_result.as_ref())
        };
        match call.app.store.write(&[], write).await? {
            FirstOutcome::Answered(answer, revoked) => {
                record_revocations(&call.app, revoked).await?;
                return Ok(answer);
            }
            FirstOutcome::NeedsKeyService => result = Some(S::make(Arc::clone(&call), None).await?),
            FirstOutcome::Unprovisioned(_) if was_provisioned => return Err(errors::no_credential()),
            FirstOutcome::Unprovisioned(account) => {
                provision(&call.app, &call.caller, account).await?;
                was_provisioned = true;
            }
        }
    }
    Err(busy())
}

fn begin<S: SignedOperation>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    result: Option<&S::KeyServiceResult>,
) -> Result<FirstOutcome, ApiError> {
    check_fields(tx, context, call)?;
    S::find_target(tx, context, call)?;
    let Some(plan) = S::plan(tx, context, call)? else {
        let Some(result) = result else { return Ok(FirstOutcome::NeedsKeyService) };
        let applied = S::apply(tx, context, call, result, None)?;
        return done::<S>(tx, context, applied);
    };
    let Plan { wallet, method, signers, bound, payload } = plan;
    let record = wallet_of(tx, context, wallet)?;
    if claims(context, &record).is_none() {
        return Ok(FirstOutcome::Unprovisioned(wallet));
    }
    let payload = payload(&record, next_instant(tx, context, &record)?);
    let expires_at = context.now.plus(request_lifetime(tx, context)?);
    let challenge = Challenge { wallet, method, signers, bound, payload, expires_at };
    let request = issue(tx, context, &call.signature, challenge)?;
    Ok(FirstOutcome::Answered(Answer::success(&Reply::<S>::Accepted(challenge_of(&request)))?, Vec::new()))
}

fn done<S: SignedOperation>(
    tx: &mut Tx<'_>,
    context: &Context,
    applied: SignedOutcome<S::Success>,
) -> Result<FirstOutcome, ApiError> {
    let SignedOutcome { answer, revoked } = applied;
    schedule_revocation(tx, context, revoked.clone(), &context.id::<causeway_domain::ids::RequestId>())?;
    Ok(FirstOutcome::Answered(Answer::success(&Reply::<S>::Done(answer))?, revoked))
}

/// Serves the second request.
///
/// # Errors
/// The errors of wallet 3.3, in its order; the errors of the operation.
pub async fn second<S: SignedOperation>(call: Call<S>) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    call.app.tombstones.refresh().map_err(ApiError::internal)?;
    let shared_call = Arc::clone(&call);
    let look = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
        check_fields(tx, &context, &shared_call)?;
        S::find_target(tx, &context, &shared_call)?;
        let SignatureVerdict::Authorized(signed) = look_up(tx, &context, &shared_call.signature)? else {
            return Ok(None);
        };
        let planned = planned::<S>(tx, &context, &shared_call, &signed);
        let is_sound = planned.is_ok();
        Ok::<_, ApiError>(is_sound.then_some(*signed))
    };
    // The key service is not called for a request that the write will refuse.
    let result = match call.app.store.write(&[], look).await? {
        Some(signed) => S::make(Arc::clone(&call), Some(signed)).await.map(Some),
        None => Ok(None),
    };
    let shared_call = Arc::clone(&call);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
        match &result {
            Ok(result) => finish(tx, &context, &shared_call, result.as_ref()),
            Err(failed) => not_made(tx, &context, &shared_call, failed),
        }
    };
    let (answer, revoked) = call.app.store.write(&[], write).await?;
    record_revocations(&call.app, revoked).await?;
    Ok(answer)
}

/// Answers a request for which the key service failed, by the request's current state: of two concurrent
/// ones, the second finds it used.
fn not_made<S: SignedOperation>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    failed: &ApiError,
) -> Result<(Answer, Vec<Uuid>), ApiError> {
    S::find_target(tx, context, call)?;
    match look_up(tx, context, &call.signature)? {
        SignatureVerdict::Authorized(_) => Err(failed.clone()),
        SignatureVerdict::Refused(refusal) => Ok((Answer::refused(&refusal.refusal), Vec::new())),
    }
}

/// Reports field errors before anything about the signature (check 1).
fn check_fields<S: SignedOperation>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
) -> Result<(), ApiError> {
    if call.errors.is_empty() {
        return Ok(());
    }
    match S::plan(tx, context, call) {
        Err(refusal) if matches!(refusal.code.status(), 400 | 500..) => Err(refusal),
        Ok(_) | Err(_) => Err(ApiError::fields(call.errors.clone().into_errors())),
    }
}

fn finish<S: SignedOperation>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    result: Option<&S::KeyServiceResult>,
) -> Result<(Answer, Vec<Uuid>), ApiError> {
    S::find_target(tx, context, call)?;
    let signed = match look_up(tx, context, &call.signature)? {
        SignatureVerdict::Authorized(signed) => *signed,
        SignatureVerdict::Refused(refusal) => {
            let SignatureRefusal { refusal, counted } = *refusal;
            if let Some(request) = counted {
                retry::count_failure(tx, context, &request, refusal.code)?;
            }
            return Ok((Answer::refused(&refusal), Vec::new()));
        }
    };
    if !retry::end(tx, context, &signed.request, RequestEvent::Signed, Some(&signed))? {
        return Ok((Answer::refused(&errors::unauthorized("Request already used")), Vec::new()));
    }
    let outcome = |tx: &mut Tx<'_>, outcome: &str| {
        requests::set_outcome(tx, context.platform, signed.request.id, outcome)
    };
    // State that it depends on may have changed since the first request: that uses the request up too.
    let planned = planned::<S>(tx, context, call, &signed);
    let made_in_vain = result.and_then(S::refuses);
    if let Err(refusal) = planned.and_then(|()| made_in_vain.map_or(Ok(()), Err)) {
        if refusal.is_service_failure() {
            return Err(refusal);
        }
        outcome(tx, refusal.code.as_str())?;
        return Ok((Answer::refused(&refusal), Vec::new()));
    }
    let applied = S::apply(tx, context, call, result.ok_or_else(busy)?, Some(&signed))?;
    outcome(tx, "DONE")?;
    match done::<S>(tx, context, applied)? {
        FirstOutcome::Answered(answer, revoked) => Ok((answer, revoked)),
        FirstOutcome::NeedsKeyService | FirstOutcome::Unprovisioned(_) => Err(busy()),
    }
}

/// Repeats all checks of the operation.
fn planned<S: SignedOperation>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    signed: &SignatureProof,
) -> Result<(), ApiError> {
    let plan = S::plan(tx, context, call)?;
    check_bound(plan, signed)
}

/// Checks that the state agreed on with the first request is unchanged, and that the signed payload, its
/// signers and its instant are those required for this request. The stored row is not trusted.
fn check_bound(plan: Option<Plan>, signed: &SignatureProof) -> Result<(), ApiError> {
    let request = &signed.request;
    if plan.as_ref().map_or(&Value::Null, |plan| &plan.bound) != &request.doc.bound {
        let message = "The credentials have changed meanwhile.";
        return Err(ApiError::new(Code::EmailOtpCredentialSetChanged, message));
    }
    // Without a plan, the key service checks the signed payload.
    let Some(plan) = plan else { return Ok(()) };
    let issued = issued_at(&request.payload).filter(|at| is_open(*at, signed.at));
    let is_the_same = plan.wallet == request.account
        && plan.signers == request.doc.signers
        && issued.is_some_and(|at| (plan.payload)(&signed.wallet, at) == request.payload);
    if is_the_same { Ok(()) } else { Err(errors::signature_invalid()) }
}

/// Returns the instant in a payload.
fn issued_at(payload: &str) -> Option<u64> {
    let payload: Value = serde_json::from_str(payload).ok()?;
    payload["timestampMs"].as_str()?.parse().ok()
}

/// Returns `SERVICE_UNAVAILABLE`: the wallet was changed between two reads.
#[must_use]
pub fn busy() -> ApiError {
    ApiError::new(Code::ServiceUnavailable, "Another request has changed the wallet; repeat this one.")
        .retry_after(1)
}
