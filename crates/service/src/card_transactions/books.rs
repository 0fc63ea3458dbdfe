//! What a card transaction moves: its postings, and everything that is written with them.

use causeway_domain::card_transactions::{CardTransactionStatus, Movement, NotApplied, Units};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::{Error, Tx};
use causeway_wire::transactions::{CardSimulation, Transaction};
use causeway_wire::webhooks::EventType;

use super::event::NotTaken;
use super::render;
use crate::internal_accounts::ledger::{self, NotBooked, Reason};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::{events, jobs};

/// How amounts of the card stand in the ledger.
pub(super) fn units(record: &CardTransactionRecord) -> Result<Units, Error> {
    Units::of(record.funding_currency)
        .ok_or_else(|| Error::Data(format!("{} funds no card", record.funding_currency)))
}

/// Books movements of a transaction.
pub(super) fn book(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
    movements: &[Movement],
    held: &mut LockedAccount,
) -> Result<(), NotTaken> {
    if movements.is_empty() {
        return Ok(());
    }
    let units = units(record)?;
    let account = held.account.id;
    let postings = movements.iter().map(|movement| movement.posting(account, units));
    let postings: Option<Vec<_>> = postings.collect();
    let postings = postings.ok_or(NotTaken::Refused(NotApplied::TooLarge, None))?;
    let reason = Reason { transaction: record.ledger_key(), quote: None };
    match ledger::book_all(tx, context, postings, reason, std::slice::from_mut(held)) {
        Ok(_) => Ok(()),
        Err(NotBooked::Refused(refusal)) => Err(refusal.into()),
        // The rules have looked at the balance that is locked.
        Err(NotBooked::Insufficient { .. }) => {
            Err(Error::Data(format!("a movement of {} was refused for want of funds", record.id)).into())
        }
    }
}

/// Writes what a transaction has become. One that is over stays so: its hold window is closed, and the work that would end
/// it is taken back once nothing can be held any more.
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

/// Notifies the platform of what has become of a transaction: its status is the type of the event.
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
    events::emit(tx, context, event, &record.id, &shown(record)?)
}

/// The transaction as simulations answer it.
///
/// # Errors
/// As [`render::card_transaction`].
pub fn shown(record: &CardTransactionRecord) -> Result<CardSimulation, ApiError> {
    Ok(CardSimulation(Box::new(render::card_transaction(record)?)))
}

/// The transaction among others.
///
/// # Errors
/// As [`render::card_transaction`].
pub fn among_transactions(record: &CardTransactionRecord) -> Result<Transaction, ApiError> {
    Ok(Transaction::Card(Box::new(render::card_transaction(record)?)))
}
