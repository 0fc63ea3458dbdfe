//! Cards (cards 5.1, 12).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::cards::{CardState, CardStateReason};
use causeway_domain::contact::{ContactChannel, code_text};
use causeway_domain::ids::{CardId, TokenId};
use causeway_store::Tx;
use causeway_store::card_reveals::{self, CardReveal};
use causeway_store::cards::CardRecord;
use causeway_store::platforms::{Environment, PlatformRecord};

use super::{
    Answer, Argument, One, OperatorError, Subject, arguments, noun, number, option, or, positional, shown,
};
use crate::card_codes::{self, CodeRequest, Taken};
use crate::cards;
use crate::runtime::context::Context;
use crate::runtime::keys::Secret;

/// How many reveals are shown.
const REVEALS_MAX: i64 = 1_000;

noun! {
    /// Cards of customers
    "card" {
        /// Lists who has had the number of a card shown, the latest first
        "reveals" => read(reveals),
        /// Sandbox: has the issuer ask for the code by which a card is added to a digital wallet
        "tokenize" => change(tokenize),
        /// Closes a card for good, for compliance or risk
        "close" => change_one(cards::close, Shown::from),
    }
}

impl Subject for CardId {
    const ARGUMENT: Argument = positional("The card's id").named("card");
}

shown! {
    /// A card that was closed.
    struct Shown of record: CardRecord {
        card: CardId = record.id,
        state: CardState = record.phase.state(),
        state_reason: Option<CardStateReason> = record.phase.reason(),
        updated_at: Time = record.updated_at.into(),
    }

    /// Somebody who has had the number of a card shown.
    struct Reveal of reveal: CardReveal {
        token: TokenId = reveal.token,
        address: Option<String> = reveal.address,
        at: Time = reveal.at,
    }

    /// What became of an issuer's request. The code itself is in the message alone.
    struct Requested of (request, taken): (CodeRequest, Taken) {
        card: CardId = request.card,
        event: String = request.id,
        outcome: &'static str = taken.as_str(),
        expires_at: Time = request.expires_at,
    }
}

arguments! {
    struct Tokenize {
        card: CardId = CardId::ARGUMENT,
        channel: Option<ContactChannel> =
            option("How the issuer wants it sent: EMAIL or PHONE [default: it does not say]"),
        event: Option<String> =
            option("The issuer's id of the request; with one that was used it says the same again"),
        #[serde(default = "or::<600>")]
        seconds: u32 = number("For how long the code can be used [default: 600]"),
    }
}

fn reveals(tx: &mut Tx<'_>, platform: PlatformRecord, &One(card): &One<CardId>) -> Answer<Vec<Reveal>> {
    let found = card_reveals::latest(tx, platform.id, card, REVEALS_MAX)?;
    Ok(found.into_iter().map(Reveal::from).collect())
}

/// What the simulated issuer does when a cardholder adds the card to a digital wallet.
fn tokenize(tx: &mut Tx<'_>, context: &Context, wanted: &Tokenize) -> Answer<Requested> {
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
    Ok((request, taken).into())
}
