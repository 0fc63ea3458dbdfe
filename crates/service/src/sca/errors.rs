//! Errors of strong customer authentication (agents B).

use std::time::Duration;

use causeway_domain::sca::{Lockout, ScaFactor};
use causeway_wire::{Code, FieldError};

use crate::ports::{MessageError, RailError};
use crate::runtime::api_error::ApiError;
use crate::runtime::money::instant;

/// Refuses a customer to whom strong authentication does not apply.
pub(crate) fn not_required() -> ApiError {
    ApiError::new(Code::Conflict, "Strong customer authentication does not apply to this customer.")
        .reason("SCA_NOT_REQUIRED")
}

/// Refuses a customer that is locked out after too many failed attempts.
pub(super) fn locked(locked: Lockout) -> ApiError {
    let refusal =
        ApiError::new(Code::AccountLocked, "Too many attempts have failed; the customer is locked.")
            .with("suspended", locked.until.is_none())
            .with("failedAttempts", locked.failed);
    match locked.until {
        Some(until) => refusal.with("lockedUntil", instant(until).as_str()),
        None => refusal,
    }
}

/// Refuses a customer that is not logged in.
pub(super) fn session_required() -> ApiError {
    ApiError::new(Code::ScaSessionRequired, "The customer has to log in with a second factor first.")
}

/// Reason of a transfer that needs a challenge, which its response cannot show.
pub(crate) const AUTHORIZATION_REQUIRED: &str = "SCA_AUTHORIZATION_REQUIRED";

/// Refuses a transfer that the customer has to authorize.
pub(crate) fn authorization_required() -> ApiError {
    let message = "The customer has to authorize this payment: create a quote and execute it, or have the \
                   customer trust the beneficiary.";
    ApiError::new(Code::Conflict, message).reason(AUTHORIZATION_REQUIRED)
}

/// Refuses a factor that the customer does not have.
pub(super) fn not_enrolled(field: &str, factor: ScaFactor) -> ApiError {
    ApiError::field(field, format!("is {factor}, which the customer has not enrolled"))
}

/// Refuses a wrong or late proof.
pub(crate) fn wrong_proof(field: &str) -> ApiError {
    let message = "does not prove it: it is wrong, or comes too late";
    ApiError::fields(vec![FieldError::new(field, message)]).reason("INVALID_CODE")
}

/// Refuses a request without a field that the factor requires.
pub(super) fn missing(field: &str, factor: ScaFactor) -> ApiError {
    ApiError::field(field, format!("is required for {factor}"))
}

/// Refuses a second passkey.
pub(super) fn has_a_passkey() -> ApiError {
    ApiError::new(Code::PasskeyAlreadyEnrolled, "The customer has a passkey; delete it first.")
}

/// Refuses passkeys because the platform has no relying party or no origins.
pub(super) fn no_passkeys() -> ApiError {
    let message = "Passkeys are not available: the platform has no relying party or no origins.";
    ApiError::new(Code::NotImplemented, message)
}

pub(super) fn no_factor() -> ApiError {
    ApiError::new(Code::ReferenceNotFound, "There is no such factor.")
}

/// Refuses an authorization that no challenge is open for.
pub(crate) fn no_pending_challenge() -> ApiError {
    ApiError::new(Code::Conflict, "The quote waits for no authorization.").reason("NO_PENDING_CHALLENGE")
}

/// Refuses to resend a code for a challenge without one.
pub(crate) fn not_resendable() -> ApiError {
    ApiError::new(Code::Conflict, "No code was sent for this challenge.").reason("NO_CODE_SENT")
}

/// Refuses an attempt over the rate limit.
pub(crate) fn too_many(wait: Duration) -> ApiError {
    let seconds = u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX).max(1);
    let message = format!("Too many attempts; wait {seconds} s.");
    ApiError::new(Code::RateLimited, message).with("retryAfter", seconds).retry_after(seconds)
}

/// Reports that the deployment has no gateway for text messages.
pub(super) fn not_sent() -> ApiError {
    ApiError::internal(MessageError::NotAvailable)
}

/// Refuses to delete an account whose holder is trusted.
pub(super) fn trusted() -> ApiError {
    let message = "The holder of this account is trusted; end the trust first.";
    ApiError::new(Code::BeneficiaryTrusted, message)
}

/// Reports that the liveness check could not be started.
pub(super) fn no_liveness_check(error: RailError) -> ApiError {
    match error {
        RailError::NotAvailable => ApiError::new(Code::NotImplemented, "Liveness checks are not configured."),
        RailError::Unclear => {
            ApiError::new(Code::SvcSwitchError, "The liveness check gave no answer; repeat the request.")
        }
    }
}

/// Refuses to complete a reset before the liveness check has passed.
pub(super) fn not_passed(status: &str) -> ApiError {
    ApiError::new(Code::InvalidInput, format!("The reset is {status}, and cannot be completed."))
        .reason("LIVENESS_NOT_PASSED")
        .with("status", status)
}
