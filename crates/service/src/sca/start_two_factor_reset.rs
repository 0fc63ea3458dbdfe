//! `POST /sca/factors/reset` (agents B5).

use causeway_domain::ids::CustomerId;
use causeway_domain::sca::{MAX_RESETS, RESET_LIFETIME, RESETS_WINDOW, ScaFactor, reset_created};
use causeway_store::Tx;
use causeway_store::sca::{self, ResetRecord};
use causeway_wire::sca::TwoFactorResetStart;
use causeway_wire::table::StartTwoFactorReset;

use super::customer::ScaCustomer;
use super::{errors, reset};
use crate::ports::LivenessSession;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::hex;
use crate::runtime::http::{Answer, Call};
use crate::runtime::money::instant;

/// Begins a reset by starting a liveness check at the provider.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `INVALID_INPUT` for a factor that the customer does not have;
/// `RATE_LIMITED`; `NOT_IMPLEMENTED`, `SVC_SWITCH_ERROR`.
pub async fn handler(call: Call<StartTwoFactorReset>) -> Result<Answer, ApiError> {
    let customer = call.query.customer_id;
    let factor = call.body.factor;
    let context = call.context();
    let look = move |tx: &mut Tx<'_>| {
        let found = ScaCustomer::find(tx, &context, customer)?;
        check(tx, &context, &found, factor)
    };
    call.app.store.read(look).await?;
    let session = hex::encode(&call.app.ids.bytes::<16>());
    let world = call.app.ports.of(call.caller.environment);
    let query = reset::query(call.caller.platform, customer, &session);
    let begun = world.liveness.start(&query).await.map_err(errors::no_liveness_check)?;
    let write =
        move |tx: &mut Tx<'_>, context: &Context| start(tx, context, customer, factor, &session, &begun);
    Ok(call.write(&[], write).await)
}

fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &ScaCustomer,
    factor: ScaFactor,
) -> Result<(), ApiError> {
    customer.check_has("factor", factor)?;
    let latest = sca::latest_resets(tx, context.platform, customer.customer.id, MAX_RESETS)?;
    let full = usize::try_from(MAX_RESETS).is_ok_and(|most| latest.len() >= most);
    match latest.last().map(|oldest| oldest.plus(RESETS_WINDOW)) {
        Some(free) if full && context.now < free => Err(errors::too_many(free.since(context.now))),
        Some(_) | None => Ok(()),
    }
}

fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    factor: ScaFactor,
    session: &str,
    begun: &LivenessSession,
) -> Result<TwoFactorResetStart, ApiError> {
    let locked = ScaCustomer::lock(tx, context, customer)?;
    check(tx, context, &locked, factor)?;
    let record = ResetRecord {
        id: context.id(),
        customer,
        factor,
        status: reset_created(),
        session: session.to_owned(),
        expires_at: context.now.plus(RESET_LIFETIME),
        completed_at: None,
        created_at: context.now,
    };
    sca::insert_reset(tx, context.platform, &record)?;
    Ok(TwoFactorResetStart {
        reset_id: record.id,
        liveness_access_token: begun.token.as_deref().map(Into::into).into(),
        verification_link: Some(begun.link.as_str().into()).into(),
        expires_at: Some(instant(record.expires_at)).into(),
    })
}
