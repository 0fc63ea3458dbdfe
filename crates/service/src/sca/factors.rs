//! The factors and trusted beneficiaries of a customer, without secrets, for the export of a customer's data.

use causeway_domain::ids::CustomerId;
use causeway_domain::sca::ScaFactor;
use causeway_store::{Tx, sca};
use serde_json::{Value, json};

use super::profile;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns the enrolled factors and the trusted beneficiaries of a customer, an object each. It has neither the secret
/// of an authenticator nor the key of a passkey.
pub(crate) fn factors(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
) -> Result<Vec<Value>, ApiError> {
    let Some(row) = sca::find(tx, context.platform, customer)? else { return Ok(Vec::new()) };
    let profile = profile::decrypt(&context.app, &row)?;
    let totp = profile.totp.map(|totp| {
        json!({
            "factor": ScaFactor::Totp.as_str(),
            "enrolledAt": totp.enrolled_at,
            "recoveryCodes": totp.recovery.len(),
        })
    });
    let passkey = profile.passkey.map(|passkey| {
        json!({
            "factor": ScaFactor::Passkey.as_str(),
            "enrolledAt": passkey.enrolled_at,
            "credentialId": passkey.credential_id,
            "relyingParty": passkey.rp_id,
            "origin": passkey.origin,
        })
    });
    let trusted = profile.trusted.iter().map(|account| json!({ "trustedBeneficiary": account }));
    Ok(totp.into_iter().chain(passkey).chain(trusted).collect())
}
