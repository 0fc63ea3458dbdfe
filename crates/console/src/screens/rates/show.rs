//! The rate of a currency pair, with what is priced by it and the actions that correct it.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;
use serde::Deserialize;

use super::changes::RateChange;
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::{ActionButton, CommandLink, Money, is_action};
use crate::urls;

answer! {
    struct RateDetails {
        pair: String,
        status: String,
        meaning: String,
        rate: Option<String>,
        opposite_rate: Option<String>,
        updated_at: Option<Time>,
        changes: Vec<RateChange>,
        open: Vec<PricedPayment>,
        is_cut_off: bool,
        commands: Vec<String>,
    }

    /// A quote or payment that is not over.
    struct PricedPayment {
        transaction: String,
        platform: String,
        status: String,
        rate: Option<String>,
        sent: Option<Money>,
        received: Option<Money>,
        created_at: Time,
    }
}

/// The address of a currency pair.
#[derive(Debug, Deserialize)]
pub(in crate::screens) struct PairPath {
    sending: String,
    receiving: String,
}

#[derive(Template)]
#[template(path = "rate.html")]
struct RatePage {
    frame: Frame,
    rate: RateDetails,
    actions: Vec<ActionButton>,
    /// The lists that the answer proposes.
    links: Vec<CommandLink>,
    opposite: String,
}

/// Serves the page of a rate.
pub(in crate::screens) async fn show(
    operator: Operator,
    Path(PairPath { sending, receiving }): Path<PairPath>,
) -> Result<Response, Failure> {
    let entry =
        Entry::new("rate", "show").with("sending", sending.as_str()).with("receiving", receiving.as_str());
    let frame = Frame::load(&operator, None, Section::Rates, &entry).await?;
    let rate: RateDetails = operator.read(&entry).await?;
    let actions = ActionButton::all(&operator, None, &rate.commands);
    let proposed: Vec<String> = rate.commands.iter().filter(|command| !is_action(command)).cloned().collect();
    let page = RatePage {
        frame: frame.titled(format!("Rate {}", rate.pair)),
        actions,
        links: CommandLink::all(None, &proposed),
        opposite: urls::rate(&receiving, &sending),
        rate,
    };
    Ok(ok(&page))
}

impl PricedPayment {
    /// Returns the page of the payment, on whichever platform.
    fn href(&self) -> String {
        urls::go(&self.transaction)
    }
}
