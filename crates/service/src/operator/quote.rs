//! Quotes: the price of a payment before it is executed (money 8).

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, QuoteId, TransactionId};
use causeway_domain::quotes::QuoteStatus;
use causeway_domain::rates::Lock;
use causeway_domain::search::ResourceKind;
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Tx, quotes};
use serde::Serialize;

use super::payment_show::{WaitView, wait};
use super::price::PriceView;
use super::quote_list::list;
use super::resource::{FoundResource, find_resource};
use super::{Answer, Argument, Call, IdArgument, Subject, noun, positional};
use crate::runtime::context::Context;

noun! {
    /// Quotes
    "quote" {
        /// List quotes, newest first
        "list": Look => read(list),
        /// Show a quote: its price, its expiry and what it waits for
        "show": Look => read_deployment(show).with_platform(),
    }
}

impl Subject for QuoteId {
    const ARGUMENT: Argument = positional("Quote id").id_of(&[ResourceKind::Quote]).named("quote");
}

/// A quote as operators see it.
#[derive(Serialize)]
struct QuoteDetails {
    quote: QuoteId,
    transaction: TransactionId,
    /// Stored status: `PENDING` until the expiry is written.
    status: Option<QuoteStatus>,
    meaning: Option<&'static str>,
    locked: Lock,
    customer: Option<CustomerId>,
    source: Option<String>,
    destination: Option<String>,
    created_at: Time,
    expires_at: Time,
    is_expired: bool,
    waits_for: Option<WaitView>,
    price: PriceView,
}

fn show(tx: &mut Tx<'_>, call: &Call, &IdArgument(id): &IdArgument<QuoteId>) -> Answer<QuoteDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| quotes::find(tx, platform.id, id);
    let FoundResource { viewer, resource: (quote, payment) } = find_resource(tx, call, id, find)?;
    let context = Context::of_service(&call.app, &viewer.platform, tx.wall());
    let status = payment.phase().quote_status();
    Ok(QuoteDetails {
        quote: quote.id,
        transaction: payment.id,
        status,
        meaning: status.map(QuoteStatus::meaning),
        locked: quote.terms.lock,
        customer: payment.customer,
        source: viewer.personal.show_side(&payment.terms.source),
        destination: viewer.personal.show_side(&payment.terms.destination),
        created_at: quote.created_at,
        expires_at: quote.expires_at,
        is_expired: context.now >= quote.expires_at,
        waits_for: wait(tx, &context, &payment)?,
        price: PriceView::of(&payment, viewer.platform.environment),
    })
}
