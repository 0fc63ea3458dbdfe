//! Challenges: what a customer has to prove (agents B2 to B4).

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::sca::ScaFactor;
use causeway_store::Tx;
use causeway_store::sca::{PasskeyQuestion, ScaChallengeDoc};
use causeway_wire::sca::ScaChallenge;

use super::customer::ScaCustomer;
use super::{errors, passkey};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::money::instant;

/// What a challenge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A payment.
    Transfer,
    /// The holder of an account is to be trusted.
    Trust,
    /// The trust ends.
    Untrust,
}

/// Makes a challenge, and has its code sent. `field` is what the request names the factor in.
///
/// # Errors
/// `INVALID_INPUT` for a factor that the customer does not have; `NOT_IMPLEMENTED` where the platform has no pages for
/// passkeys any more; `INTERNAL_ERROR` where nobody sends messages.
pub(crate) fn issue(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &ScaCustomer,
    (field, factor): (&str, ScaFactor),
    expires_at: Time,
) -> Result<ScaChallengeDoc, ApiError> {
    check_issuable(tx, context, customer, (field, factor))?;
    let passkey = match (factor, &customer.profile.passkey) {
        (ScaFactor::Passkey, Some(passkey)) => {
            let challenge = passkey::challenge(context.ids());
            let options = passkey::request_options(passkey, &challenge);
            let origins = passkey::Pages::of(tx, context)?.origins;
            Some(PasskeyQuestion { challenge, options, origins })
        }
        _ => None,
    };
    let all = [ScaFactor::SmsOtp, ScaFactor::Passkey];
    let challenge = ScaChallengeDoc {
        v: ScaChallengeDoc::VERSION,
        id: context.id(),
        factor,
        available: all.into_iter().filter(|factor| customer.has(*factor)).collect(),
        expires_at,
        root_key: context.app.keys().newest(),
        passkey,
        wrong: 0,
        paid_until: None,
        resent_at: Vec::new(),
    };
    send(tx, context, customer, &challenge)?;
    Ok(challenge)
}

/// Checks that a challenge by this factor can be made.
fn check_issuable(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &ScaCustomer,
    (field, factor): (&str, ScaFactor),
) -> Result<(), ApiError> {
    customer.check_has(field, factor)?;
    match factor {
        ScaFactor::Passkey => passkey::Pages::of(tx, context).map(drop),
        ScaFactor::SmsOtp => check_sendable(context).map(drop),
        ScaFactor::Totp => Ok(()),
    }
}

/// Returns `false` if a fixed code is right, so that none is sent.
///
/// # Errors
/// `INTERNAL_ERROR` without a gateway for text messages.
fn check_sendable(context: &Context) -> Result<bool, ApiError> {
    let messages = &context.app.ports.of(context.environment).messages;
    if messages.fixed_code().is_some() {
        return Ok(false);
    }
    if messages.is_there(ContactChannel::Phone) { Ok(true) } else { Err(errors::not_sent()) }
}

/// Has the code of a challenge sent, if there is one and it is sent at all.
///
/// # Errors
/// `INTERNAL_ERROR` where nobody sends messages.
pub(crate) fn send(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &ScaCustomer,
    challenge: &ScaChallengeDoc,
) -> Result<(), ApiError> {
    if challenge.factor != ScaFactor::SmsOtp || !check_sendable(context)? {
        return Ok(());
    }
    let work = Work::SendScaCode {
        customer: customer.customer.id,
        challenge: challenge.id,
        root_key: challenge.root_key,
        expires_at: challenge.expires_at.millis(),
    };
    jobs::schedule(tx, context, &work, &customer.customer.id, context.now)
}

/// A challenge as it is shown.
pub(crate) fn show(challenge: &ScaChallengeDoc, purpose: Purpose) -> ScaChallenge {
    let purpose = match purpose {
        Purpose::Transfer => "TRANSFER",
        Purpose::Trust => "BENEFICIARY_TRUST",
        Purpose::Untrust => "BENEFICIARY_UNTRUST",
    };
    let question = challenge.passkey.as_ref();
    let origins =
        |question: &PasskeyQuestion| question.origins.iter().map(|one| one.as_str().into()).collect();
    ScaChallenge {
        id: challenge.id,
        expires_at: instant(challenge.expires_at),
        factor: challenge.factor,
        available_factors: challenge.available.clone(),
        purpose: Some(purpose.into()).into(),
        passkey_assertion_options: question.map(|question| question.options.clone()).into(),
        passkey_allowed_origins: question.map(origins).into(),
    }
}
