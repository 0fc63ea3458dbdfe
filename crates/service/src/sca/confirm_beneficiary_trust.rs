//! `POST /customers/external-accounts/{externalAccountId}/trust/confirm` (agents B4).

use causeway_wire::table::ConfirmBeneficiaryTrust;

use super::trust;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Trusts the holder of an external account.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT`; `ACCOUNT_LOCKED`; `INVALID_INPUT` for a wrong or late proof.
pub async fn handler(call: Call<ConfirmBeneficiaryTrust>) -> Result<Answer, ApiError> {
    trust::confirm(call, true).await
}
