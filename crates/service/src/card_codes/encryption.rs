//! Codes at rest: encrypted for their platform, card and request, so that a code moved to another row cannot
//! be decrypted and sent.

use causeway_domain::ids::{CardId, PlatformId};
use causeway_store::Error;
use causeway_store::card_codes::CardCodeRecord;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::keys::Secret;

/// Encrypts a code for the row of this request.
pub(super) fn encrypt(context: &Context, card: CardId, event: &str, code: &str) -> Result<Vec<u8>, ApiError> {
    let encryption_context = encryption_context(context.platform, card, event);
    context
        .app
        .keys()
        .encrypt(&encryption_context, code.as_bytes(), context.ids())
        .map_err(ApiError::internal)
}

/// Decrypts the code of a request; `None` if the code was deleted.
pub(super) fn decrypt(
    context: &Context,
    record: &CardCodeRecord,
) -> Result<Option<Secret<String>>, ApiError> {
    let Some(encrypted) = &record.encrypted else { return Ok(None) };
    let encryption_context = encryption_context(context.platform, record.card, &record.event);
    let plain = context.app.keys().decrypt(&encryption_context, encrypted).map_err(ApiError::internal)?;
    let code = String::from_utf8(plain.expose().clone());
    let code = code.map_err(|_| ApiError::internal(Error::Data("a code is not text".to_owned())))?;
    Ok(Some(Secret::new(code)))
}

fn encryption_context(platform: PlatformId, card: CardId, event: &str) -> String {
    format!("code {event} for {card} of {platform}")
}
