//! `POST /sca/factors` (agents B1).

use causeway_domain::sca::ENROLLMENT_LIFETIME;
use causeway_store::Tx;
use causeway_wire::sca::{
    PasskeyEnrollmentStart, ScaCustomerFilter, ScaFactorEnrollRequest, ScaFactorEnrollStart,
    TotpEnrollmentStart,
};

use super::customer::ScaCustomer;
use super::profile::Enrollment;
use super::{errors, passkey, totp};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::hex;

/// The issuer name that authenticators show next to the customer.
const ISSUER: &str = "Causeway";

/// Begins to enroll an authenticator or a passkey, replacing an enrollment in progress.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `PASSKEY_ALREADY_ENROLLED`; `NOT_IMPLEMENTED` if the platform has no passkey
/// pages.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &ScaCustomerFilter,
    body: &ScaFactorEnrollRequest,
) -> Result<ScaFactorEnrollStart, ApiError> {
    let mut locked = ScaCustomer::lock(tx, context, query.customer_id)?;
    let expires_at = context.now.plus(ENROLLMENT_LIFETIME);
    let started = match body {
        ScaFactorEnrollRequest::Totp(_) => {
            let secret: [u8; totp::SECRET_BYTES] = context.ids().bytes();
            locked.profile.totp_start = Some(Enrollment { value: hex::encode(&secret), expires_at });
            let customer = query.customer_id;
            let typed = totp::base32(&secret);
            let uri = format!(
                "otpauth://totp/{ISSUER}:{}?secret={typed}&issuer={ISSUER}&algorithm=SHA1&digits=6&period=30",
                customer.to_string().replace(':', "%3A"),
            );
            ScaFactorEnrollStart::Totp(TotpEnrollmentStart {
                secret: hex::encode(&secret).into(),
                secret_base32_encoded: typed.into(),
                totp_uri: uri.into(),
            })
        }
        ScaFactorEnrollRequest::Passkey(_) => {
            if locked.profile.passkey.is_some() {
                return Err(errors::has_a_passkey());
            }
            let pages = passkey::PasskeyPages::of(tx, context)?;
            let challenge = passkey::challenge(context.ids());
            let options = passkey::creation_options(&pages, query.customer_id, &challenge);
            locked.profile.passkey_start = Some(Enrollment { value: challenge, expires_at });
            ScaFactorEnrollStart::Passkey(PasskeyEnrollmentStart {
                options,
                allowed_origins: pages.origins.iter().map(|origin| origin.as_str().into()).collect(),
                relying_party_id: pages.relying_party.into(),
            })
        }
    };
    locked.save(tx, context)?;
    Ok(started)
}
