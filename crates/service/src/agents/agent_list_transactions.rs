//! `GET /agents/me/transactions` (agents A6).

use causeway_domain::ids::PartyFilter;
use causeway_store::Tx;
use causeway_wire::Page;
use causeway_wire::agents::AgentTransactionFilter;
use causeway_wire::transactions::{Transaction, TransactionFilter};

use super::guard;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;
use crate::transactions::list_transactions;

/// Lists the transactions of the agent's customer, newest first unless the query asks for another order.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &AgentTransactionFilter,
    paging: &Paging,
) -> Result<Page<Transaction>, ApiError> {
    let requested = query.clone();
    let filter = TransactionFilter {
        customer_id: Some(PartyFilter::Customer(guard::caller(context)?.customer)),
        platform_customer_id: None,
        account_identifier: requested.account_identifier,
        sender_account_identifier: requested.sender_account_identifier,
        receiver_account_identifier: requested.receiver_account_identifier,
        status: requested.status,
        kind: requested.kind,
        card_id: None,
        reference: requested.reference,
        start_date: requested.start_date,
        end_date: requested.end_date,
        limit: requested.limit,
        cursor: requested.cursor,
        sort_order: requested.sort_order,
    };
    list_transactions::apply(tx, context, &filter, paging)
}
