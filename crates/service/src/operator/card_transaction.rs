//! Card transactions (cards 8.6).

use causeway_domain::Time;
use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::CardTransactionId;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, positional};
use super::{Money, Noun};
use crate::card_transactions;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    transaction: CardTransactionId,
}

const NAMED: &[Argument] = &[positional("transaction", "The card transaction's id")];

/// A card transaction whose shortfall was collected.
#[derive(Debug, Clone, Serialize)]
struct Shown {
    transaction: CardTransactionId,
    status: CardTransactionStatus,
    pulled: Money,
    updated_at: Time,
}

pub(super) fn noun() -> Noun {
    Noun::new("card-transaction", "Transactions of cards").change(
        "collect",
        "Debits the funding source with what the service carries for a card transaction",
        NAMED,
        |tx, context, named: &Named| {
            let record = card_transactions::collect(tx, context, named.transaction)?;
            Ok(Shown {
                transaction: record.id,
                status: record.status,
                pulled: record.amount(record.figures.pulls.amount).into(),
                updated_at: record.updated_at,
            })
        },
    )
}
