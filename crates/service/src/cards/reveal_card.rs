//! `POST /cards/{id}/reveal` (cards 6).

use causeway_wire::Reply;
use causeway_wire::cards::CardRevealResponse;
use causeway_wire::table::RevealCard;

use super::reveal::{self, RevealRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};
use crate::runtime::money::instant;

/// Returns the short-lived URL of a page with the number of a card.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT`; `RATE_LIMITED`; `SERVICE_UNAVAILABLE` if the issuer does not answer.
pub async fn handler(call: Call<RevealCard>) -> Result<Answer, ApiError> {
    let reveal_request = RevealRequest {
        card: call.id()?,
        app: call.app.clone(),
        caller: call.caller.clone(),
        origin: call.origin.clone(),
        peer: call.peer,
    };
    let embed = reveal::reveal(reveal_request).await?;
    Answer::success(&Reply::<RevealCard>::Done(CardRevealResponse {
        pan_embed_url: embed.url.into(),
        expires_at: instant(embed.expires_at),
    }))
}
