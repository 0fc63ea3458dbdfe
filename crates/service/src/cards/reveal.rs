//! The URL of a page with the number of a card (cards 6): requests are logged with their caller, and rate
//! limited.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::cards::CardState;
use causeway_domain::ids::CardId;
use causeway_store::Tx;
use causeway_store::card_reveals::{self, CardReveal};
use causeway_store::cards::{self as rows, CardRecord};
use causeway_wire::Code;

use super::errors;
use crate::ports::{CardEmbed, EmbedOrder};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};
use crate::runtime::hex;
use crate::runtime::origin::service_origin;
use crate::runtime::principal::Principal;

/// The maximum number of reveals of one card in [`WINDOW`].
const MAX_REVEALS: i64 = 10;
/// The window in which the reveals of a card are counted.
const WINDOW: Duration = Duration::from_mins(1);

/// Random bytes of a page's token.
const TOKEN_BYTES: usize = 24;

/// A request for the number of a card, with its caller.
#[derive(Debug, Clone)]
pub(super) struct RevealRequest {
    pub(super) app: Arc<App>,
    pub(super) caller: Caller,
    pub(super) card: CardId,
    /// The URL by which the caller reached the service.
    pub(super) origin: String,
    /// The caller's IP address, if known.
    pub(super) peer: Option<IpAddr>,
}

/// Logs the reveal, and requests a URL from the issuer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `FORBIDDEN` for a caller without a token; `CONFLICT` for a card that has no number,
/// or is closed; `RATE_LIMITED`; `SERVICE_UNAVAILABLE` if the issuer does not answer.
pub(super) async fn reveal(request: RevealRequest) -> Result<CardEmbed, ApiError> {
    let shared = request.clone();
    let begin = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared.app, &shared.caller, tx.wall());
        let card = log(tx, &context, &shared)?;
        Ok::<_, ApiError>(EmbedOrder {
            platform: context.platform,
            card,
            origin: service_origin(tx, &context, &shared.origin)?,
            token: hex::encode(&context.ids().bytes::<TOKEN_BYTES>()),
            now: context.now,
        })
    };
    let order = request.app.store.write(&[], begin).await?;
    let world = request.app.ports.of(request.caller.environment);
    world.cards.mint_embed(&order).await.map_err(|_| errors::issuer_unavailable())
}

/// Logs a reveal and enforces its rate limit.
fn log(tx: &mut Tx<'_>, context: &Context, request: &RevealRequest) -> Result<CardRecord, ApiError> {
    let card = rows::lock(tx, context.platform, request.card)?.ok_or_else(ApiError::not_found::<CardId>)?;
    let token = match context.principal {
        Principal::Token { id, .. } => id,
        Principal::Agent(_) | Principal::Service => return Err(errors::not_a_token()),
    };
    if !is_shown(card.phase.state()) {
        return Err(errors::no_number(card.phase));
    }
    let latest = card_reveals::latest(tx, context.platform, card.id, MAX_REVEALS)?;
    let since = context.now.minus(WINDOW);
    let recent: Vec<&CardReveal> = latest.iter().filter(|reveal| reveal.at > since).collect();
    if let Some(oldest) = recent.get(usize::try_from(MAX_REVEALS - 1).unwrap_or(usize::MAX)) {
        return Err(errors::revealed_too_often(oldest.at.plus(WINDOW).since(context.now)));
    }
    let reveal = CardReveal {
        id: context.ids().uuid(context.now),
        card: card.id,
        token,
        address: request.peer.map(|address| address.to_string()),
        at: context.now,
    };
    card_reveals::insert(tx, context.platform, &reveal)?;
    Ok(card)
}

/// Returns `true` if a card in this state has a number to show.
pub(super) const fn is_shown(state: CardState) -> bool {
    match state {
        CardState::Active | CardState::Frozen => true,
        CardState::PendingKyc | CardState::Processing | CardState::Closed => false,
    }
}

/// Returns `true` if a refusal concerns the URL alone, so that the card can be shown without one.
pub(super) const fn concerns_address_only(refusal: &ApiError) -> bool {
    // A caller that does not say how it reached the service cannot be given a URL either.
    matches!(
        refusal.code,
        Code::RateLimited | Code::Conflict | Code::ServiceUnavailable | Code::InvalidRequestFormat
    )
}
