//! Cards (cards 5.1).

use causeway_domain::Time;
use causeway_domain::cards::{CardState, CardStateReason};
use causeway_domain::ids::{CardId, TokenId};
use causeway_store::card_reveals::{self, CardReveal};
use serde::{Deserialize, Serialize};

use super::Noun;
use super::argument::{Argument, positional};
use crate::cards;

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
