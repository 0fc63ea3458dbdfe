//! `DELETE /customers/external-accounts/{externalAccountId}` (money 4.5).

use causeway_domain::ids::ExternalAccountId;
use causeway_store::Tx;
use causeway_wire::Empty;

use super::owner::Owner;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes one account of a customer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, also for a deleted account; `BENEFICIARY_TRUSTED`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: ExternalAccountId) -> Result<Empty, ApiError> {
    Owner::Customer.delete(tx, context, id).map(|()| Empty)
}
