//! Changes of a card, from any cause: the row, its bindings and keys, the events, and the notification of the
//! issuer (cards 5).

use causeway_domain::cards::{CardEvent, CardPhase, CardState, CardStateReason, next_card};
use causeway_store::Tx;
use causeway_store::cards::{self as rows, CardRecord};
use causeway_wire::webhooks::EventType;

use super::{keys, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;
use crate::runtime::jobs::{self, Work};

/// Applies an event to a card. The caller must hold the card's row lock.
///
/// # Errors
/// `INTERNAL_ERROR` if the card cannot make this move.
pub(super) fn apply_event(
    tx: &mut Tx<'_>,
    context: &Context,
    card: &CardRecord,
    event: CardEvent,
) -> Result<CardRecord, ApiError> {
    let phase = next_card(card.phase.state(), event).map_err(ApiError::internal)?;
    let changed = CardRecord { phase, ..card.clone() };
    write(tx, context, card, changed)
}

/// Stores the change of a card, with everything that follows from it. Events are emitted in the order of
/// cards 5. The caller must hold the card's row lock.
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
    let changed_view = render::card(&card);
    if has_moved && is_funded_otherwise {
        // Of two events, the second has the later timestamp.
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
        events::emit(tx, context, EventType::CardStateChange, &card.id, &changed_view)?;
    }
    if is_funded_otherwise {
        events::emit(tx, context, EventType::CardFundingSourceChange, &card.id, &render::card(&card))?;
    }
    Ok(card)
}

/// Returns `true` if the issuer must be told of a move, because it did not make it itself.
const fn is_to_be_notified(former: CardPhase, now: CardPhase) -> bool {
    match (former, now) {
        (CardPhase::Processing, CardPhase::Active)
        | (_, CardPhase::Closed(CardStateReason::IssuerRejected)) => false,
        (_, CardPhase::Active | CardPhase::Frozen | CardPhase::Closed(_)) => true,
        (_, CardPhase::PendingKyc | CardPhase::Processing) => false,
    }
}

/// Closes the open cards of a cardholder who is deleted. The caller must hold the row locks of the cards.
pub fn close_all(tx: &mut Tx<'_>, context: &Context, cards: &[CardRecord]) -> Result<(), ApiError> {
    for card in cards.iter().filter(|card| card.phase.state() != CardState::Closed) {
        apply_event(tx, context, card, CardEvent::CardholderDeleted)?;
    }
    Ok(())
}
