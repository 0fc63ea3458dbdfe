//! `GET /cards/{id}` (cards 4).

use causeway_domain::ids::CardId;
use causeway_store::{Tx, cards as rows};
use causeway_wire::cards::Card;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one card.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: CardId) -> Result<Card, ApiError> {
    let found = rows::find(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<CardId>)?;
    Ok(render::card(&found))
}
