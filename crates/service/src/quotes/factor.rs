//! The factor for strong authentication that a request names (money 8.6, agents B3).

use causeway_wire::sca::ScaFactor;

use crate::runtime::field_errors::FieldErrors;

/// A one-time code of an authenticator cannot confirm a payment: it knows neither amount nor payee.
pub(super) fn check(sent: Option<ScaFactor>, faults: &mut FieldErrors) {
    match sent {
        Some(ScaFactor::Totp) => faults.push("scaFactor", "must be SMS_OTP or PASSKEY for a payment"),
        Some(ScaFactor::SmsOtp | ScaFactor::Passkey) | None => {}
    }
}
