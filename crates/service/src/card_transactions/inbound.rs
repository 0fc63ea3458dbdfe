//! The entry point for what issuers report of their own accord (cards 14): each event is stored before it is applied, and applied
//! once; those of one transaction one at a time, in the order in which they come.

use causeway_domain::card_transactions::NotApplied;
use causeway_domain::ids::{CardId, CardTransactionId};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord};
use causeway_store::cards::CardRecord;
use causeway_store::{Error, Tx, alerts, cards};
use serde_json::json;

pub use super::event::{IssuerEvent, Message, What};
use super::event::{NotTaken, store};
use super::locked::Locked;
use super::{authorize, credits, debits, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Takes in an event whose refusal its sender is answered: a request for an authorization, or a simulation. The transaction as
/// it then is. One that was taken in before changes nothing.
///
/// # Errors
/// `REFERENCE_NOT_FOUND` for the card; `TRANSACTION_NOT_FOUND`; `INVALID_INPUT` with `INVALID_TRANSACTION_STATE`;
/// `INVALID_AMOUNT`.
pub fn take(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<CardTransactionRecord, ApiError> {
    try_take(tx, context, event).map_err(errors::of)
}

/// Takes in an event of an issuer that has happened whatever we make of it: one that cannot be applied is stored all the
/// same, and shown to an operator.
///
/// # Errors
/// Those of the database.
pub fn receive(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<Option<CardTransactionRecord>, ApiError> {
    let why = match try_take(tx, context, event) {
        Ok(record) => return Ok(Some(record)),
        Err(NotTaken::Failed(failed)) => return Err(failed),
        Err(NotTaken::Unknown(why)) => why.message,
        Err(NotTaken::Refused(refusal, _)) => refusal.to_string(),
    };
    if rows::find_event(tx, context.platform, &event.id)?.is_none() {
        store(tx, context, event, None)?;
        let detail = json!({ "event": event.id, "token": event.token, "card": event.card, "why": why });
        alerts::raise(tx, Some(context.platform), context.id(), REFUSED, &event.id, &detail)?;
    }
    Ok(None)
}

/// The kind of alert about an event that cannot be applied.
const REFUSED: &str = "CARD_EVENT_REFUSED";

fn try_take(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<CardTransactionRecord, NotTaken> {
    if let Some(known) = known(tx, context, event)? {
        return Ok(known);
    }
    if !event.what.has_sound_amount() {
        return Err(NotTaken::Refused(NotApplied::NotAnAmount, None));
    }
    let card = cards::lock(tx, context.platform, event.card)?;
    let card = card.ok_or_else(|| NotTaken::Unknown(ApiError::not_found::<CardId>()))?;
    // The same event may have been taken in while the card was waited for.
    if let Some(known) = known(tx, context, event)? {
        return Ok(known);
    }
    match &event.what {
        What::Asked { message, amount, merchant } => {
            authorize::take(tx, context, event, &card, (*message, *amount, merchant))
        }
        What::Advice(_)
        | What::Clearing { .. }
        | What::Ended
        | What::ReversedTo(_)
        | What::Return(_)
        | What::ReturnReversal => follow_up(tx, context, event, &card),
    }
}

/// The transaction of an event that was taken in before.
fn known(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
) -> Result<Option<CardTransactionRecord>, NotTaken> {
    let Some(known) = rows::find_event(tx, context.platform, &event.id)? else { return Ok(None) };
    let Some((transaction, _)) = known.applied else {
        return Err(NotTaken::Unknown(ApiError::not_found::<CardTransactionId>()));
    };
    Ok(Some(rows::find(tx, context.platform, transaction)?.ok_or(Error::Missing)?))
}

/// Something about a transaction that exists, or that nobody had asked for.
fn follow_up(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    card: &CardRecord,
) -> Result<CardTransactionRecord, NotTaken> {
    let unknown = || NotTaken::Unknown(ApiError::not_found::<CardTransactionId>());
    let Some(record) = rows::lock_by_token(tx, context.platform, &event.token)? else {
        return match &event.what {
            What::Clearing { amount, merchant: Some(merchant) } if *amount > 0 => {
                authorize::force(tx, context, event, card, (*amount, merchant))
            }
            _ => Err(unknown()),
        };
    };
    // A token names one transaction, whichever card the issuer says that it is of.
    if record.card != card.id {
        return Err(unknown());
    }
    let locked = Locked::of(tx, context, record)?;
    if locked.is_debit() {
        debits::follow_up(tx, context, event, locked)
    } else {
        credits::follow_up(tx, context, event, locked)
    }
}

/// The refusal of what the state or the direction of a transaction does not allow.
#[must_use]
pub fn wrong_state(record: &CardTransactionRecord) -> ApiError {
    errors::wrong_state(Some(record))
}
