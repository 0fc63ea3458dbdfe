//! Changes of a card, whatever brings them about: the row, its bindings and keys, the events, and what the issuer is sent
//! (cards 5).

use causeway_domain::cards::{CardEvent, CardPhase, CardState, CardStateReason, next_card};
use causeway_store::Tx;
use causeway_store::cards::{self as rows, CardRecord};
use causeway_wire::webhooks::EventType;

use super::{keys, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;
use crate::runtime::jobs::{self, Work};

/// Something happens to a locked card.
///
/// # Errors
/// `INTERNAL_ERROR` when the card cannot make this move; those of the database.
pub(super) fn happen(
    tx: &mut Tx<'_>,
    context: &Context,
    card: &CardRecord,
    event: CardEvent,
) -> Result<CardRecord, ApiError> {
    let phase = next_card(card.phase.state(), event).map_err(ApiError::internal)?;
    let changed = CardRecord { phase, ..card.clone() };
    write(tx, context, card, changed)
}

/// Writes what a locked card has become, with everything that follows from it. Events come in the order of cards 5.
///
/// # Errors
/// Those of the database.
pub(super) fn write(
    tx: &mut Tx<'_>,
    context: &Context,
    former: &CardRecord,
    changed: CardRecord,
) -> Result<CardRecord, ApiError> {
    let platform = context.platform;
    let has_moved = changed.phase != former.phase;
    let is_funded_otherwise = changed.sources != former.sources;
    let mut card = changed;
    card.updated_at.advance(context.now);
    let moved = render::card(&card);
    if has_moved && is_funded_otherwise {
        // The second event of the two is the later one.
        card.updated_at.advance(context.now);
    }
    rows::update(tx, platform, &card)?;
    if is_funded_otherwise {
        rows::replace_sources(tx, platform, &card, &former.sources, context.now)?;
        let is_left = |binding| card.sources.iter().any(|source| source.binding == binding);
        keys::revoke_of(tx, context, card.id, |binding| !is_left(binding))?;
    }
    if has_moved {
        if card.phase.state() == CardState::Closed {
            rows::detach_all(tx, platform, card.id, context.now)?;
            keys::revoke_of(tx, context, card.id, |_| true)?;
        }
        if is_to_be_notified(former.phase, card.phase) {
            jobs::schedule(tx, context, &Work::SetCardState { card: card.id }, &card.id, context.now)?;
        }
        events::emit(tx, context, EventType::CardStateChange, &card.id, &moved)?;
    }
    if is_funded_otherwise {
        events::emit(tx, context, EventType::CardFundingSourceChange, &card.id, &render::card(&card))?;
    }
    Ok(card)
}

/// Whether the issuer does not know of a move: it has made the others itself.
const fn is_to_be_notified(former: CardPhase, now: CardPhase) -> bool {
    match (former, now) {
        (CardPhase::Processing, CardPhase::Active)
        | (_, CardPhase::Closed(CardStateReason::IssuerRejected)) => false,
        (_, CardPhase::Active | CardPhase::Frozen | CardPhase::Closed(_)) => true,
        (_, CardPhase::PendingKyc | CardPhase::Processing) => false,
    }
}

/// Closes the cards of a cardholder who is deleted: those that are not closed yet. They are locked.
///
/// # Errors
/// Those of the database.
pub fn close_all(tx: &mut Tx<'_>, context: &Context, cards: &[CardRecord]) -> Result<(), ApiError> {
    for card in cards.iter().filter(|card| card.phase.state() != CardState::Closed) {
        happen(tx, context, card, CardEvent::CardholderDeleted)?;
    }
    Ok(())
}
