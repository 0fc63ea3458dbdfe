//! `POST /customers/external-accounts` (money 4.2): registers an external account.

use causeway_wire::external_accounts::ExternalAccountCreateRequest;
use causeway_wire::table::CreateCustomerExternalAccount;

use super::register::{apply, find_faults, gather};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::{Answer, Call};

/// Registers an account of a customer, or of the platform if no customer is named.
///
/// # Errors
/// `USER_NOT_FOUND`, `INVALID_INPUT`, `INVALID_CURRENCY`, `INVALID_BANK_ACCOUNT`; `CONFLICT` with
/// `DUPLICATE_EXTERNAL_ACCOUNT`; `SVC_SWITCH_ERROR` if the name check does not answer.
pub async fn handler(call: Call<CreateCustomerExternalAccount>) -> Result<Answer, ApiError> {
    let new = gather(&call.context(), &call.body).await?;
    Ok(call.write(&[], move |tx, context| apply(tx, context, &new)).await)
}

impl FieldChecks for ExternalAccountCreateRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        find_faults(context, self, errors);
    }
}
