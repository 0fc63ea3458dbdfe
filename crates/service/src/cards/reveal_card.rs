//! `POST /cards/{id}/reveal` (cards 6).

use causeway_wire::Reply;
use causeway_wire::cards::CardRevealResponse;
use causeway_wire::table::RevealCard;

use super::reveal::{self, Asked};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};
use crate::runtime::money::instant;

/// Gives the address of a page with the number of a card, for a short time.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT`; `RATE_LIMITED`; `SERVICE_UNAVAILABLE` where the issuer gives no answer.
pub async fn handler(call: Call<RevealCard>) -> Result<Answer, ApiError> {
    let asked = Asked {
        card: call.id()?,
        app: call.app.clone(),
        caller: call.caller.clone(),
        origin: call.origin.clone(),
        peer: call.peer,
    };
    let embed = reveal::reveal(asked).await?;
    Answer::success(&Reply::<RevealCard>::Done(CardRevealResponse {
        pan_embed_url: embed.url.into(),
        expires_at: instant(embed.expires_at),
    }))
}
