//! Cards (cards 5.1, 12).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::cards::{CardState, CardStateReason};
use causeway_domain::contact::{ContactChannel, code_text};
use causeway_domain::ids::{CardId, TokenId};
use causeway_store::Tx;
use causeway_store::card_reveals::{self, CardReveal};
use causeway_store::platforms::Environment;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, Form, option, positional};
use super::{Noun, OperatorError};
use crate::card_codes::{self, CodeRequest};
use crate::cards;
use crate::runtime::context::Context;
use crate::runtime::keys::Secret;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    card: CardId,
}

const NAMED: &[Argument] = &[positional("card", "The card's id")];

/// A card that was closed.
#[derive(Debug, Clone, Serialize)]
struct Shown {
    card: CardId,
    state: CardState,
    state_reason: Option<CardStateReason>,
    updated_at: Time,
}

/// Somebody who has had the number of a card shown.
#[derive(Debug, Clone, Serialize)]
struct Reveal {
    token: TokenId,
    address: Option<String>,
    at: Time,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Tokenize {
    card: CardId,
    #[serde(default)]
    channel: Option<ContactChannel>,
    #[serde(default)]
    event: Option<String>,
    #[serde(default = "ten_minutes")]
    seconds: u32,
}

const fn ten_minutes() -> u32 {
    600
}

/// What became of an issuer's request. The code itself is in the message alone.
#[derive(Debug, Clone, Serialize)]
struct Requested {
    card: CardId,
    event: String,
    outcome: &'static str,
    expires_at: Time,
}

/// How many reveals are shown.
const REVEALS_MAX: i64 = 1_000;

pub(super) fn noun() -> Noun {
    let noun = Noun::new("card", "Cards of customers").read(
        "reveals",
        "Lists who has had the number of a card shown, the latest first",
        NAMED,
        |tx, platform, named: &Named| {
            let found = card_reveals::latest(tx, platform.id, named.card, REVEALS_MAX)?;
            let show =
                |reveal: CardReveal| Reveal { token: reveal.token, address: reveal.address, at: reveal.at };
            Ok(found.into_iter().map(show).collect::<Vec<_>>())
        },
    );
    let tokenize = [
        NAMED[0],
        option("channel", "How the issuer wants it sent: EMAIL or PHONE [default: it does not say]"),
        option("event", "The issuer's id of the request; with one that was used it says the same again"),
        option("seconds", "For how long the code can be used [default: 600]").form(Form::Number),
    ];
    let noun = noun.change(
        "tokenize",
        "Sandbox: has the issuer ask for the code by which a card is added to a digital wallet",
        &tokenize,
        request_code,
    );
    noun.change(
        "close",
        "Closes a card for good, for compliance or risk",
        NAMED,
        |tx, context, named: &Named| {
            let record = cards::close(tx, context, named.card)?;
            Ok(Shown {
                card: record.id,
                state: record.phase.state(),
                state_reason: record.phase.reason(),
                updated_at: record.updated_at,
            })
        },
    )
}

/// What the simulated issuer does when a cardholder adds the card to a digital wallet.
fn request_code(tx: &mut Tx<'_>, context: &Context, wanted: &Tokenize) -> Result<Requested, OperatorError> {
    if context.environment == Environment::Production {
        return Err(OperatorError::invalid("Issuers are simulated on platforms of the sandbox only."));
    }
    let event = wanted.event.clone();
    let event = event.unwrap_or_else(|| format!("sbx-{}", context.ids().uuid(context.now).simple()));
    let request = CodeRequest {
        id: event,
        card: wanted.card,
        channel: wanted.channel,
        code: Secret::new(code_text(context.ids().bytes())),
        expires_at: context.now.plus(Duration::from_secs(wanted.seconds.into())),
    };
    let taken = card_codes::receive(tx, context, &request)?;
    let CodeRequest { id, card, expires_at, .. } = request;
    Ok(Requested { card, event: id, outcome: taken.as_str(), expires_at })
}
