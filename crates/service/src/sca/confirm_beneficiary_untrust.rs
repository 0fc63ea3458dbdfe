//! `POST /customers/external-accounts/{externalAccountId}/untrust/confirm` (agents B4).

use causeway_wire::table::ConfirmBeneficiaryUntrust;

use super::trust;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Ends the trust in the holder of an external account.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT`; `ACCOUNT_LOCKED`; `INVALID_INPUT` for a wrong or late proof.
pub async fn handler(call: Call<ConfirmBeneficiaryUntrust>) -> Result<Answer, ApiError> {
    trust::confirm(call, false).await
}
