//! `GET /cards/{id}` (cards 4).

use causeway_domain::ids::CardId;
use causeway_domain::tokens::RequiredPermission;
use causeway_store::{Tx, cards as rows};
use causeway_wire::Reply;
use causeway_wire::table::GetCardById;

use super::render;
use super::reveal::{self, RevealRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Shows one card. For a token with the manage permission, this includes the URL of a page with its
/// number (cards 2.3). If no URL is available at the moment, the card is shown without one.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub async fn handler(call: Call<GetCardById>) -> Result<Answer, ApiError> {
    let (id, platform): (CardId, _) = (call.id()?, call.caller.platform);
    let find = move |tx: &mut Tx<'_>| {
        let found = rows::find(tx, platform, id)?;
        found.ok_or_else(ApiError::not_found::<CardId>)
    };
    let card = call.app.store.read(find).await?;
    let mut view = render::card(&card);
    let may_manage =
        call.caller.principal.permissions().is_some_and(|own| own.allows(RequiredPermission::Manage));
    if may_manage && reveal::is_shown(card.phase.state()) {
        let reveal_request = RevealRequest {
            card: id,
            app: call.app.clone(),
            caller: call.caller.clone(),
            origin: call.origin.clone(),
            peer: call.peer,
        };
        match reveal::reveal(reveal_request).await {
            Ok(embed) => view.pan_embed_url = Some(embed.url.into()),
            Err(refusal) if reveal::concerns_address_only(&refusal) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Answer::success(&Reply::<GetCardById>::Done(view))
}
