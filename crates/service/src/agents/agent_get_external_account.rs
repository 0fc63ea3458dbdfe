//! `GET /agents/me/external-accounts/{externalAccountId}` (agents A6).

use causeway_domain::ids::ExternalAccountId;
use causeway_store::Tx;
use causeway_wire::external_accounts::ExternalAccount;

use crate::external_accounts::get_customer_external_account_by_id;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows an external account of the agent's customer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, also for an account that the agent does not know of.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: ExternalAccountId) -> Result<ExternalAccount, ApiError> {
    get_customer_external_account_by_id::apply(tx, context, id)
}
