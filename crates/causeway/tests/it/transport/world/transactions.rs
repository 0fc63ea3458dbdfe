use causeway_wire::table::Transactions;

use super::{Facts, Resource, TRANSACT, VIEW, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts {
    resource: Some(Resource {
        type_name: "Transaction",
        not_found: "TRANSACTION_NOT_FOUND",
        own: |world| &world.quote["transactionId"],
    }),
    shown: |_| vec!["/transactions".to_owned()],
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Transactions) -> &'static [&'static str] {
    match operation {
        Transactions::ListTransactions | Transactions::GetTransactionById => VIEW,
        Transactions::ConfirmReceiptDelivery => TRANSACT,
    }
}

pub(super) fn complete(operation: Transactions, world: &World, ask: Ask) -> Ask {
    match operation {
        Transactions::ListTransactions => ask,
        Transactions::GetTransactionById | Transactions::ConfirmReceiptDelivery => {
            ask.at(&world.quote["transactionId"])
        }
    }
}
