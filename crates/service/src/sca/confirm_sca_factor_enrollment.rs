//! `POST /sca/factors/confirm` (agents B1).

use causeway_domain::sca::ScaFactor;
use causeway_store::Tx;
use causeway_wire::sca::{
    PasskeyEnrollmentConfirmRequest, PasskeyEnrollmentConfirmResponse, ScaCustomerFilter,
    ScaFactorConfirmRequest, ScaFactorConfirmResponse, TotpEnrollmentConfirmRequest,
    TotpEnrollmentConfirmResponse,
};

use super::customer::ScaCustomer;
use super::list_sca_factors::view;
use super::profile::Totp;
use super::proof::is_fixed_code;
use super::{codes, errors, passkey, totp};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Completes an enrollment. An authenticator replaces the previous one and its recovery codes.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `PASSKEY_ALREADY_ENROLLED`; `INVALID_INPUT` for a wrong, unknown or late
/// proof.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &ScaCustomerFilter,
    body: &ScaFactorConfirmRequest,
) -> Result<ScaFactorConfirmResponse, ApiError> {
    let mut locked = ScaCustomer::lock(tx, context, query.customer_id)?;
    let confirmed = match body {
        ScaFactorConfirmRequest::Totp(body) => confirm_totp(context, &mut locked, body)?,
        ScaFactorConfirmRequest::Passkey(body) => confirm_passkey(tx, context, &mut locked, body)?,
    };
    locked.save(tx, context)?;
    Ok(confirmed)
}

fn confirm_totp(
    context: &Context,
    locked: &mut ScaCustomer,
    body: &TotpEnrollmentConfirmRequest,
) -> Result<ScaFactorConfirmResponse, ApiError> {
    let secret = body.secret.as_str().to_ascii_lowercase();
    let start = locked.profile.totp_start.as_ref();
    start
        .filter(|start| context.now < start.expires_at && codes::is_same(&secret, &start.value))
        .ok_or_else(|| errors::wrong_proof("secret"))?;
    let code = body.code.as_str();
    let step = || totp::step_of(&secret, code, context.now);
    let last_step = if is_fixed_code(context, code) { Some(0) } else { step() };
    let last_step = last_step.ok_or_else(|| errors::wrong_proof("code"))?;
    let recovery = codes::recovery_codes(context.ids());
    locked.profile.totp_start = None;
    locked.profile.totp = Some(Totp {
        secret,
        last_step,
        recovery: recovery.iter().map(|code| codes::hash_of(code)).collect(),
        enrolled_at: context.now,
    });
    let recovery_codes = recovery.into_iter().map(Into::into).collect();
    Ok(ScaFactorConfirmResponse::Totp(TotpEnrollmentConfirmResponse { recovery_codes }))
}

fn confirm_passkey(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut ScaCustomer,
    body: &PasskeyEnrollmentConfirmRequest,
) -> Result<ScaFactorConfirmResponse, ApiError> {
    if locked.profile.passkey.is_some() {
        return Err(errors::has_a_passkey());
    }
    let wrong = || errors::wrong_proof("credential");
    let start = locked.profile.passkey_start.take().filter(|start| context.now < start.expires_at);
    let start = start.ok_or_else(wrong)?;
    let pages = passkey::PasskeyPages::of(tx, context).map_err(|_| wrong())?;
    if !pages.origins.iter().any(|page| page == body.origin.as_str()) {
        return Err(errors::wrong_proof("origin"));
    }
    let registered =
        passkey::register(&pages, &start.value, body.origin.as_str(), &body.credential, context.now);
    let registered = registered.ok_or_else(wrong)?;
    let factor = view(ScaFactor::Passkey, Some(registered.credential_id.clone()));
    locked.profile.passkey = Some(registered);
    Ok(ScaFactorConfirmResponse::Passkey(PasskeyEnrollmentConfirmResponse { factor }))
}
