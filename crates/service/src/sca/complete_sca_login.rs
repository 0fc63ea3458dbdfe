//! `POST /sca/login/complete` (agents B2).

use causeway_domain::ids::CustomerId;
use causeway_domain::sca::{SESSION_LIFETIME, ScaFactor};
use causeway_store::Tx;
use causeway_store::sca::ScaChallengeDoc;
use causeway_wire::Reply;
use causeway_wire::sca::{ScaLoginComplete, ScaLoginCompleteRequest};
use causeway_wire::table::CompleteScaLogin;

use super::customer::ScaCustomer;
use super::errors;
use super::proof::{Proof, is_of_authenticator};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::money::instant;

/// Logs the customer in. A wrong proof is counted, and the count is committed.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `ACCOUNT_LOCKED`; `INVALID_INPUT`.
pub async fn handler(call: Call<CompleteScaLogin>) -> Result<Answer, ApiError> {
    let customer = call.query.customer_id;
    let body = call.body.clone();
    Ok(call.write_answer(&[], move |tx, context| complete(tx, context, customer, &body)).await)
}

fn complete(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    body: &ScaLoginCompleteRequest,
) -> Result<Answer, ApiError> {
    let mut locked = ScaCustomer::lock(tx, context, customer)?;
    locked.check_unlocked(context)?;
    locked.check_has("factor", body.factor)?;
    if !is_proved(context, &mut locked, body)? {
        locked.count_failure(context);
        locked.save(tx, context)?;
        let field = if body.factor == ScaFactor::Passkey { "passkeyAssertion" } else { "code" };
        return Ok(Answer::refused(&errors::wrong_proof(field)));
    }
    let expires_at = context.now.plus(SESSION_LIFETIME);
    locked.profile.session_expires_at = Some(expires_at);
    locked.profile.attempts = Default::default();
    locked.save(tx, context)?;
    Answer::success(&Reply::<CompleteScaLogin>::Done(ScaLoginComplete {
        status: "SUCCESS".into(),
        session_expires_at: Some(instant(expires_at)).into(),
    }))
}

/// Checks the customer's proof. An answered challenge is used up.
fn is_proved(
    context: &Context,
    locked: &mut ScaCustomer,
    body: &ScaLoginCompleteRequest,
) -> Result<bool, ApiError> {
    let missing = |field| errors::missing(field, body.factor);
    let code = || body.code.sent().map(|code| code.as_str()).ok_or_else(|| missing("code"));
    Ok(match body.factor {
        ScaFactor::Totp => is_of_authenticator(context, locked, code()?),
        ScaFactor::SmsOtp => {
            let challenge_id = body.challenge_id.sent().ok_or_else(|| missing("challengeId"))?;
            let is_named = |begun: &ScaChallengeDoc| begun.id == *challenge_id;
            let begun = locked.profile.code_login.clone().filter(is_named);
            let proved = answers(context, locked, begun, Proof::Code(code()?));
            if proved {
                locked.profile.code_login = None;
            }
            proved
        }
        ScaFactor::Passkey => {
            let assertion = body.passkey_assertion.sent().ok_or_else(|| missing("passkeyAssertion"))?;
            let origin = body.origin.sent().ok_or_else(|| missing("origin"))?.as_str();
            let begun = locked.profile.passkey_login.clone();
            let proved = answers(context, locked, begun, Proof::Passkey { assertion, origin });
            if proved {
                locked.profile.passkey_login = None;
            }
            proved
        }
    })
}

fn answers(
    context: &Context,
    locked: &mut ScaCustomer,
    begun: Option<ScaChallengeDoc>,
    proof: Proof<'_>,
) -> bool {
    let Some(begun) = begun.filter(|begun| context.now < begun.expires_at) else { return false };
    proof.answers(context, locked, &begun)
}
