//! Card transactions (cards 8.6).

use causeway_domain::Time;
use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::CardTransactionId;
use causeway_store::card_transactions::CardTransactionRecord;

use super::{Argument, Money, Subject, noun, positional, shown};
use crate::card_transactions;

noun! {
    /// Transactions of cards
    "card-transaction" {
        /// Debits the funding source with what the service carries for a card transaction
        "collect" => change_one(card_transactions::collect, Shown::from),
    }
}

impl Subject for CardTransactionId {
    const ARGUMENT: Argument = positional("The card transaction's id").named("transaction");
}

shown! {
    /// A card transaction whose shortfall was collected.
    struct Shown of record: CardTransactionRecord {
        transaction: CardTransactionId = record.id,
        status: CardTransactionStatus = record.status,
        pulled: Money = record.amount(record.figures.pulls.amount).into(),
        updated_at: Time = record.updated_at.into(),
    }
}
