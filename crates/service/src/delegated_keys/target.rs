//! The target of a delegated key: a card, and a wallet that funds it (wallet 9).

use causeway_domain::ids::CardId;
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_store::cards::{self, CardRecord, CardSource};
use causeway_store::{Tx, delegated_keys, internal_accounts};
use causeway_wire::delegated_keys::DelegatedKeyCreateRequest;

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Locks the card and returns it with the binding. Missing ones are refused before anything about signatures.
/// The card is locked before the wallet. The binding may be absent if the card is closed.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub(super) fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &DelegatedKeyCreateRequest,
) -> Result<(CardRecord, Option<CardSource>), ApiError> {
    let card = cards::lock(tx, context.platform, request.card_id)?;
    let card = card.ok_or_else(ApiError::not_found::<CardId>)?;
    let is_closed = card.phase.reason().is_some();
    let account = internal_accounts::find(tx, context.platform, request.internal_account_id)?;
    let wallet = account.filter(|locked| locked.account.account_type == InternalAccountType::EmbeddedWallet);
    let source = wallet.and_then(|locked| card.source_of(locked.account.id));
    // A closed card is reported before anything about its funding sources.
    if source.is_none() && !is_closed {
        return Err(errors::not_bound());
    }
    Ok((card, source))
}

/// Returns the binding for which a key can be created now.
///
/// # Errors
/// In the order of wallet 9: `CARD_NOT_MUTABLE`, `REFERENCE_NOT_FOUND`, `CONFLICT`.
pub(super) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &DelegatedKeyCreateRequest,
) -> Result<CardSource, ApiError> {
    let (card, source) = find(tx, context, request)?;
    if card.phase.reason().is_some() {
        return Err(errors::card_closed());
    }
    let source = source.ok_or_else(errors::not_bound)?;
    let active = delegated_keys::active_of_card(tx, context.platform, card.id)?;
    match active.iter().find(|key| key.binding == source.binding) {
        Some(key) => Err(errors::has_active_key(key.id)),
        None => Ok(source),
    }
}
