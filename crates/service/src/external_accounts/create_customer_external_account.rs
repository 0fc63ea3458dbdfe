//! `POST /customers/external-accounts` (money 4.2): registers an account elsewhere.

use causeway_store::Tx;
use causeway_wire::external_accounts::ExternalAccountCreateRequest;
use causeway_wire::table::CreateCustomerExternalAccount;

use super::register::{find_faults, register};
use crate::runtime::api_error::ApiError;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call, Context, PathValues};

/// Registers an account of a customer, or of the platform when no customer is named.
///
/// # Errors
/// `USER_NOT_FOUND`, `INVALID_INPUT`, `INVALID_CURRENCY`, `INVALID_BANK_ACCOUNT`; `CONFLICT` with
/// `DUPLICATE_EXTERNAL_ACCOUNT`; `SVC_SWITCH_ERROR` when the name check cannot be asked.
pub async fn handler(call: Call<CreateCustomerExternalAccount>) -> Result<Answer, ApiError> {
    register(&call, &call.body).await
}

/// What the shape does not say about the members of an account.
///
/// # Errors
/// None.
pub fn rules(
    _: &mut Tx<'_>,
    context: &Context,
    _: &PathValues,
    sent: &ExternalAccountCreateRequest,
    faults: &mut FieldErrors,
) -> Result<(), ApiError> {
    find_faults(context, sent, faults);
    Ok(())
}
