//! `POST /sca/record-event` (agents B2).

use causeway_domain::sca::SecurityEventType;
use causeway_store::Tx;
use causeway_wire::sca::{RecordSecurityEventRequest, RecordSecurityEventResponse, ScaCustomerFilter};

use super::customer::ScaCustomer;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::instant;

/// Records an event reported by the platform: a new password ends locks and sessions, a failed login counts
/// as a failed attempt.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `ACCOUNT_LOCKED` for a failed login of a locked customer.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &ScaCustomerFilter,
    body: &RecordSecurityEventRequest,
) -> Result<RecordSecurityEventResponse, ApiError> {
    let mut locked = ScaCustomer::lock(tx, context, query.customer_id)?;
    match body.event_type {
        SecurityEventType::ResetPasswordCompleted => {
            locked.profile.session_expires_at = None;
            locked.profile.attempts = Default::default();
        }
        SecurityEventType::FailedLoginAttempt => {
            locked.check_unlocked(context)?;
            locked.count_failure(context);
        }
    }
    locked.save(tx, context)?;
    let attempts = locked.profile.attempts;
    Ok(RecordSecurityEventResponse {
        event_type: body.event_type,
        suspended: attempts.is_suspended,
        locked_until: attempts.locked_until.map(instant).into(),
        failed_attempts: attempts.failed,
    })
}
