//! The strong-authentication factor of a request (money 8.6, agents B3).

use causeway_wire::quotes::{ExecuteQuoteRequest, QuoteRequest};
use causeway_wire::sca::ScaFactor;

use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

impl FieldChecks for QuoteRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        check(self.sca_factor, errors);
    }
}

impl FieldChecks for ExecuteQuoteRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        check(self.sca_factor, errors);
    }
}

/// Refuses the one-time code of an authenticator app: it is not bound to amount and payee.
fn check(sent: Option<ScaFactor>, errors: &mut FieldErrors) {
    match sent {
        Some(ScaFactor::Totp) => errors.push("scaFactor", "must be SMS_OTP or PASSKEY for a payment"),
        Some(ScaFactor::SmsOtp | ScaFactor::Passkey) | None => {}
    }
}
