//! The steps of a sequence, drawn from its seed.

use causeway_service::card_transactions::inbound::{IssuerEventKind, Message};
use causeway_store::card_transactions::MerchantDoc;

use super::expected::Network;

/// A random number generator with one seed (SplitMix64).
pub(super) struct Rng {
    seed: u64,
    state: u64,
}

impl Rng {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap()
    }

    fn percent(&mut self, often: u64) -> bool {
        self.below(100) < often
    }
}

/// An event that the issuer reports about the first card or the second.
#[derive(Debug, Clone)]
pub(super) struct Delivery {
    pub(super) id: String,
    pub(super) token: String,
    pub(super) card: usize,
    pub(super) what: IssuerEventKind,
}

/// One step of a sequence.
#[derive(Debug, Clone)]
pub(super) enum Op {
    Deliver(Delivery),
    /// A pull of a transaction is confirmed, or fails.
    Confirm(usize, usize, bool),
    /// An operator collects the shortfall that the service carries.
    Collect(usize),
    /// The hold window of a transaction ends.
    WindowEnds(usize),
    /// The key of a card is revoked.
    Revoke(usize),
    /// A card is frozen, or active again.
    Freeze(usize, bool),
}

/// Draws the next step for the present state; `delivered` are all events reported before.
pub(super) fn next(rng: &mut Rng, network: &Network, delivered: &[Delivery]) -> Op {
    let count = network.all.len();
    match rng.below(100) {
        0..10 if !delivered.is_empty() => Op::Deliver(repeat(rng, delivered)),
        10..26 if count > 0 => {
            let number = rng.index(count);
            Op::Confirm(number, rng.index(network.all[number].pulls() + 1), rng.percent(60))
        }
        26..31 if count > 0 => Op::Collect(rng.index(count)),
        31..35 if count > 0 => Op::WindowEnds(rng.index(count)),
        35 => Op::Revoke(rng.index(2)),
        36..38 => Op::Freeze(rng.index(2), rng.percent(50)),
        _ => Op::Deliver(new_event(rng, network, delivered.len())),
    }
}

/// Repeats an event, now and then with different content under the same id.
fn repeat(rng: &mut Rng, delivered: &[Delivery]) -> Delivery {
    let mut event = delivered[rng.index(delivered.len())].clone();
    if rng.percent(40) {
        event.what = follow_up(rng);
    }
    event
}

fn new_event(rng: &mut Rng, network: &Network, number: usize) -> Delivery {
    let id = format!("event-{}-{number}", rng.seed);
    let new = format!("token-{}-{number}", rng.seed);
    let fresh = || new.clone();
    if network.all.is_empty() || rng.percent(25) {
        let what =
            IssuerEventKind::Request { message: message(rng), amount: amount(rng), merchant: merchant() };
        let token = if rng.percent(95) { fresh() } else { any_token(rng, network).unwrap_or_else(fresh) };
        return Delivery { id, token, card: rng.index(2), what: with_fitting_amount(what) };
    }

    let about = rng.index(network.all.len());
    let known = &network.all[about];
    // Mostly right; now and then of the other card, or of an unknown transaction.
    let card = if rng.percent(95) { known.card } else { 1 - known.card };
    let token = if rng.percent(92) { known.token.clone() } else { fresh() };
    Delivery { id, token, card, what: follow_up(rng) }
}

/// Sets the amount of a balance inquiry to 0, because an inquiry names none.
fn with_fitting_amount(what: IssuerEventKind) -> IssuerEventKind {
    match what {
        IssuerEventKind::Request { message: Message::BalanceInquiry, merchant, .. } => {
            IssuerEventKind::Request { message: Message::BalanceInquiry, amount: 0, merchant }
        }
        other => other,
    }
}

fn any_token(rng: &mut Rng, network: &Network) -> Option<String> {
    if network.all.is_empty() { None } else { Some(network.all[rng.index(network.all.len())].token.clone()) }
}

fn follow_up(rng: &mut Rng) -> IssuerEventKind {
    let amount = amount(rng);
    match rng.below(20) {
        0..8 => IssuerEventKind::Clearing { amount, merchant: rng.percent(30).then(merchant) },
        8 => IssuerEventKind::Clearing { amount: 0, merchant: None },
        9..11 => IssuerEventKind::Advice(amount),
        11 => IssuerEventKind::ReversedTo(amount),
        12 => IssuerEventKind::Ended,
        13..17 => IssuerEventKind::Return(amount),
        _ => IssuerEventKind::ReturnReversal,
    }
}

fn message(rng: &mut Rng) -> Message {
    match rng.below(10) {
        0..5 => Message::Authorization,
        5 | 6 => Message::FinancialAuthorization,
        7 => Message::CreditAuthorization,
        8 => {
            if rng.percent(50) {
                Message::FinancialCreditAuthorization
            } else {
                Message::CreditAuthorizationAdvice
            }
        }
        _ => Message::BalanceInquiry,
    }
}

/// Draws an amount: often one of two, sometimes more than any account covers, sometimes an invalid one.
fn amount(rng: &mut Rng) -> i64 {
    let of = |number: u64| i64::try_from(number).unwrap();
    match rng.below(50) {
        0..10 => 500,
        10..20 => 1_000,
        20..30 => of(1 + rng.below(20)),
        30..44 => of(1 + rng.below(3_000)),
        44..48 => of(10_000 + rng.below(60_000)),
        48 => -of(rng.below(100)),
        _ => i64::MAX - of(rng.below(3)),
    }
}

fn merchant() -> MerchantDoc {
    MerchantDoc { descriptor: "CORNER CAFE".to_owned(), mcc: None, country: None }
}
