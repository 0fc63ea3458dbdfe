//! Requirements for request bodies beyond their shapes (agents B).

use causeway_domain::sca::ScaFactor;
use causeway_wire::sca::{
    BeneficiaryTrustConfirmRequest, RecordSecurityEventRequest, ScaAuthorization, ScaFactorConfirmRequest,
    ScaFactorEnrollRequest, ScaLoginCompleteRequest, ScaLoginStartRequest, TwoFactorResetCompleteRequest,
    TwoFactorResetStartRequest,
};

use super::proof::check_fields;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

impl FieldChecks for ScaFactorEnrollRequest {}
impl FieldChecks for ScaFactorConfirmRequest {}
impl FieldChecks for ScaLoginStartRequest {}
impl FieldChecks for RecordSecurityEventRequest {}
impl FieldChecks for TwoFactorResetStartRequest {}

impl FieldChecks for ScaLoginCompleteRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        check_fields(errors, self.code.sent(), self.passkey_assertion.sent(), self.origin.sent());
        if !errors.has_no_error("factor") {
            return;
        }
        match self.factor {
            ScaFactor::SmsOtp | ScaFactor::Totp if self.code.sent().is_none() => {
                errors.push("code", format!("is required for {}", self.factor));
            }
            ScaFactor::Passkey if self.passkey_assertion.sent().is_none() => {
                errors.push("passkeyAssertion", format!("is required for {}", self.factor));
            }
            ScaFactor::SmsOtp | ScaFactor::Totp | ScaFactor::Passkey => {}
        }
        if self.factor == ScaFactor::SmsOtp && self.challenge_id.sent().is_none() {
            errors.push("challengeId", format!("is required for {}", self.factor));
        }
    }
}

impl FieldChecks for BeneficiaryTrustConfirmRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        check_fields(errors, self.code.sent(), self.passkey_assertion.sent(), self.origin.sent());
    }
}

impl FieldChecks for ScaAuthorization {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        if self.code.sent().is_some() && self.passkey_assertion.sent().is_some() {
            errors.push("passkeyAssertion", "cannot be sent together with code");
        }
        check_fields(errors, self.code.sent(), self.passkey_assertion.sent(), self.origin.sent());
    }
}

impl FieldChecks for TwoFactorResetCompleteRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        let Some(mobile) = &self.mobile else { return };
        let digits =
            mobile.country_code.as_str().trim_start_matches('+').len() + mobile.number.as_str().len();
        if digits > MAX_PHONE_DIGITS {
            errors.push("mobile.number", "has more digits than telephone numbers have");
        }
    }
}

/// Maximum digits of a telephone number with its country code (E.164).
const MAX_PHONE_DIGITS: usize = 15;
