//! What issuers of cards report of their own accord (cards 14): what no simulated network does, late, twice, and about what
//! nobody knows.

use std::sync::Arc;

use causeway_domain::ids::{CardId, PlatformId};
use causeway_service::card_transactions::inbound::{self, IssuerEvent, What};
use causeway_service::runtime::context::Context;
use causeway_service::{ApiError, App};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, Filter, MerchantDoc};
use causeway_store::listing::{Order, Page};
use causeway_store::{Error, Tx};

use super::background::attempt;
use crate::rng::Rng;
use crate::violation::{Checked, Violation};
use crate::world::World;

/// Of which card transactions issuers speak: the latest.
const LATEST: u32 = 8;

/// Events of a platform's issuer that are kept to be sent again.
const REMEMBERED: usize = 20;

/// An issuer reports something new, or what it has reported before.
pub(super) fn deliver(world: &mut World) -> Checked {
    let rng = world.rng();
    let Some(number) = rng.pick(&with_cards(world)).copied() else { return Ok(()) };
    let delivered = rng.pick(&world.tenants[number].issuer_events).filter(|_| rng.percent(25)).cloned();
    let event = match delivered {
        Some(event) => event,
        None => {
            let event = news(world, number, &rng)?;
            let delivered = &mut world.tenants[number].issuer_events;
            if delivered.len() == REMEMBERED {
                delivered.remove(0);
            }
            delivered.push(event.clone());
            event
        }
    };
    world.host.trace.note(&format!("[{number}] {event:?}"));
    let (app, platform) = (Arc::clone(&world.process.app), world.tenants[number].id);
    attempt(world, |world| world.run(receive(&app, platform, event)))
}

/// The places of platforms that have cards.
fn with_cards(world: &World) -> Vec<usize> {
    let all = world.tenants.iter().enumerate();
    all.filter(|(_, tenant)| !tenant.cards.is_empty()).map(|(number, _)| number).collect()
}

async fn receive(app: &Arc<App>, platform: PlatformId, event: IssuerEvent) -> Result<(), Error> {
    let shared = Arc::clone(app);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        inbound::receive(tx, &context, &event).map(drop)
    };
    let taken: Result<(), ApiError> = app.store.write(&[], write).await;
    taken.map_err(|refusal| Error::Data(refusal.to_string()))
}

/// Something about one of the latest transactions of the platform, about one that is unknown, or about another card's.
fn news(world: &World, number: usize, rng: &Rng) -> Checked<IssuerEvent> {
    let platform = world.tenants[number].id;
    let page = Page { after: None, limit: LATEST, order: Order::Descending };
    let latest = world.read(move |tx| rows::list(tx, platform, &Filter::default(), &page))?.0;
    let known = rng.pick(&latest).filter(|_| rng.percent(75));
    let card = match known.filter(|_| rng.percent(95)) {
        Some(record) => record.card,
        None => any_card(world, number, rng)?,
    };
    let name = rng.between(0, i64::MAX);
    let token = known.map_or_else(|| format!("issuer-{name}"), |record| record.token.clone());
    Ok(IssuerEvent { id: format!("event-{name}"), token, card, what: what(known, rng) })
}

fn any_card(world: &World, number: usize, rng: &Rng) -> Checked<CardId> {
    let cards = &world.tenants[number].cards;
    let id = &cards[rng.index(cards.len())].id;
    id.parse().map_err(|_| Violation(format!("{id} is not a card")))
}

fn what(known: Option<&CardTransactionRecord>, rng: &Rng) -> What {
    let amount = rng.between(1, known.map_or(5_000, |record| record.figures.authorized.max(1) * 2));
    let merchant = || MerchantDoc { descriptor: "FERRY".to_owned(), mcc: None, country: None };
    let names_merchant = known.is_none() || rng.percent(20);
    let clearing = What::Clearing { amount, merchant: names_merchant.then(merchant) };
    match rng.between(0, 9) {
        0..=4 => clearing,
        5 => What::Ended,
        6 => What::ReversedTo(amount),
        7 => What::Return(amount),
        8 => What::ReturnReversal,
        _ => What::Advice(amount),
    }
}
