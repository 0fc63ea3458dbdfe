//! `POST /sca/factors/reset/{resetId}/complete` (agents B5).

use causeway_domain::ids::{CustomerId, ScaResetId};
use causeway_domain::sca::{ResetEvent, ScaFactor, ScaResetStatus};
use causeway_store::Tx;
use causeway_wire::Empty;
use causeway_wire::sca::{ScaCustomerFilter, TwoFactorResetCompleteRequest};

use super::customer::ScaCustomer;
use super::{applies, errors, reset};
use crate::customers::{lock_live, replace_phone};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Clears a factor after its owner has passed the liveness check; for text messages, the number is replaced.
/// Sessions and logins in progress end.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`, also for a number that a credential of a wallet is tied to;
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ScaResetId,
    query: &ScaCustomerFilter,
    body: &TwoFactorResetCompleteRequest,
) -> Result<Empty, ApiError> {
    // A new number changes the customer, which is locked before its authentication profile.
    let customer = lock_live(tx, context.platform, query.customer_id)?;
    applies::check(tx, context, &customer)?;
    let mut locked = ScaCustomer::lock_of(tx, context, customer)?;
    let mut record = reset::get(tx, context, query.customer_id, id)?;
    let status = reset::status(&record, context);
    if status != ScaResetStatus::LivenessPassed {
        return Err(errors::not_passed(status.as_str()));
    }
    match record.factor {
        ScaFactor::Totp => locked.profile.totp = None,
        ScaFactor::Passkey => locked.profile.passkey = None,
        ScaFactor::SmsOtp => change_number(tx, context, query.customer_id, body)?,
    }
    locked.profile.session_expires_at = None;
    locked.profile.code_login = None;
    locked.profile.passkey_login = None;
    locked.save(tx, context)?;
    reset::apply(tx, context, &mut record, ResetEvent::Completed)?;
    Ok(Empty)
}

fn change_number(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    body: &TwoFactorResetCompleteRequest,
) -> Result<(), ApiError> {
    let mobile = body.mobile.as_ref().ok_or_else(|| errors::missing("mobile", ScaFactor::SmsOtp))?;
    let country = mobile.country_code.as_str().trim_start_matches('+');
    replace_phone(tx, context, customer, &format!("+{country}{}", mobile.number.as_str()))
}
