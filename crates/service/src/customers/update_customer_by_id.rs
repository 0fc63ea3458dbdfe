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

/// Changes what was sent of a customer, all of it or nothing. A contact that credentials of wallets are tied to changes once
/// a wallet has signed for it.
///
/// # Errors
/// `USER_NOT_FOUND`; what [`super::create_customer`] refuses of the same fields; `CONFLICT` for a currency
/// whose account is in use; those of wallet 3.3 and 7.
pub async fn handler(call: Call<UpdateCustomerById>) -> Result<Answer, ApiError> {
    change_contact::serve(call).await
}

/// The same from where no wallet can sign.
///
/// # Errors
/// As [`handler`]; `CONFLICT` where a wallet would have to sign.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    wanted: &CustomerUpdateRequest,
    faults: &mut FieldErrors,
) -> Result<Customer, ApiError> {
    let planned = update::plan(tx, context, id, wanted, faults)?;
    change_contact::unsigned(tx, context, planned)
}
