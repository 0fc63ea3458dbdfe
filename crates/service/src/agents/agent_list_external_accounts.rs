//! `GET /agents/me/external-accounts` (agents A6).

use causeway_store::Tx;
use causeway_wire::Page;
use causeway_wire::agents::AgentExternalAccountFilter;
use causeway_wire::external_accounts::{ExternalAccount, ExternalAccountFilter};

use super::guard;
use crate::external_accounts::list_customer_external_accounts;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the external accounts of the agent's customer, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &AgentExternalAccountFilter,
    paging: &Paging,
) -> Result<Page<ExternalAccount>, ApiError> {
    let filter = ExternalAccountFilter {
        customer_id: Some(guard::caller(context)?.customer),
        currency: query.currency,
        limit: query.limit,
        cursor: query.cursor.clone(),
    };
    list_customer_external_accounts::apply(tx, context, &filter, paging)
}
