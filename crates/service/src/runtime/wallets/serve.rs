//! Both requests of an operation that a wallet must sign.

use std::sync::Arc;

use causeway_domain::ids::InternalAccountId;
use causeway_domain::wallets::RequestEvent;
use causeway_store::Tx;
use causeway_store::wallets::requests;
use causeway_wire::{Code, Reply};
use serde_json::Value;
use uuid::Uuid;

use super::challenge::{Challenge, is_open, issue, next_instant, reissued, request_lifetime};
use super::errors;
use super::keeping::{bury, claims, schedule_burial};
use super::provision::{provisioned, wallet_of};
use super::retry::{self, Refused, Retry, look_up};
use super::signed::{Applied, Authorized, Plan, Signed};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// The adapter of an operation that a wallet must sign: the first request is answered with a challenge, the second one
/// carried out.
///
/// # Errors
/// Those of wallet 3.3, in its order; those of the operation.
pub async fn serve<S: Signed>(call: Call<S>) -> Result<Answer, ApiError> {
    const { assert!(S::OPERATION.meta().headers.len() == 2, "the table says that it reads both headers") };
    let is_first = call.signature.stamp.is_none() && call.signature.request.is_none();
    if is_first { first(call).await } else { second(call).await }
}

/// What a first request comes to.
enum First {
    Answered(Answer, Vec<Uuid>),
    /// The keeper must be asked before it can be applied.
    Unmade,
    /// The wallet has no keys yet.
    Unprovisioned(InternalAccountId),
}

/// The first request.
///
/// # Errors
/// Those of the operation.
pub async fn first<S: Signed>(call: Call<S>) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    let mut made = S::made_already();
    let mut was_provisioned = false;
    // The wallet's keys, what is to be stored, the answer: each time one thing more is there.
    for _ in 0..3 {
        let (asked, given) = (Arc::clone(&call), made.clone());
        let write = move |tx: &mut Tx<'_>| {
            let context = Context::of(&asked.app, &asked.caller, tx.wall());
            begin(tx, &context, &asked, given.as_ref())
        };
        match call.app.store.write(&[], write).await? {
            First::Answered(answer, revoked) => {
                bury(&call.app, revoked).await?;
                return Ok(answer);
            }
            First::Unmade => made = Some(S::make(Arc::clone(&call), None).await?),
            First::Unprovisioned(_) if was_provisioned => return Err(errors::nobody_can_sign()),
            First::Unprovisioned(account) => {
                provisioned(&call.app, &call.caller, account).await?;
                was_provisioned = true;
            }
        }
    }
    Err(busy())
}

fn begin<S: Signed>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    made: Option<&S::Made>,
) -> Result<First, ApiError> {
    check_fields(tx, context, call)?;
    S::find_target(tx, context, call)?;
    let Some(plan) = S::plan(tx, context, call)? else {
        let Some(made) = made else { return Ok(First::Unmade) };
        let applied = S::apply(tx, context, call, made, None)?;
        return done::<S>(tx, context, applied);
    };
    let Plan { wallet, method, signers, bound, payload } = plan;
    let record = wallet_of(tx, context, wallet)?;
    if claims(context, &record).is_none() {
        return Ok(First::Unprovisioned(wallet));
    }
    let payload = payload(&record, next_instant(tx, context, &record)?);
    let expires_at = context.now.plus(request_lifetime(tx, context)?);
    let challenge = Challenge { wallet, method, signers, bound, payload, expires_at };
    let request = issue(tx, context, &call.signature, challenge)?;
    Ok(First::Answered(Answer::success(&Reply::<S>::Accepted(reissued(&request)))?, Vec::new()))
}

fn done<S: Signed>(
    tx: &mut Tx<'_>,
    context: &Context,
    applied: Applied<S::Success>,
) -> Result<First, ApiError> {
    let Applied { answer, revoked } = applied;
    schedule_burial(tx, context, revoked.clone(), &context.id::<causeway_domain::ids::RequestId>())?;
    Ok(First::Answered(Answer::success(&Reply::<S>::Done(answer))?, revoked))
}

/// The second request.
///
/// # Errors
/// Those of wallet 3.3, in its order; those of the operation.
pub async fn second<S: Signed>(call: Call<S>) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    call.app.tombstones.refresh().map_err(ApiError::internal)?;
    let asked = Arc::clone(&call);
    let look = move |tx: &mut Tx<'_>| {
        let context = Context::of(&asked.app, &asked.caller, tx.wall());
        check_fields(tx, &context, &asked)?;
        S::find_target(tx, &context, &asked)?;
        let Retry::Authorized(signed) = look_up(tx, &context, &asked.signature)? else { return Ok(None) };
        let planned = planned::<S>(tx, &context, &asked, &signed);
        let is_sound = planned.is_ok();
        Ok::<_, ApiError>(is_sound.then_some(*signed))
    };
    // What the write will refuse is not asked for.
    let made = match call.app.store.write(&[], look).await? {
        Some(signed) => S::make(Arc::clone(&call), Some(signed)).await.map(Some),
        None => Ok(None),
    };
    let asked = Arc::clone(&call);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::of(&asked.app, &asked.caller, tx.wall());
        match &made {
            Ok(made) => finish(tx, &context, &asked, made.as_ref()),
            Err(failed) => not_made(tx, &context, &asked, failed),
        }
    };
    let (answer, revoked) = call.app.store.write(&[], write).await?;
    bury(&call.app, revoked).await?;
    Ok(answer)
}

/// Answers a request for which nothing could be made: by what became of it meanwhile, so that of two at once the second
/// one finds it used.
fn not_made<S: Signed>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    failed: &ApiError,
) -> Result<(Answer, Vec<Uuid>), ApiError> {
    S::find_target(tx, context, call)?;
    match look_up(tx, context, &call.signature)? {
        Retry::Authorized(_) => Err(failed.clone()),
        Retry::Refused(refused) => Ok((Answer::refused(&refused.refusal), Vec::new())),
    }
}

/// What is wrong with the fields is said before anything about the signature (check 1).
fn check_fields<S: Signed>(tx: &mut Tx<'_>, context: &Context, call: &Call<S>) -> Result<(), ApiError> {
    if call.faults.is_empty() {
        return Ok(());
    }
    match S::plan(tx, context, call) {
        Err(refusal) if matches!(refusal.code.status(), 400 | 500..) => Err(refusal),
        Ok(_) | Err(_) => Err(ApiError::fields(call.faults.clone().into_errors())),
    }
}

fn finish<S: Signed>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    made: Option<&S::Made>,
) -> Result<(Answer, Vec<Uuid>), ApiError> {
    S::find_target(tx, context, call)?;
    let signed = match look_up(tx, context, &call.signature)? {
        Retry::Authorized(signed) => *signed,
        Retry::Refused(refused) => {
            let Refused { refusal, counted } = *refused;
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
    // What it depends on may have changed since the first request: that uses the request up too.
    let planned = planned::<S>(tx, context, call, &signed);
    let made_in_vain = made.and_then(S::refuses);
    if let Err(refusal) = planned.and_then(|()| made_in_vain.map_or(Ok(()), Err)) {
        if matches!(refusal.code, Code::InternalError | Code::ServiceUnavailable) {
            return Err(refusal);
        }
        outcome(tx, refusal.code.as_str())?;
        return Ok((Answer::refused(&refusal), Vec::new()));
    }
    let applied = S::apply(tx, context, call, made.ok_or_else(busy)?, Some(&signed))?;
    outcome(tx, "DONE")?;
    match done::<S>(tx, context, applied)? {
        First::Answered(answer, revoked) => Ok((answer, revoked)),
        First::Unmade | First::Unprovisioned(_) => Err(busy()),
    }
}

/// Everything that the operation asks for, once more.
fn planned<S: Signed>(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<S>,
    signed: &Authorized,
) -> Result<(), ApiError> {
    let plan = S::plan(tx, context, call)?;
    check_bound(plan, signed)
}

/// What was agreed on with the first request must still hold; and what was signed, by whom and when, must be what this
/// request is to be signed with. The row that says so is not believed.
fn check_bound(plan: Option<Plan>, signed: &Authorized) -> Result<(), ApiError> {
    let request = &signed.request;
    if plan.as_ref().map_or(&Value::Null, |plan| &plan.bound) != &request.doc.bound {
        let message = "The credentials have changed meanwhile.";
        return Err(ApiError::new(Code::EmailOtpCredentialSetChanged, message));
    }
    // Without a plan the keeper of the keys looks at what was signed.
    let Some(plan) = plan else { return Ok(()) };
    let issued = issued_at(&request.payload).filter(|at| is_open(*at, signed.at));
    let is_the_same = plan.wallet == request.account
        && plan.signers == request.doc.signers
        && issued.is_some_and(|at| (plan.payload)(&signed.wallet, at) == request.payload);
    if is_the_same { Ok(()) } else { Err(errors::signature_invalid()) }
}

/// The instant that a payload names.
fn issued_at(payload: &str) -> Option<u64> {
    let payload: Value = serde_json::from_str(payload).ok()?;
    payload["timestampMs"].as_str()?.parse().ok()
}

/// Something has changed between two looks: `SERVICE_UNAVAILABLE`.
#[must_use]
pub fn busy() -> ApiError {
    ApiError::new(Code::ServiceUnavailable, "Another request has changed the wallet; repeat this one.")
        .retry_after(1)
}
