//! The sequences: each in one transaction of the database, most of them undone at their end.

use std::sync::Arc;

use causeway_domain::ids::{CardId, CardTransactionId, InternalAccountId, PlatformId};
use causeway_service::card_transactions::inbound::{self, IssuerEvent};
use causeway_service::card_transactions::{collect, confirm_pull, end_hold};
use causeway_service::cards::{revoke_key, update_card_by_id};
use causeway_service::runtime::api_error::ApiError;
use causeway_service::runtime::context::Context;
use causeway_store::{Tx, delegated_keys};
use serde_json::json;

use super::draw::{Delivery, Op, Rng, next};
use super::expected::Network as Expected;
use super::stand::{Ended, agree, balance, events, same};
use crate::card_transactions::scene::Network;
use crate::harness::{Service, Setup};
use crate::wallets::device::text;

/// How many sequences are run among the tests on SQLite. The variable `CARD_SEQUENCES` says another number.
const SEQUENCES: u64 = 1_000;
/// On PostgreSQL, where each statement travels, one for so many.
const FOR_ONE_ON_POSTGRES: u64 = 40;
/// One of so many stays: the ledger's own verification looks at it in the end.
const ONE_STAYS_OF: u64 = 100;
/// After so many it is said how far they are: a long run would look as if it hung.
const SAID_AFTER: u64 = 1_000;
/// The most that happens in a sequence.
const LONGEST: u64 = 24;

fn sequences() -> u64 {
    std::env::var("CARD_SEQUENCES").ok().map_or(SEQUENCES, |text| text.parse().expect("a number"))
}

/// Two cards on one wallet.
#[derive(Clone, Copy)]
struct Cards {
    platform: PlatformId,
    wallet: InternalAccountId,
    cards: [CardId; 2],
}

/// A sequence as far as it has come.
struct Sequence<'a, 'tx> {
    tx: &'a mut Tx<'tx>,
    context: &'a Context,
    place: Cards,
    expected: Expected,
    /// The transactions, as the model numbers them.
    ids: Vec<CardTransactionId>,
    events: Vec<Delivery>,
    /// Whether cards and keys are as they were.
    leaves_cards: bool,
}

impl Sequence<'_, '_> {
    fn step(&mut self, op: Op) -> Result<(), Ended> {
        let before = events(self.tx, self.place.platform)?;
        let (about, is_news) = match op {
            Op::Deliver(event) => self.deliver(event)?,
            Op::Confirm(number, pull, is_good) => (Some(number), self.confirm(number, pull, is_good)?),
            Op::Collect(number) => (Some(number), self.collect(number)?),
            Op::WindowEnds(number) => (Some(number), self.end_window(number)?),
            Op::Revoke(card) => (None, self.revoke(card)?),
            Op::Freeze(card, freezes) => (None, self.freeze(card, freezes)?),
        };
        let after = events(self.tx, self.place.platform)?;
        same("events sent to the platform", after - before, i64::from(is_news))?;
        let Cards { platform, wallet, .. } = self.place;
        let Some(number) = about else {
            let expected = (self.expected.available, self.expected.held());
            return same("balance", balance(self.tx, platform, wallet)?, expected);
        };
        let known = (self.ids[number], &self.expected.all[number]);
        agree(self.tx, platform, wallet, &self.expected, known)
    }

    fn deliver(&mut self, event: Delivery) -> Result<(Option<usize>, bool), Ended> {
        let card = self.place.cards[event.card];
        let events =
            IssuerEvent { id: event.id.clone(), token: event.token.clone(), card, what: event.what.clone() };
        let taken = inbound::receive(self.tx, self.context, &events).map_err(failed)?;
        let (expected, is_news) = self.expected.hear(&event);
        self.events.push(event);
        same("whether it is taken in", taken.is_some(), expected.is_some())?;
        if let (Some(number), Some(record)) = (expected, taken) {
            if number == self.ids.len() {
                self.ids.push(record.id);
            }
            same("the transaction", record.id, self.ids[number])?;
        }
        Ok((expected, is_news))
    }

    /// A confirmation that leaves the status is reported to nobody.
    fn confirm(&mut self, number: usize, place: usize, is_good: bool) -> Result<bool, Ended> {
        let pull = (self.ids[number], u32::try_from(place + 1).unwrap());
        confirm_pull::concluded(self.tx, self.context, pull, is_good).map_err(failed)?;
        let has_changed =
            self.expected.with_debit(number, |model, source| model.confirm(place, source, is_good));
        Ok(has_changed && !is_good)
    }

    fn collect(&mut self, number: usize) -> Result<bool, Ended> {
        let is_open = self.expected.all[number].is_in_window;
        let taken = collect(self.tx, self.context, self.ids[number]);
        let expected = self.expected.with_debit(number, |model, source| model.collect(is_open, source));
        match taken {
            Ok(_) => same("whether it is collected", true, expected)?,
            Err(refusal) if refusal.code.status() < 500 => same("whether it is collected", false, expected)?,
            Err(other) => return Err(failed(other)),
        }
        Ok(expected)
    }

    fn end_window(&mut self, number: usize) -> Result<bool, Ended> {
        if !self.expected.all[number].has_window {
            return Ok(false);
        }
        end_hold::end(self.tx, self.context, self.ids[number]).map_err(failed)?;
        Ok(self.expected.end_window(number))
    }

    fn revoke(&mut self, card: usize) -> Result<bool, Ended> {
        self.leaves_cards = false;
        self.expected.has_key[card] = false;
        let platform = self.place.platform;
        for key in delegated_keys::active_of_card(self.tx, platform, self.place.cards[card])? {
            revoke_key(self.tx, self.context, key).map_err(failed)?;
        }
        Ok(false)
    }

    fn freeze(&mut self, card: usize, freezes: bool) -> Result<bool, Ended> {
        if self.expected.is_frozen[card] == freezes {
            return Ok(false);
        }
        self.leaves_cards = false;
        self.expected.is_frozen[card] = freezes;
        let state = if freezes { "FROZEN" } else { "ACTIVE" };
        let request = serde_json::from_value(json!({ "state": state })).unwrap();
        update_card_by_id::apply(self.tx, self.context, self.place.cards[card], &request).map_err(failed)?;
        Ok(false)
    }
}

fn failed(refusal: ApiError) -> Ended {
    Ended::Differs(format!("failed: {refusal}"))
}

/// Runs the sequence of a seed.
fn run(tx: &mut Tx<'_>, context: &Context, place: Cards, seed: u64) -> Result<(), Ended> {
    let mut rng = Rng::new(seed);
    let expected = Expected::new(balance(tx, place.platform, place.wallet)?);
    let (ids, events) = (Vec::new(), Vec::new());
    let mut sequence = Sequence { tx, context, place, expected, ids, events, leaves_cards: true };
    for _ in 0..=rng.below(LONGEST) {
        let op = next(&mut rng, &sequence.expected, &sequence.events);
        let shown = format!("{op:?}");
        sequence.step(op).map_err(|ended| match ended {
            Ended::Differs(what) => Ended::Differs(format!("seed {seed}, {shown}: {what}")),
            other => other,
        })?;
    }
    let stays = seed.is_multiple_of(ONE_STAYS_OF) && sequence.leaves_cards;
    if stays { Ok(()) } else { Err(Ended::Undone) }
}

/// The network on which the sequences run.
async fn two_cards(service: &Service) -> Cards {
    let network = Network::set(service).await;
    let second = network.scene.card().await;
    network.key(&second, &network.scene.wallet()).await;
    network.scene.platform().settled().await;
    let id = |text: &str| text.parse().unwrap();
    let cards = [&network.card, &second].map(|card| id(text(&card["id"])));
    Cards {
        platform: network.scene.platform().id,
        wallet: network.scene.holder.wallet.parse().unwrap(),
        cards,
    }
}

/// Runs so many sequences; what differed first.
async fn sequences_of(service: &Service, place: Cards, count: u64) -> Result<(), String> {
    for seed in 0..count {
        if seed > 0 && seed.is_multiple_of(SAID_AFTER) {
            println!("{seed} of {count} sequences");
        }
        let app = Arc::clone(service.app());
        let write = move |tx: &mut Tx<'_>| {
            let context = Context::read(tx, &app, place.platform)?;
            run(tx, &context, place, seed)
        };
        match service.app().store.write(&[], write).await {
            Ok(()) | Err(Ended::Undone) => {}
            Err(Ended::Differs(what)) => return Err(what),
            Err(Ended::Failed(error)) => return Err(format!("seed {seed}: {error}")),
        }
    }
    Ok(())
}

async fn agrees(setup: Setup, count: u64) {
    let service = Service::start(setup).await;
    let place = two_cards(&service).await;
    sequences_of(&service, place, count).await.unwrap();
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_order_of_events_agrees_with_the_model_on_sqlite() {
    agrees(Setup::Sqlite, sequences()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_order_of_events_agrees_with_the_model_on_postgres() {
    agrees(Setup::Postgres, sequences().div_ceil(FOR_ONE_ON_POSTGRES)).await;
}
