//! Postings of card transactions, and everything that is stored with them.

use causeway_domain::card_transactions::{CardTransactionStatus, EventRefused, Movement, Units};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::{Error, Tx};
use causeway_wire::transactions::{CardSimulation, Transaction};
use causeway_wire::webhooks::EventType;

use super::event::EventError;
use super::render;
use crate::internal_accounts::ledger::{self, BookingError, Reason};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::{events, jobs};

/// Returns the conversion between amounts of the card and amounts of the ledger.
pub(super) fn units(record: &CardTransactionRecord) -> Result<Units, Error> {
    Units::of(record.funding_currency)
        .ok_or_else(|| Error::Data(format!("{} cannot fund a card", record.funding_currency)))
}

/// Books movements of a transaction.
pub(super) fn book(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
    movements: &[Movement],
    locked_account: &mut LockedAccount,
) -> Result<(), EventError> {
    if movements.is_empty() {
        return Ok(());
    }
    let units = units(record)?;
    let account = locked_account.account.id;
    let postings = movements.iter().map(|movement| movement.posting(account, units));
    let postings: Option<Vec<_>> = postings.collect();
    let postings = postings.ok_or(EventError::Refused(EventRefused::TooLarge, None))?;
    let reason = Reason { transaction: record.ledger_key(), quote: None };
    match ledger::book_all(tx, context, postings, reason, std::slice::from_mut(locked_account)) {
        Ok(_) => Ok(()),
        Err(BookingError::Refused(refusal)) => Err(refusal.into()),
        // The rules were applied to the row-locked balance.
        Err(BookingError::Insufficient { .. }) => {
            Err(Error::Data(format!("a movement of {} was refused for insufficient funds", record.id)).into())
        }
    }
}

/// Saves the transaction. A final status is never reopened: its hold window is closed, and the job that would
/// end it is withdrawn once no pull is pending.
pub(super) fn write(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut CardTransactionRecord,
) -> Result<(), ApiError> {
    record.updated_at.advance(context.now);
    let is_over = matches!(record.status, CardTransactionStatus::Settled | CardTransactionStatus::Refunded);
    if is_over {
        record.hold_ends_at = None;
    }
    if is_over
        && record.figures.pending_pulls == 0
        && let Some(job) = record.hold_job.take()
    {
        jobs::withdraw(tx, context, job)?;
    }
    Ok(rows::update(tx, context.platform, record)?)
}

/// Notifies the platform of the transaction's status, which is the type of the event.
pub(super) fn announce(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
) -> Result<(), ApiError> {
    let event = match record.status {
        CardTransactionStatus::Authorized => EventType::CardTransactionAuthorized,
        CardTransactionStatus::PartiallySettled => EventType::CardTransactionPartiallySettled,
        CardTransactionStatus::Settled => EventType::CardTransactionSettled,
        CardTransactionStatus::Refunded => EventType::CardTransactionRefunded,
        CardTransactionStatus::Exception => EventType::CardTransactionException,
    };
    events::emit(tx, context, event, &record.id, &card_simulation(record)?)
}

/// Renders the transaction as simulations return it.
///
/// # Errors
/// The same as [`render::card_transaction`].
pub fn card_simulation(record: &CardTransactionRecord) -> Result<CardSimulation, ApiError> {
    Ok(CardSimulation(Box::new(render::card_transaction(record)?)))
}

/// Renders the transaction as an item of the transaction list.
///
/// # Errors
/// The same as [`render::card_transaction`].
pub fn among_transactions(record: &CardTransactionRecord) -> Result<Transaction, ApiError> {
    Ok(Transaction::Card(Box::new(render::card_transaction(record)?)))
}
