//! Proofs of a customer's presence (agents B2 to B4).

use causeway_domain::sca::ScaFactor;
use causeway_store::sca::ScaChallengeDoc;
use causeway_wire::sca::{PasskeyOrigin, ScaCode, WebAuthn};

use super::customer::ScaCustomer;
use super::{codes, passkey, totp};
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// A code, or the assertion of a passkey.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Proof<'a> {
    /// A code that was sent, or that an authenticator shows.
    Code(&'a str),
    /// The browser's assertion, with its origin.
    Passkey { assertion: &'a WebAuthn, origin: &'a str },
}

impl<'a> Proof<'a> {
    /// Returns the proof in a request; `None` if its fields are incomplete.
    pub(crate) fn of(
        code: Option<&'a ScaCode>,
        assertion: Option<&'a WebAuthn>,
        origin: Option<&'a PasskeyOrigin>,
    ) -> Option<Self> {
        match (code, assertion, origin) {
            (_, Some(assertion), Some(origin)) => Some(Self::Passkey { assertion, origin: origin.as_str() }),
            (Some(code), _, _) => Some(Self::Code(code.as_str())),
            (None, _, _) => None,
        }
    }

    /// Returns the field to name if the proof is wrong.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Code(_) => "code",
            Self::Passkey { .. } => "passkeyAssertion",
        }
    }

    /// Returns `true` if the proof answers a challenge. Updates the counter of the passkey.
    pub(crate) fn answers(
        self,
        context: &Context,
        customer: &mut ScaCustomer,
        challenge: &ScaChallengeDoc,
    ) -> bool {
        match (self, challenge.factor) {
            // The number may have changed since.
            (Self::Code(code), ScaFactor::SmsOtp) => {
                customer.has(ScaFactor::SmsOtp) && is_code(context, customer, challenge, code)
            }
            (Self::Passkey { assertion, origin }, ScaFactor::Passkey) => {
                let Some(question) = &challenge.passkey else { return false };
                let Some(passkey) = &mut customer.profile.passkey else { return false };
                let counter = passkey::check_assertion(
                    passkey,
                    &question.challenge,
                    &question.origins,
                    origin,
                    assertion,
                );
                passkey.sign_count = counter.unwrap_or(passkey.sign_count);
                counter.is_some()
            }
            (Self::Code(_), ScaFactor::Passkey | ScaFactor::Totp)
            | (Self::Passkey { .. }, ScaFactor::SmsOtp | ScaFactor::Totp) => false,
        }
    }
}

fn is_code(context: &Context, customer: &ScaCustomer, challenge: &ScaChallengeDoc, code: &str) -> bool {
    if let Some(fixed) = context.app.ports.of(context.environment).messages.fixed_code() {
        return codes::is_same(code, fixed);
    }
    let right = codes::code_of(context, customer.customer.id, challenge.id, challenge.root_key);
    right.is_some_and(|right| codes::is_same(code, &right))
}

/// Returns `true` for a code of the customer's authenticator, or a recovery code; each counts once.
pub(super) fn is_of_authenticator(context: &Context, customer: &mut ScaCustomer, code: &str) -> bool {
    is_recovery_code(customer, code) || is_shown_by_authenticator(context, customer, code)
}

/// Returns `true` for a recovery code, which is used up.
fn is_recovery_code(customer: &mut ScaCustomer, code: &str) -> bool {
    let Some(enrolled) = &mut customer.profile.totp else { return false };
    let hash = codes::hash_of(code);
    let position = enrolled.recovery.iter().position(|stored| codes::is_same(stored, &hash));
    position.map(|at| enrolled.recovery.remove(at)).is_some()
}

/// Returns `true` for the sandbox's fixed code, which replaces every code.
pub(super) fn is_fixed_code(context: &Context, code: &str) -> bool {
    let fixed = context.app.ports.of(context.environment).messages.fixed_code();
    fixed.is_some_and(|fixed| codes::is_same(code, fixed))
}

/// Returns `true` if the customer's authenticator shows the code, by the platform's clock; each counts once.
/// In the sandbox the fixed code is right too.
pub(super) fn is_shown_by_authenticator(context: &Context, customer: &mut ScaCustomer, code: &str) -> bool {
    let Some(enrolled) = &mut customer.profile.totp else { return false };
    if is_fixed_code(context, code) {
        return true;
    }
    match totp::step_of(&enrolled.secret, code, context.now).filter(|step| *step > enrolled.last_step) {
        Some(step) => {
            enrolled.last_step = step;
            true
        }
        None => false,
    }
}

/// Checks that a body has a code, or a passkey assertion with its origin.
pub(super) fn check_fields(
    errors: &mut FieldErrors,
    code: Option<&ScaCode>,
    assertion: Option<&WebAuthn>,
    origin: Option<&PasskeyOrigin>,
) {
    if !errors.has_no_error("code") || !errors.has_no_error("passkeyAssertion") {
        return;
    }
    match (code, assertion, origin) {
        (None, None, _) => errors.push("code", "or passkeyAssertion is required"),
        (_, Some(_), None) => errors.push("origin", "is required with passkeyAssertion"),
        (Some(_), None, _) | (_, Some(_), Some(_)) => {}
    }
}
