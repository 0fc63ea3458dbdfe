//! Operator actions on cards (conventions 2.1). The command around them opens the database transaction and
//! writes the audit row.

use causeway_domain::cards::{CardEvent, CardRefusal, CardState};
use causeway_domain::ids::CardId;
use causeway_store::Tx;
use causeway_store::cards::{self as rows, CardRecord};

use super::{errors, lifecycle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Closes a card for compliance or risk (`card close`).
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CARD_ALREADY_CLOSED`.
pub fn close(tx: &mut Tx<'_>, context: &Context, id: CardId) -> Result<CardRecord, ApiError> {
    let card = rows::lock(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<CardId>)?;
    if card.phase.state() == CardState::Closed {
        return Err(errors::refused(card.phase, CardRefusal::AlreadyClosed));
    }
    lifecycle::apply_event(tx, context, &card, CardEvent::ClosedByOperator)
}
