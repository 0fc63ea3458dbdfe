//! A code at rest: sealed for its platform, card and request, so that one that is moved elsewhere is sent to nobody.

use causeway_domain::ids::{CardId, PlatformId};
use causeway_store::Error;
use causeway_store::card_codes::CardCodeRecord;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::keys::Secret;

/// A code for the row of this request.
pub(super) fn seal(context: &Context, card: CardId, event: &str, code: &str) -> Result<Vec<u8>, ApiError> {
    let place = place(context.platform, card, event);
    context.app.keys().seal(&place, code.as_bytes(), context.ids()).map_err(ApiError::internal)
}

/// The code of a request; none where nothing is to be sent any more.
pub(super) fn open(context: &Context, record: &CardCodeRecord) -> Result<Option<Secret<String>>, ApiError> {
    let Some(sealed) = &record.sealed else { return Ok(None) };
    let place = place(context.platform, record.card, &record.event);
    let plain = context.app.keys().unseal(&place, sealed).map_err(ApiError::internal)?;
    let code = String::from_utf8(plain.expose().clone());
    let code = code.map_err(|_| ApiError::internal(Error::Data("a code is not text".to_owned())))?;
    Ok(Some(Secret::new(code)))
}

fn place(platform: PlatformId, card: CardId, event: &str) -> String {
    format!("code {event} for {card} of {platform}")
}
