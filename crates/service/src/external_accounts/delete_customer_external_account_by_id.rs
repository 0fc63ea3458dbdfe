//! `DELETE /customers/external-accounts/{externalAccountId}` (money 4.5).

use causeway_domain::ids::ExternalAccountId;
use causeway_wire::table::DeleteCustomerExternalAccountById;
use causeway_wire::{Code, Empty};

use super::owner::Owner;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Deletes one account of a customer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, also for one that is deleted.
pub async fn handler(call: Call<DeleteCustomerExternalAccountById>) -> Result<Answer, ApiError> {
    let id: ExternalAccountId = call.path_id(Code::ReferenceNotFound)?;
    Ok(call.write(&[], move |tx, context| Owner::Customer.delete(tx, context, id).map(|()| Empty)).await)
}
