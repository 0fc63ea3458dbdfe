//! `POST /customers/external-accounts/{externalAccountId}/verify` (money 4.6).

use causeway_wire::external_accounts::OwnershipVerifyRequest;
use causeway_wire::table::VerifyExternalAccountOwnership;

use super::owner::Owner;
use super::ownership::verify;
use crate::runtime::api_error::ApiError;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};

/// Proves by a signature that a customer's wallet belongs to its owner.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` without an outstanding challenge; `INVALID_INPUT` for a wrong or late
/// signature, which leaves the account `UNVERIFIED`.
pub async fn handler(call: Call<VerifyExternalAccountOwnership>) -> Result<Answer, ApiError> {
    verify(call, Owner::Customer).await
}

impl FieldChecks for OwnershipVerifyRequest {}
