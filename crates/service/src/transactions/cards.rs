//! The card transactions in a list of transactions (cards 8.2).

use causeway_domain::ids::PlatformId;
use causeway_domain::payments::Direction;
use causeway_store::Tx;
use causeway_store::card_transactions::Filter;
use causeway_wire::transactions::{TransactionFilter, TransactionTypeFilter};

use super::parties::parties;
use crate::runtime::api_error::ApiError;
use crate::runtime::money::{sent_instant, sent_start};

/// Translates the filter for card transactions, or returns `None` if none can match.
pub(super) fn filter(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    query: &TransactionFilter,
) -> Result<Option<Filter>, ApiError> {
    let is_of_other_type = query.kind.is_some_and(|kind| kind != TransactionTypeFilter::Card);
    let status = query.status.map(|status| status.of_card_transactions());
    // Only payments have references.
    if status == Some(None) || is_of_other_type || query.reference.is_some() {
        return Ok(None);
    }
    let account_filters = [
        (&query.account_identifier, None),
        (&query.sender_account_identifier, Some(Direction::Debit)),
        (&query.receiver_account_identifier, Some(Direction::Credit)),
    ];
    let mut account = None;
    let mut directions = Vec::new();
    for (name, direction) in account_filters {
        let Some(name) = name else { continue };
        // Cards are not funded by addresses or external accounts, and one transaction has only one account.
        let Ok(id) = name.as_str().parse() else { return Ok(None) };
        if account.is_some_and(|known| known != id) {
            return Ok(None);
        }
        account = Some(id);
        directions.extend(direction);
    }
    Ok(Some(Filter {
        parties: parties(tx, platform, query)?,
        card: query.card_id,
        account,
        directions,
        status: status.flatten(),
        from: sent_start(query.start_date.as_ref())?,
        to: sent_instant(query.end_date.as_ref())?,
    }))
}
