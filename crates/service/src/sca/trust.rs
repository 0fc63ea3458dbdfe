//! Trusted beneficiaries of a customer: payments to them need no authorization (agents B4).

use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::sca::{CHALLENGE_LIFETIME, MAX_WRONG_PROOFS, ScaFactor};
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::{Tx, customers, sca};
use causeway_wire::sca::{BeneficiaryTrustConfirm, BeneficiaryTrustConfirmRequest, BeneficiaryTrustStart};
use causeway_wire::{Endpoint, Reply};

use super::customer::ScaCustomer;
use super::profile::{Profile, TrustChange};
use super::proof::{Proof, is_shown_by_authenticator};
use super::start_sca_login::count_message;
use super::{applies, challenge, errors, profile};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Locks the authentication profile of a live account's customer, then the account.
fn lock(tx: &mut Tx<'_>, context: &Context, id: ExternalAccountId) -> Result<ScaCustomer, ApiError> {
    let live = |found: Option<ExternalAccountRecord>| {
        found.filter(|account| !account.is_deleted).and_then(|account| account.customer)
    };
    let unknown = ApiError::not_found::<ExternalAccountId>;
    let customer = live(external_accounts::find(tx, context.platform, id)?).ok_or_else(unknown)?;
    let locked = ScaCustomer::lock(tx, context, customer)?;
    live(external_accounts::lock(tx, context.platform, id)?).ok_or_else(unknown)?;
    Ok(locked)
}

/// Begins to trust the holder of an account, or to end the trust. If nothing would change, no proof is
/// requested. A customer without a verified number uses its passkey, or a code of its authenticator, which
/// needs no challenge.
pub(super) fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ExternalAccountId,
    is_trusted: bool,
) -> Result<BeneficiaryTrustStart, ApiError> {
    let mut locked = lock(tx, context, id)?;
    if locked.trusts(id) == is_trusted {
        return Ok(BeneficiaryTrustStart { sca_challenge: None });
    }
    let factor = challenge_factor(&locked);
    match factor {
        ScaFactor::SmsOtp => count_message(context, &mut locked)?,
        ScaFactor::Totp => return Ok(BeneficiaryTrustStart { sca_challenge: None }),
        ScaFactor::Passkey => {}
    }
    let expires_at = context.now.plus(CHALLENGE_LIFETIME);
    let challenge = challenge::issue(tx, context, &locked, "factor", factor, expires_at)?;
    let purpose = if is_trusted { challenge::Purpose::Trust } else { challenge::Purpose::Untrust };
    let view = challenge::show(&challenge, purpose);
    remove_expired(&mut locked.profile, context);
    locked.profile.trusting.insert(id, TrustChange { wanted: is_trusted, challenge });
    locked.save(tx, context)?;
    Ok(BeneficiaryTrustStart { sca_challenge: Some(view) })
}

/// Returns the factor of the challenge: a text message, if possible.
fn challenge_factor(customer: &ScaCustomer) -> ScaFactor {
    let others = [ScaFactor::Passkey, ScaFactor::Totp];
    let other = || others.into_iter().find(|factor| customer.has(*factor));
    let factor = Some(ScaFactor::SmsOtp).filter(|factor| customer.has(*factor)).or_else(other);
    factor.unwrap_or(ScaFactor::SmsOtp)
}

fn remove_expired(profile: &mut Profile, context: &Context) {
    profile.trusting.retain(|_, trusting| context.now < trusting.challenge.expires_at);
}

/// Completes the change begun by [`start`]. A wrong proof is counted, and five of them void the challenge.
pub(super) async fn confirm<E>(call: Call<E>, is_trusted: bool) -> Result<Answer, ApiError>
where
    E: Endpoint<Body = BeneficiaryTrustConfirmRequest, Success = BeneficiaryTrustConfirm>,
{
    let id = call.id()?;
    let body = call.body.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context| match prove(tx, context, id, is_trusted, &body)? {
        None => Answer::success(&Reply::<E>::Done(BeneficiaryTrustConfirm { trusted: is_trusted })),
        Some(refusal) => Ok(Answer::refused(&refusal)),
    };
    Ok(call.write_answer(&[], write).await)
}

fn prove(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ExternalAccountId,
    is_trusted: bool,
    body: &BeneficiaryTrustConfirmRequest,
) -> Result<Option<ApiError>, ApiError> {
    let mut locked = lock(tx, context, id)?;
    if locked.trusts(id) == is_trusted {
        return Ok(None);
    }
    locked.check_unlocked(context)?;
    let proof = Proof::of(body.code.sent(), body.passkey_assertion.sent(), body.origin.sent());
    let proof = proof.ok_or_else(|| errors::wrong_proof("code"))?;
    let is_proved = match body.challenge_id.sent() {
        Some(named) => {
            let begun = locked.profile.trusting.get(&id).cloned().filter(|begun| {
                let challenge = &begun.challenge;
                let is_open = context.now < challenge.expires_at && challenge.wrong < MAX_WRONG_PROOFS;
                begun.wanted == is_trusted && is_open && challenge.id == *named
            });
            begun.is_some_and(|begun| {
                proof.answers(context, &mut locked, &begun.challenge)
                    || is_by_authenticator(context, &mut locked, proof)
            })
        }
        None if matches!(proof, Proof::Code(_)) && locked.has(ScaFactor::Totp) => {
            is_by_authenticator(context, &mut locked, proof)
        }
        None => return Err(errors::missing("challengeId", challenge_factor(&locked))),
    };
    if !is_proved {
        locked.count_failure(context);
        if let Some(begun) = locked.profile.trusting.get_mut(&id) {
            begun.challenge.wrong = begun.challenge.wrong.saturating_add(1);
        }
        locked.save(tx, context)?;
        return Ok(Some(errors::wrong_proof(proof.field())));
    }
    locked.profile.trusting.remove(&id);
    if is_trusted {
        locked.profile.trusted.insert(id);
    } else {
        locked.profile.trusted.remove(&id);
    }
    locked.save(tx, context)?;
    Ok(None)
}

/// Returns `true` if the customer's authenticator proves it (agents B1), instead of an answer to the
/// challenge.
fn is_by_authenticator(context: &Context, locked: &mut ScaCustomer, proof: Proof<'_>) -> bool {
    match proof {
        Proof::Code(code) => is_shown_by_authenticator(context, locked, code),
        Proof::Passkey { .. } => false,
    }
}

/// Refuses to delete an account whose holder is trusted. The row of the customer's authentication profile
/// stays locked until the transaction ends, so that no trust begins meanwhile.
///
/// # Errors
/// `BENEFICIARY_TRUSTED`.
pub(crate) fn check_deletable(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    account: ExternalAccountId,
) -> Result<(), ApiError> {
    let Some(row) = sca::lock(tx, context.platform, customer)? else { return Ok(()) };
    if !profile::decrypt(&context.app, &row)?.trusted.contains(&account) {
        return Ok(());
    }
    // If strong authentication no longer applies, the trust could never be ended.
    let applies = match customers::find(tx, context.platform, customer)? {
        Some(record) => applies::check(tx, context, &record).is_ok(),
        None => false,
    };
    if applies { Err(errors::trusted()) } else { Ok(()) }
}
