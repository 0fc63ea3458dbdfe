//! Card transactions (cards 8.6).

use causeway_domain::Time;
use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::CardTransactionId;
use causeway_domain::search::ResourceKind;
use causeway_store::card_transactions::CardTransactionRecord;

use super::card_transaction_list::{list, show};
use super::{Argument, Money, Subject, noun, positional, view};
use crate::card_transactions;

noun! {
    /// Card transactions
    "card-transaction" {
        /// List card transactions, newest first
        "list": Look => read_masked(list),
        /// Show a card transaction with its network events, pulls and returns
        "show": Look => read_deployment(show).with_platform(),
        /// Collect a card transaction's shortfall from its funding source
        "collect": Money => change_one(card_transactions::collect, CardTransactionView::from),
    }
}

impl Subject for CardTransactionId {
    const ARGUMENT: Argument = positional("Card transaction id")
        .id_of(&[ResourceKind::CardTransaction])
        .versioned()
        .named("transaction");
}

view! {
    /// A card transaction after the collection.
    struct CardTransactionView of record: CardTransactionRecord {
        transaction: CardTransactionId = record.id,
        status: CardTransactionStatus = record.status,
        pulled: Money = record.amount(record.figures.pulls.amount).into(),
        updated_at: Time = record.updated_at.into(),
    }
}
