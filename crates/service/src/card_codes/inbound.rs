//! The entry point for issuers' requests to send a one-time code (cards 14). Each request is stored before it
//! has any effect, and takes effect once.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::cards::CardState;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::CardId;
use causeway_store::card_codes::{self as rows, CardCodeRecord};
use causeway_store::{Tx, alerts, cards};
use serde_json::json;

use super::encryption;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::keys::Secret;

/// An issuer's request to send a code to a cardholder.
#[derive(Debug, Clone)]
pub struct CodeRequest {
    /// The issuer's id of the request; the same on every retry.
    pub id: String,
    pub card: CardId,
    /// The channel that the issuer asks for; `None` leaves the choice to the service.
    pub channel: Option<ContactChannel>,
    pub code: Secret<String>,
    /// The time from which the code cannot be used, on the platform's clock.
    pub expires_at: Time,
}

/// The outcome of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeOutcome {
    /// The code will be sent.
    Accepted,
    /// The code had already expired; none is sent.
    Expired,
    /// The request was already received.
    Known,
    /// No code is sent; an alert tells an operator the reason.
    Refused,
}

impl CodeOutcome {
    /// Returns the name of the outcome.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "ACCEPTED",
            Self::Expired => "EXPIRED",
            Self::Known => "KNOWN",
            Self::Refused => "REFUSED",
        }
    }
}

/// The maximum time for which a code is kept, whatever validity the issuer states.
const MAX_VALIDITY: Duration = Duration::from_hours(1);

/// Receives a request. A refused request is stored too, and raises an alert.
///
/// # Errors
/// `INVALID_INPUT` for a request id that cannot be stored.
pub fn receive(tx: &mut Tx<'_>, context: &Context, request: &CodeRequest) -> Result<CodeOutcome, ApiError> {
    if !is_name(&request.id) {
        return Err(ApiError::field("id", "must be 1 to 255 visible characters of ASCII"));
    }
    let platform = context.platform;
    if rows::find(tx, platform, &request.id)?.is_some() {
        return Ok(CodeOutcome::Known);
    }
    let card = cards::lock(tx, platform, request.card)?;
    // The same request may have been received while this call waited for the card's lock.
    if rows::find(tx, platform, &request.id)?.is_some() {
        return Ok(CodeOutcome::Known);
    }
    let reason = match card.map(|card| card.phase.state()) {
        None => Some("there is no such card"),
        Some(state) if !can_be_added(state) => Some("the card is not in use"),
        Some(_) if !is_code(request.code.expose()) => Some("what it calls a code is none"),
        Some(_) => None,
    };
    let is_over = request.expires_at <= context.now;
    let is_wanted = reason.is_none() && !is_over;
    let encrypt = || encryption::encrypt(context, request.card, &request.id, request.code.expose());
    let encrypted = is_wanted.then(encrypt).transpose()?;
    rows::insert(
        tx,
        platform,
        &CardCodeRecord {
            event: request.id.clone(),
            card: request.card,
            channel: request.channel,
            encrypted,
            expires_at: request.expires_at.min(context.now.plus(MAX_VALIDITY)),
            received_at: context.now,
        },
    )?;
    if let Some(reason) = reason {
        let detail = json!({ "event": request.id, "kind": "CODE", "card": request.card, "why": reason });
        alerts::raise(tx, Some(platform), context.id(), AlertKind::CardEventRefused, &request.id, &detail)?;
        return Ok(CodeOutcome::Refused);
    }
    if is_over {
        return Ok(CodeOutcome::Expired);
    }
    let work = Work::SendCardCode { event: request.id.clone() };
    jobs::schedule(tx, context, &work, &request.card, context.now)?;
    Ok(CodeOutcome::Accepted)
}

/// Returns `true` if a card in this state can be added to a digital wallet: it has a number and is not
/// closed.
pub(super) const fn can_be_added(state: CardState) -> bool {
    match state {
        CardState::Active | CardState::Frozen => true,
        CardState::PendingKyc | CardState::Processing | CardState::Closed => false,
    }
}

fn is_name(id: &str) -> bool {
    (1..=255).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Checks the form of a code. Issuers give six digits; other lengths and letters are accepted as long as they
/// can be typed.
fn is_code(code: &str) -> bool {
    (4..=12).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_can_be_typed_and_an_id_can_be_stored() {
        for code in ["123456", "0000", "A1B2C3D4E5F6"] {
            assert!(is_code(code), "{code}");
        }
        for no_code in ["", "123", "1234567890123", "12 456", "12<456", "１２３４５６"] {
            assert!(!is_code(no_code), "{no_code}");
        }
        let long = "x".repeat(255);
        assert!(is_name("evt-1") && is_name(&long));
        for no_name in ["", "a b", "é", "a\n", &format!("{long}x")] {
            assert!(!is_name(no_name), "{no_name}");
        }
    }

    #[test]
    fn cards_with_a_number_can_be_added() {
        let can = CardState::ALL.iter().copied().filter(|state| can_be_added(*state));
        assert_eq!(can.collect::<Vec<_>>(), [CardState::Active, CardState::Frozen]);
    }
}
