//! Events that card issuers report on their own (cards 14), which the simulated network never sends: late
//! ones, repeated ones, and some about unknown transactions.

use std::sync::Arc;

use causeway_domain::ids::{CardId, PlatformId};
use causeway_service::card_transactions::inbound::{self, IssuerEvent, IssuerEventKind};
use causeway_service::runtime::context::Context;
use causeway_service::{ApiError, App};
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, Filter, MerchantDoc};
use causeway_store::listing::{Order, Page};
use causeway_store::{Error, Tx};

use crate::rng::Rng;
use crate::violation::{CheckResult, Violation};
use crate::world::{World, attempt};

/// Number of latest card transactions that issuers report about.
const LATEST: u32 = 8;

/// Number of events per platform that are kept for repetition.
const REMEMBERED: usize = 20;

/// Delivers a new event of an issuer, or repeats one.
pub(super) fn deliver(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let Some(number) = rng.pick(&with_cards(world)).copied() else { return Ok(()) };
    let delivered = rng.pick(&world.tenants[number].issuer_events).filter(|_| rng.percent(25)).cloned();
    let event = match delivered {
        Some(event) => event,
        None => {
            let event = new_event(world, number, &rng)?;
            let delivered = &mut world.tenants[number].issuer_events;
            if delivered.len() == REMEMBERED {
                delivered.remove(0);
            }
            delivered.push(event.clone());
            event
        }
    };
    world.host.trace.note(&format!("[{number}] {event:?}"));
    let app = Arc::clone(&world.process.app);
    let platform = world.tenants[number].id;
    attempt(world, |world| world.run(receive(&app, platform, event)))
}

/// Lists the indexes of platforms that have cards.
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
    let outcome: Result<(), ApiError> = app.store.write(&[], write).await;
    outcome.map_err(|refusal| Error::Data(refusal.to_string()))
}

/// Builds an event about one of the latest card transactions of the platform, an unknown one, or another
/// card's.
fn new_event(world: &World, number: usize, rng: &Rng) -> CheckResult<IssuerEvent> {
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
    Ok(IssuerEvent { id: format!("event-{name}"), token, card, what: event_kind(known, rng) })
}

fn any_card(world: &World, number: usize, rng: &Rng) -> CheckResult<CardId> {
    let cards = &world.tenants[number].cards;
    let id = &cards[rng.index(cards.len())].id;
    id.parse().map_err(|_| Violation(format!("{id} is not a card")))
}

fn event_kind(known: Option<&CardTransactionRecord>, rng: &Rng) -> IssuerEventKind {
    let amount = rng.between(1, known.map_or(5_000, |record| record.figures.authorized.max(1) * 2));
    let merchant = || MerchantDoc { descriptor: "FERRY".to_owned(), mcc: None, country: None };
    let names_merchant = known.is_none() || rng.percent(20);
    let clearing = IssuerEventKind::Clearing { amount, merchant: names_merchant.then(merchant) };
    match rng.between(0, 9) {
        0..=4 => clearing,
        5 => IssuerEventKind::Ended,
        6 => IssuerEventKind::ReversedTo(amount),
        7 => IssuerEventKind::Return(amount),
        8 => IssuerEventKind::ReturnReversal,
        _ => IssuerEventKind::Advice(amount),
    }
}
