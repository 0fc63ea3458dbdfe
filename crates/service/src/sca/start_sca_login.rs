//! `POST /sca/login/start` (agents B2).

use causeway_domain::contact::plan_sending;
use causeway_domain::sca::{CHALLENGE_LIFETIME, ScaFactor};
use causeway_store::Tx;
use causeway_store::sca::ScaChallengeDoc;
use causeway_wire::sca::{ScaCustomerFilter, ScaLoginStart, ScaLoginStartRequest};

use super::customer::ScaCustomer;
use super::{challenge, errors, passkey};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::instant;

/// Begins a login, replacing one in progress by the same factor.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `INVALID_INPUT` for a factor that the customer does not have;
/// `RATE_LIMITED`; `INTERNAL_ERROR` if the deployment has no gateway for text messages.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &ScaCustomerFilter,
    body: &ScaLoginStartRequest,
) -> Result<ScaLoginStart, ApiError> {
    let mut locked = ScaCustomer::lock(tx, context, query.customer_id)?;
    let factor = body.factor;
    locked.check_has("factor", factor)?;
    let started = match factor {
        ScaFactor::Totp => return Ok(login_start(factor, None)),
        ScaFactor::SmsOtp => {
            count_message(context, &mut locked)?;
            let begun = begin(tx, context, &locked, factor)?;
            locked.profile.code_login = Some(begun.clone());
            login_start(factor, Some(&begun))
        }
        ScaFactor::Passkey => {
            let pages = passkey::PasskeyPages::of(tx, context)?;
            let begun = begin(tx, context, &locked, factor)?;
            locked.profile.passkey_login = Some(begun.clone());
            ScaLoginStart {
                relying_party_id: Some(pages.relying_party.into()),
                ..login_start(factor, Some(&begun))
            }
        }
    };
    locked.save(tx, context)?;
    Ok(started)
}

/// Counts a text message outside of payments against the rate limit, which does not apply if codes are fixed.
pub(super) fn count_message(context: &Context, locked: &mut ScaCustomer) -> Result<(), ApiError> {
    if context.app.ports.of(context.environment).messages.fixed_code().is_none() {
        let sent_at = plan_sending(&locked.profile.sent_at, context.now).map_err(errors::too_many)?;
        locked.profile.sent_at = sent_at;
    }
    Ok(())
}

fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &ScaCustomer,
    factor: ScaFactor,
) -> Result<ScaChallengeDoc, ApiError> {
    let expires_at = context.now.plus(CHALLENGE_LIFETIME);
    challenge::issue(tx, context, locked, "factor", factor, expires_at)
}

fn login_start(factor: ScaFactor, begun: Option<&ScaChallengeDoc>) -> ScaLoginStart {
    let question = begun.and_then(|begun| begun.passkey.as_ref());
    let origins = |origins: &[String]| origins.iter().map(|origin| origin.as_str().into()).collect();
    ScaLoginStart {
        factor,
        challenge_id: begun.map(|begun| begun.id),
        expires_at: begun.map(|begun| instant(begun.expires_at)),
        passkey_options: question.map(|question| question.options.clone()),
        allowed_origins: question.map(|question| origins(&question.origins)),
        relying_party_id: None,
    }
}
