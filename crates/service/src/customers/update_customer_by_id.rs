//! `PATCH /customers/{customerId}` (customers 2.10).

use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use causeway_wire::customers::{Customer, CustomerUpdateRequest};
use causeway_wire::table::UpdateCustomerById;

use super::{change_contact, update};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call};

/// Changes a customer: applies all sent fields, or none. A contact that credentials of wallets are tied to
/// changes after a wallet has signed for it.
///
/// # Errors
/// `USER_NOT_FOUND`; as [`super::create_customer`] for the same fields; `CONFLICT` for a currency whose
/// account is in use; as in wallet 3.3 and 7.
pub async fn handler(call: Call<UpdateCustomerById>) -> Result<Answer, ApiError> {
    change_contact::serve(call).await
}

/// Changes a customer for a caller that cannot obtain a wallet's signature.
///
/// # Errors
/// The same as [`handler`]; `CONFLICT` if a wallet would have to sign.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    request: &CustomerUpdateRequest,
    errors: &mut FieldErrors,
) -> Result<Customer, ApiError> {
    let planned = update::plan(tx, context, id, request, errors)?;
    change_contact::change_unsigned(tx, context, planned)
}
