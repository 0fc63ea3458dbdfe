//! `DELETE /agents/me/external-accounts/{externalAccountId}` (agents A6).

use causeway_domain::ids::ExternalAccountId;
use causeway_store::Tx;
use causeway_wire::Empty;
use causeway_wire::table::AgentOperations;

use super::guard;
use crate::external_accounts::delete_customer_external_account_by_id;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes an external account of the agent's customer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `FORBIDDEN`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: ExternalAccountId) -> Result<Empty, ApiError> {
    guard::lock(tx, context, AgentOperations::AgentDeleteExternalAccount)?;
    delete_customer_external_account_by_id::apply(tx, context, id)
}
