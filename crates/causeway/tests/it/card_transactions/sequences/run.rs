//! The runs of the sequences: each in one database transaction, most of them rolled back at the end.

use std::sync::Arc;

use causeway_domain::ids::{CardId, CardTransactionId, InternalAccountId, PlatformId};
use causeway_service::card_transactions::inbound::{self, IssuerEvent};
use causeway_service::card_transactions::{collect, confirm_pull, end_hold};
use causeway_service::cards::{revoke_key, update_card_by_id};
use causeway_service::runtime::api_error::ApiError;
use causeway_service::runtime::context::Context;
use causeway_store::{Tx, delegated_keys};
use serde_json::json;

use super::comparison::{Rollback, agree, balance, events, same};
use super::draw::{Delivery, Op, Rng, next};
use super::expected::Network as Expected;
use crate::card_transactions::scene::Network;
use crate::harness::{Service, Setup};
use crate::wallets::device::text;

/// Sequences to run on SQLite. The variable `CARD_SEQUENCES` sets another number.
const SEQUENCES: u64 = 1_000;
/// PostgreSQL runs one sequence for this many on SQLite, because each statement is a round trip.
const FOR_ONE_ON_POSTGRES: u64 = 40;
/// One sequence of this many is committed: the ledger's own verification checks it in the end.
const ONE_STAYS_OF: u64 = 100;
/// Sequences between two lines of progress, without which a long run would seem to hang.
const SAID_AFTER: u64 = 1_000;
/// The most steps of a sequence.
const MAX_STEPS: u64 = 24;

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

/// A sequence in progress.
struct Sequence<'a, 'tx> {
    tx: &'a mut Tx<'tx>,
    context: &'a Context,
    place: Cards,
    expected: Expected,
    /// The transactions in the order of the model.
    ids: Vec<CardTransactionId>,
    events: Vec<Delivery>,
    /// `true` until a step changes a card or a key.
    leaves_cards: bool,
}

impl Sequence<'_, '_> {
    fn step(&mut self, op: Op) -> Result<(), Rollback> {
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
        let known = &self.expected.all[number];
        agree(self.tx, platform, wallet, &self.expected, self.ids[number], known)
    }

    fn deliver(&mut self, event: Delivery) -> Result<(Option<usize>, bool), Rollback> {
        let card = self.place.cards[event.card];
        let events =
            IssuerEvent { id: event.id.clone(), token: event.token.clone(), card, what: event.what.clone() };
        let taken = inbound::receive(self.tx, self.context, &events).map_err(failed)?;
        let (expected, is_news) = self.expected.receive(&event);
        self.events.push(event);
        same("accepted", taken.is_some(), expected.is_some())?;
        if let (Some(number), Some(record)) = (expected, taken) {
            if number == self.ids.len() {
                self.ids.push(record.id);
            }
            same("the transaction", record.id, self.ids[number])?;
        }
        Ok((expected, is_news))
    }

    /// Confirms a pull or lets it fail. Only a failure is reported to the platform, because a confirmation
    /// leaves the status.
    fn confirm(&mut self, number: usize, place: usize, is_good: bool) -> Result<bool, Rollback> {
        let pull = u32::try_from(place + 1).unwrap();
        confirm_pull::conclude_pull(self.tx, self.context, self.ids[number], pull, is_good)
            .map_err(failed)?;
        let has_changed =
            self.expected.with_debit(number, |model, source| model.confirm(place, source, is_good));
        Ok(has_changed && !is_good)
    }

    fn collect(&mut self, number: usize) -> Result<bool, Rollback> {
        let is_open = self.expected.all[number].is_in_window;
        let taken = collect(self.tx, self.context, self.ids[number]);
        let expected = self.expected.with_debit(number, |model, source| model.collect(is_open, source));
        match taken {
            Ok(_) => same("collected", true, expected)?,
            Err(refusal) if refusal.code.status() < 500 => same("collected", false, expected)?,
            Err(other) => return Err(failed(other)),
        }
        Ok(expected)
    }

    fn end_window(&mut self, number: usize) -> Result<bool, Rollback> {
        if !self.expected.all[number].has_window {
            return Ok(false);
        }
        end_hold::end(self.tx, self.context, self.ids[number]).map_err(failed)?;
        Ok(self.expected.end_window(number))
    }

    fn revoke(&mut self, card: usize) -> Result<bool, Rollback> {
        self.leaves_cards = false;
        self.expected.has_key[card] = false;
        let platform = self.place.platform;
        for key in delegated_keys::active_of_card(self.tx, platform, self.place.cards[card])? {
            revoke_key(self.tx, self.context, key).map_err(failed)?;
        }
        Ok(false)
    }

    fn freeze(&mut self, card: usize, freezes: bool) -> Result<bool, Rollback> {
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

fn failed(refusal: ApiError) -> Rollback {
    Rollback::Differs(format!("failed: {refusal}"))
}

/// Runs the sequence of a seed.
fn run(tx: &mut Tx<'_>, context: &Context, place: Cards, seed: u64) -> Result<(), Rollback> {
    let mut rng = Rng::new(seed);
    let (available, total) = balance(tx, place.platform, place.wallet)?;
    let expected = Expected::new(available, total);
    let mut sequence =
        Sequence { tx, context, place, expected, ids: Vec::new(), events: Vec::new(), leaves_cards: true };
    for _ in 0..=rng.below(MAX_STEPS) {
        let op = next(&mut rng, &sequence.expected, &sequence.events);
        let description = format!("{op:?}");
        sequence.step(op).map_err(|ended| match ended {
            Rollback::Differs(what) => Rollback::Differs(format!("seed {seed}, {description}: {what}")),
            other => other,
        })?;
    }
    let stays = seed.is_multiple_of(ONE_STAYS_OF) && sequence.leaves_cards;
    if stays { Ok(()) } else { Err(Rollback::Agreed) }
}

/// Sets up the two cards on which the sequences run.
async fn two_cards(service: &Service) -> Cards {
    let network = Network::new(service).await;
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

/// Runs this many sequences. Returns the first difference as an error.
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
            Ok(()) | Err(Rollback::Agreed) => {}
            Err(Rollback::Differs(what)) => return Err(what),
            Err(Rollback::Failed(error)) => return Err(format!("seed {seed}: {error}")),
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
