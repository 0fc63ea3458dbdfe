//! Cards (cards 5.1).

use causeway_domain::Time;
use causeway_domain::cards::{CardState, CardStateReason};
use causeway_domain::ids::CardId;
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

pub(super) fn noun() -> Noun {
    Noun::new("card", "Cards of customers").change(
        "close",
        "Closes a card for good, for compliance or risk",
        NAMED,
        |tx, context, named: &Named| {
            let record = cards::close(tx, context, named.card)?;
            Ok(Shown {
                card: record.id,
                state: record.standing.state(),
                state_reason: record.standing.reason(),
                updated_at: record.updated_at,
            })
        },
    )
}
