//! `GET /sca/factors/reset/{resetId}` (agents B5).

use causeway_domain::ids::{CustomerId, ScaResetId};
use causeway_domain::sca::{ResetEvent, ScaResetStatus};
use causeway_store::Tx;
use causeway_wire::sca::TwoFactorResetStatus;
use causeway_wire::table::GetTwoFactorResetStatus;

use super::customer::ScaCustomer;
use super::reset;
use crate::ports::LivenessOutcome;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Shows the status of a reset. The provider is polled until it has a result; if it does not answer, the
/// stored status is shown.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `REFERENCE_NOT_FOUND`.
pub async fn handler(call: Call<GetTwoFactorResetStatus>) -> Result<Answer, ApiError> {
    let customer = call.query.customer_id;
    let context = call.context();
    let path = call.path.clone();
    let look = move |tx: &mut Tx<'_>| {
        ScaCustomer::find(tx, &context, customer)?;
        let record = reset::get(tx, &context, customer, path.id()?)?;
        let session = reset::is_checked(&record, &context).then_some(record.session);
        Ok::<_, ApiError>((record.id, session))
    };
    let (id, session) = call.app.store.read(look).await?;
    let mut outcome = LivenessOutcome::Open;
    if let Some(session) = session {
        let query = reset::query(call.caller.platform, customer, &session);
        let answer = call.app.ports.of(call.caller.environment).liveness.outcome(&query).await;
        outcome = answer.unwrap_or(LivenessOutcome::Open);
    }
    Ok(call.write(&[], move |tx, context| record_outcome(tx, context, customer, id, outcome)).await)
}

fn record_outcome(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    id: ScaResetId,
    outcome: LivenessOutcome,
) -> Result<TwoFactorResetStatus, ApiError> {
    let locked = ScaCustomer::lock(tx, context, customer)?;
    let mut record = reset::get(tx, context, customer, id)?;
    let event = match outcome {
        LivenessOutcome::Open => None,
        LivenessOutcome::InReview if record.status == ScaResetStatus::Initiated => {
            Some(ResetEvent::UnderReview)
        }
        LivenessOutcome::InReview => None,
        LivenessOutcome::Passed => Some(ResetEvent::Passed),
        LivenessOutcome::Failed => Some(ResetEvent::Refused),
    };
    if let Some(event) = event.filter(|_| reset::is_checked(&record, context)) {
        reset::apply(tx, context, &mut record, event)?;
    }
    Ok(reset::show(context, &record, &locked.profile))
}
