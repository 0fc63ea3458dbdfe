//! Resets of factors (agents B5).

use causeway_domain::ids::{CustomerId, PlatformId, ScaResetId};
use causeway_domain::sca::{
    ResetEvent, ScaEnrollmentStatus, ScaFactor, ScaResetStatus, next_reset, reset_at,
};
use causeway_store::Tx;
use causeway_store::sca::{self, ResetRecord};
use causeway_wire::sca::TwoFactorResetStatus;

use super::profile::Profile;
use crate::ports::{LivenessQuery, LivenessSubject};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::instant;

/// Returns the reset of a customer with this id.
pub(super) fn get(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    id: ScaResetId,
) -> Result<ResetRecord, ApiError> {
    sca::find_reset(tx, context.platform, customer, id)?.ok_or_else(ApiError::not_found::<ScaResetId>)
}

/// Returns the current status.
pub(super) fn status(record: &ResetRecord, context: &Context) -> ScaResetStatus {
    reset_at(record.status, record.expires_at, context.now)
}

/// Returns `true` while the provider's check has no result.
pub(super) fn is_checked(record: &ResetRecord, context: &Context) -> bool {
    matches!(status(record, context), ScaResetStatus::Initiated | ScaResetStatus::PendingReview)
}

/// Builds the provider query about a check.
pub(super) fn query(platform: PlatformId, customer: CustomerId, session: &str) -> LivenessQuery {
    LivenessQuery { platform, session: session.to_owned(), subject: LivenessSubject::Customer(customer) }
}

/// Moves a reset, and stores it.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut ResetRecord,
    event: ResetEvent,
) -> Result<(), ApiError> {
    record.status = next_reset(record.status, event).map_err(ApiError::internal)?;
    if record.status == ScaResetStatus::Completed {
        record.completed_at = Some(context.now);
    }
    Ok(sca::update_reset(tx, context.platform, record)?)
}

/// Renders a reset.
pub(super) fn show(context: &Context, record: &ResetRecord, profile: &Profile) -> TwoFactorResetStatus {
    let enrolled_at = match record.factor {
        ScaFactor::SmsOtp => None,
        ScaFactor::Totp => profile.totp.as_ref().map(|totp| totp.enrolled_at),
        ScaFactor::Passkey => profile.passkey.as_ref().map(|passkey| passkey.enrolled_at),
    };
    let again = record.completed_at.zip(enrolled_at).is_some_and(|(cleared, enrolled)| cleared <= enrolled);
    let enrollment_status = match record.factor {
        ScaFactor::SmsOtp => None,
        ScaFactor::Totp | ScaFactor::Passkey if again => Some(ScaEnrollmentStatus::Completed),
        ScaFactor::Totp | ScaFactor::Passkey => Some(ScaEnrollmentStatus::Pending),
    };
    TwoFactorResetStatus {
        status: status(record, context),
        factor: record.factor,
        enrollment_status: enrollment_status.into(),
        expires_at: instant(record.expires_at),
        completed_at: record.completed_at.map(instant).into(),
    }
}
