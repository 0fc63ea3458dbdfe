//! `GET /sca/factors` (agents B1).

use causeway_domain::sca::ScaFactor;
use causeway_store::Tx;
use causeway_wire::sca::{ScaCustomerFilter, ScaFactorList, ScaFactorView};

use super::customer::ScaCustomer;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Lists the factors of a customer, which always include text messages.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &ScaCustomerFilter,
) -> Result<ScaFactorList, ApiError> {
    let profile = ScaCustomer::find(tx, context, query.customer_id)?.profile;
    let mut factors = vec![view(ScaFactor::SmsOtp, None)];
    if profile.totp.is_some() {
        factors.push(view(ScaFactor::Totp, None));
    }
    if let Some(passkey) = profile.passkey {
        factors.push(view(ScaFactor::Passkey, Some(passkey.credential_id)));
    }
    Ok(ScaFactorList { factors })
}

pub(super) const fn view(factor: ScaFactor, credential_id: Option<String>) -> ScaFactorView {
    ScaFactorView { factor, credential_id, name: None }
}
