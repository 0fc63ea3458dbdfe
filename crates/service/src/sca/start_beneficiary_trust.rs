//! `POST /customers/external-accounts/{externalAccountId}/trust` (agents B4).

use causeway_domain::ids::ExternalAccountId;
use causeway_store::Tx;
use causeway_wire::sca::BeneficiaryTrustStart;

use super::trust;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Begins to trust the holder of an external account.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT`; `INVALID_INPUT` without a verified number; `RATE_LIMITED`;
/// `INTERNAL_ERROR` if the deployment has no gateway for text messages.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: ExternalAccountId,
) -> Result<BeneficiaryTrustStart, ApiError> {
    trust::start(tx, context, id, true)
}
