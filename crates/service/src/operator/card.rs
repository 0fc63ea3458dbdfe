//! Cards (cards 5.1, 12).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::cards::{CardState, CardStateReason};
use causeway_domain::contact::{ContactChannel, code_text};
use causeway_domain::ids::CardId;
use causeway_domain::search::ResourceKind;
use causeway_store::Tx;
use causeway_store::cards::CardRecord;
use causeway_store::platforms::Environment;

use super::card_list::{list, reveals, show};
use super::{
    Answer, Argument, OperatorError, Subject, arguments, default_number, noun, number, option, positional,
    view,
};
use crate::card_codes::{self, CodeOutcome, CodeRequest};
use crate::cards;
use crate::runtime::context::Context;
use crate::runtime::keys::Secret;

noun! {
    /// Cards of customers
    "card" {
        /// List cards, newest first
        "list": Look => read_masked(list),
        /// Show a card with its limits, its funding sources and its latest reveals
        "show": Look => read_deployment(show).with_platform(),
        /// List the reveals of a card's number, latest first
        "reveals": Look => read_masked(reveals),
        /// Sandbox: simulate the issuer's request for a code that adds a card to a digital wallet
        "tokenize": Support => change(tokenize),
        /// Close a card permanently, for compliance or risk
        "close": Money => change_one(cards::close, CardView::from).irreversible(),
    }
}

impl Subject for CardId {
    const ARGUMENT: Argument = positional("Card id").id_of(&[ResourceKind::Card]).versioned().named("card");
}

view! {
    /// A closed card.
    struct CardView of record: CardRecord {
        card: CardId = record.id,
        state: CardState = record.phase.state(),
        state_reason: Option<CardStateReason> = record.phase.reason(),
        updated_at: Time = record.updated_at.into(),
    }

    /// The outcome of an issuer's request. Only the message contains the code itself.
    struct CodeRequestView of (request, taken): (CodeRequest, CodeOutcome) {
        card: CardId = request.card,
        event: String = request.id,
        outcome: &'static str = taken.as_str(),
        expires_at: Time = request.expires_at,
    }
}

arguments! {
    struct TokenizeRequest {
        card: CardId = CardId::ARGUMENT,
        channel: Option<ContactChannel> =
            option("Delivery channel requested by the issuer: EMAIL or PHONE [default: unspecified]"),
        event: Option<String> =
            option("The issuer's request id; repeating one returns the earlier outcome"),
        #[serde(default = "default_number::<600>")]
        seconds: u32 = number("Lifetime of the code in seconds [default: 600]"),
    }
}

/// Simulates the issuer's request when a cardholder adds the card to a digital wallet.
fn tokenize(tx: &mut Tx<'_>, context: &Context, request: &TokenizeRequest) -> Answer<CodeRequestView> {
    if context.environment == Environment::Production {
        return Err(OperatorError::invalid("Issuers can be simulated on sandbox platforms only."));
    }
    let event = request.event.clone();
    let event = event.unwrap_or_else(|| format!("sbx-{}", context.ids().uuid(context.now).simple()));
    let request = CodeRequest {
        id: event,
        card: request.card,
        channel: request.channel,
        code: Secret::new(code_text(context.ids().bytes())),
        expires_at: context.now.plus(Duration::from_secs(request.seconds.into())),
    };
    let outcome = card_codes::receive(tx, context, &request)?;
    Ok((request, outcome).into())
}
