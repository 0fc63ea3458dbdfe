//! `GET /agents/me/internal-accounts` (agents A6).

use causeway_store::internal_accounts::Filter;
use causeway_store::{Tx, agents};
use causeway_wire::Page;
use causeway_wire::agents::AgentInternalAccountFilter;
use causeway_wire::internal_accounts::InternalAccount;

use super::guard;
use crate::internal_accounts::list_customer_internal_accounts::list;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;
use crate::runtime::principal::AgentPrincipal;

/// Lists the internal accounts of the agent's customer that the policy allows, oldest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &AgentInternalAccountFilter,
    paging: &Paging,
) -> Result<Page<InternalAccount>, ApiError> {
    let caller = guard::caller(context)?;
    let agent = agents::find(tx, context.platform, caller.id)?.ok_or_else(AgentPrincipal::unauthorized)?;
    let filter = Filter {
        currency: query.currency.as_ref().map(|code| code.as_str()),
        account_type: query.kind.map(|kind| kind.as_str()),
        customer: Some(caller.customer),
        among: agent.policy.account_restrictions.allowed.as_deref(),
    };
    list(tx, context, filter, paging)
}
