//! Revocation of the delegated keys of a card that is closed, or loses a source (cards 5, 7.2).

use causeway_domain::cards::{DelegatedKeyEvent, next_key};
use causeway_domain::ids::{CardFundingSourceId, CardId, Id};
use causeway_store::Tx;
use causeway_store::delegated_keys::{self, DelegatedKeyRecord};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::wallets::schedule_revocation;

/// Revokes the keys of a card whose bindings end. The caller must hold the card's row lock.
pub(super) fn revoke_of(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    ends: impl Fn(CardFundingSourceId) -> bool,
) -> Result<(), ApiError> {
    for key in delegated_keys::active_of_card(tx, context.platform, card)? {
        if ends(key.binding) {
            revoke(tx, context, key)?;
        }
    }
    Ok(())
}

/// Revokes a key and deletes its private half permanently: it signs no more, even if its row is restored. The
/// caller must hold the card's row lock.
///
/// # Errors
/// `INTERNAL_ERROR` for a key that is not active.
pub fn revoke(tx: &mut Tx<'_>, context: &Context, mut key: DelegatedKeyRecord) -> Result<(), ApiError> {
    key.status = next_key(key.status, DelegatedKeyEvent::Revoked).map_err(ApiError::internal)?;
    key.encrypted = None;
    key.updated_at.advance(context.now);
    delegated_keys::update(tx, context.platform, &key)?;
    schedule_revocation(tx, context, vec![key.id.uuid()], &key.id)
}
