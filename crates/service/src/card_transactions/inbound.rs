//! The entry point for events that issuers report (cards 14): each event is stored before it is applied, and
//! applied once; those of one transaction one at a time, in the order of their arrival.

use causeway_domain::alerts::AlertKind;
use causeway_domain::card_transactions::EventRefused;
use causeway_domain::ids::{CardId, CardTransactionId};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord};
use causeway_store::cards::CardRecord;
use causeway_store::{Error, Tx, alerts, cards};
use serde_json::json;

use super::authorize::NetworkRequest;
use super::event::{EventError, store};
pub use super::event::{IssuerEvent, IssuerEventKind, Message};
use super::locked::LockedTransaction;
use super::{authorize, credits, debits, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Applies an event whose sender receives any refusal: an authorization request or a simulation. Returns the
/// resulting transaction. An event that was received before changes nothing.
///
/// # Errors
/// `REFERENCE_NOT_FOUND` for the card; `TRANSACTION_NOT_FOUND`; `INVALID_INPUT` with
/// `INVALID_TRANSACTION_STATE`; `INVALID_AMOUNT`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<CardTransactionRecord, ApiError> {
    try_apply(tx, context, event).map_err(errors::of)
}

/// Applies an event that has already happened at the issuer. If it cannot be applied, it is stored all the
/// same and raises an alert.
pub fn receive(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<Option<CardTransactionRecord>, ApiError> {
    let reason = match try_apply(tx, context, event) {
        Ok(record) => return Ok(Some(record)),
        Err(EventError::Failed(failed)) => return Err(failed),
        Err(EventError::Unknown(reason)) => reason.message,
        Err(EventError::Refused(refusal, _)) => refusal.to_string(),
    };
    if rows::find_event(tx, context.platform, &event.id)?.is_none() {
        store(tx, context, event, None)?;
        let detail = json!({ "event": event.id, "token": event.token, "card": event.card, "why": reason });
        alerts::raise(
            tx,
            Some(context.platform),
            context.id(),
            AlertKind::CardEventRefused,
            &event.id,
            &detail,
        )?;
    }
    Ok(None)
}

fn try_apply(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<CardTransactionRecord, EventError> {
    if let Some(known) = find_known(tx, context, event)? {
        return Ok(known);
    }
    if !event.what.has_sound_amount() {
        return Err(EventError::Refused(EventRefused::NotAnAmount, None));
    }
    let card = cards::lock(tx, context.platform, event.card)?;
    let card = card.ok_or_else(|| EventError::Unknown(ApiError::not_found::<CardId>()))?;
    // The same event may have been received while this call waited for the card's lock.
    if let Some(known) = find_known(tx, context, event)? {
        return Ok(known);
    }
    match &event.what {
        IssuerEventKind::Request { message, amount, merchant } => {
            let request = NetworkRequest { message: *message, amount: *amount, merchant };
            authorize::apply(tx, context, event, &card, request)
        }
        IssuerEventKind::Advice(_)
        | IssuerEventKind::Clearing { .. }
        | IssuerEventKind::Ended
        | IssuerEventKind::ReversedTo(_)
        | IssuerEventKind::Return(_)
        | IssuerEventKind::ReturnReversal => follow_up(tx, context, event, &card),
    }
}

/// Returns the transaction of an event that was received before.
fn find_known(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<Option<CardTransactionRecord>, EventError> {
    let Some(known) = rows::find_event(tx, context.platform, &event.id)? else { return Ok(None) };
    let Some((transaction, _)) = known.applied else {
        return Err(EventError::Unknown(ApiError::not_found::<CardTransactionId>()));
    };
    Ok(Some(rows::find(tx, context.platform, transaction)?.ok_or(Error::Missing)?))
}

/// Applies an event to an existing transaction, or books a force post.
fn follow_up(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    card: &CardRecord,
) -> Result<CardTransactionRecord, EventError> {
    let unknown = || EventError::Unknown(ApiError::not_found::<CardTransactionId>());
    let Some(record) = rows::lock_by_token(tx, context.platform, &event.token)? else {
        return match &event.what {
            IssuerEventKind::Clearing { amount, merchant: Some(merchant) } if *amount > 0 => {
                authorize::force(tx, context, event, card, *amount, merchant)
            }
            _ => Err(unknown()),
        };
    };
    // A token names one transaction, even if the issuer reports another card for it.
    if record.card != card.id {
        return Err(unknown());
    }
    let locked = LockedTransaction::of(tx, context, record)?;
    if locked.is_debit() {
        debits::follow_up(tx, context, event, locked)
    } else {
        credits::follow_up(tx, context, event, locked)
    }
}

/// Returns the refusal for an operation that the transaction's state or direction does not allow.
#[must_use]
pub fn wrong_state(record: &CardTransactionRecord) -> ApiError {
    errors::wrong_state(Some(record))
}
