//! `GET /transactions/{transactionId}` (money 10.9, cards 8.2).

use causeway_domain::ids::{CardTransactionId, TransactionId, TransactionRef};
use causeway_store::{Tx, card_transactions, payments};
use causeway_wire::transactions::Transaction;

use super::{named, render};
use crate::card_transactions::among_transactions;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns one transaction, by the id in the path.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: &str) -> Result<Transaction, ApiError> {
    match named::transaction(id)? {
        TransactionRef::Payment(id) => find_payment(tx, context, id),
        TransactionRef::Card(id) => find_card(tx, context, id),
    }
}

fn find_payment(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Transaction, ApiError> {
    let found = payments::find_at(tx, context.platform, id, context.now)?;
    let found = found
        .filter(|found| context.principal.knows(found.customer) || context.principal.knows(found.recipient));
    render::transaction(context.platform, &found.ok_or_else(ApiError::not_found::<TransactionId>)?)
}

fn find_card(tx: &mut Tx<'_>, context: &Context, id: CardTransactionId) -> Result<Transaction, ApiError> {
    let found = card_transactions::find(tx, context.platform, id)?;
    let found = found.filter(|found| context.principal.knows(Some(found.customer)));
    among_transactions(&found.ok_or_else(ApiError::not_found::<CardTransactionId>)?)
}
