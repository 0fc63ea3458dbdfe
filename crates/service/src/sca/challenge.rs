//! Challenges that a customer must answer (agents B2 to B4).

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::sca::ScaFactor;
use causeway_store::Tx;
use causeway_store::sca::{PasskeyChallenge, ScaChallengeDoc};
use causeway_wire::sca::ScaChallenge;

use super::customer::ScaCustomer;
use super::{errors, passkey};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::money::instant;

/// The purpose of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The authorization of a payment.
    Transfer,
    /// The start of trust in the holder of an account.
    Trust,
    /// The end of that trust.
    Untrust,
}

/// Creates a challenge, and schedules the sending of its code. `field` is the request's field that names the
/// factor.
///
/// # Errors
/// `INVALID_INPUT` for a factor that the customer does not have; `NOT_IMPLEMENTED` if the platform has no
/// passkey pages any more; `INTERNAL_ERROR` if the deployment has no gateway for text messages.
pub(crate) fn issue(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &ScaCustomer,
    field: &str,
    factor: ScaFactor,
    expires_at: Time,
) -> Result<ScaChallengeDoc, ApiError> {
    check_issuable(tx, context, customer, field, factor)?;
    let passkey = match (factor, &customer.profile.passkey) {
        (ScaFactor::Passkey, Some(passkey)) => {
            let challenge = passkey::challenge(context.ids());
            let options = passkey::request_options(passkey, &challenge);
            let origins = passkey::PasskeyPages::of(tx, context)?.origins;
            Some(PasskeyChallenge { challenge, options, origins })
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

/// Checks that a challenge with this factor can be created.
fn check_issuable(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &ScaCustomer,
    field: &str,
    factor: ScaFactor,
) -> Result<(), ApiError> {
    customer.check_has(field, factor)?;
    match factor {
        ScaFactor::Passkey => passkey::PasskeyPages::of(tx, context).map(drop),
        ScaFactor::SmsOtp => check_sendable(context).map(drop),
        ScaFactor::Totp => Ok(()),
    }
}

/// Returns `false` if the environment has a fixed code, so that none is sent.
///
/// # Errors
/// `INTERNAL_ERROR` without a gateway for text messages.
fn check_sendable(context: &Context) -> Result<bool, ApiError> {
    let messages = &context.app.ports.of(context.environment).messages;
    if messages.fixed_code().is_some() {
        return Ok(false);
    }
    if messages.is_available(ContactChannel::Phone) { Ok(true) } else { Err(errors::not_sent()) }
}

/// Schedules the sending of a challenge's code, if the factor is a text message and codes are sent at all.
///
/// # Errors
/// `INTERNAL_ERROR` if the deployment has no gateway for text messages.
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

/// Renders a challenge.
pub(crate) fn show(challenge: &ScaChallengeDoc, purpose: Purpose) -> ScaChallenge {
    let purpose = match purpose {
        Purpose::Transfer => "TRANSFER",
        Purpose::Trust => "BENEFICIARY_TRUST",
        Purpose::Untrust => "BENEFICIARY_UNTRUST",
    };
    let question = challenge.passkey.as_ref();
    let origins =
        |question: &PasskeyChallenge| question.origins.iter().map(|one| one.as_str().into()).collect();
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
