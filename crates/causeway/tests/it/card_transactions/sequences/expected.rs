//! What must come of it: the model of cards 8.3 to 8.6 for two cards on one balance. Cents throughout.

use std::collections::BTreeMap;

use causeway_service::card_transactions::inbound::{Message, What};

use super::draw::Delivery;
use super::model::{Model, Source};

/// The largest number of cents that the ledger can hold in units of USDB.
const MOST: i64 = i64::MAX / 10_000;

/// A transaction that brings money (cards 8.6.1).
#[derive(Debug, Clone, Default)]
pub(super) struct Credit {
    pub(super) authorized: i64,
    pub(super) settled: i64,
    pub(super) clearings: u32,
    pub(super) is_closed: bool,
}

impl Credit {
    pub(super) fn status(&self) -> &'static str {
        if self.is_closed || self.clearings > 0 && self.settled >= self.authorized {
            "SETTLED"
        } else if self.clearings > 0 {
            "PARTIALLY_SETTLED"
        } else {
            "AUTHORIZED"
        }
    }
}

/// Whether nothing more is held for it, and nothing will be.
fn is_over(model: &Model) -> bool {
    matches!(model.status, "SETTLED" | "REFUNDED")
}

/// What a transaction is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Debit(Model),
    Credit(Credit),
    Declined(&'static str),
}

/// One transaction.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) token: String,
    pub(super) card: usize,
    pub(super) amount: i64,
    pub(super) kind: Kind,
    /// Whether its hold ends by itself one day, and has not yet.
    pub(super) has_window: bool,
    /// Whether that day is ahead, and the transaction has not ended before.
    pub(super) is_in_window: bool,
}

impl Known {
    pub(super) fn pulls(&self) -> usize {
        match &self.kind {
            Kind::Debit(model) => model.pulls.len(),
            Kind::Credit(_) | Kind::Declined(_) => 0,
        }
    }
}

/// Everything that is known of two cards.
#[derive(Debug, Clone)]
pub(super) struct Network {
    pub(super) available: i64,
    /// What is held for others.
    held_before: i64,
    pub(super) all: Vec<Known>,
    pub(super) has_key: [bool; 2],
    pub(super) is_frozen: [bool; 2],
    /// What became of each event: of which transaction it was, or of none.
    heard: BTreeMap<String, Option<usize>>,
}

impl Network {
    pub(super) fn new((available, held_before): (i64, i64)) -> Self {
        let (all, heard) = (Vec::new(), BTreeMap::new());
        Self { available, held_before, all, has_key: [true; 2], is_frozen: [false; 2], heard }
    }

    /// What is held for all of them.
    pub(super) fn held(&self) -> i64 {
        let held = |known: &Known| match &known.kind {
            Kind::Debit(model) => model.held,
            Kind::Credit(_) | Kind::Declined(_) => 0,
        };
        self.held_before + self.all.iter().map(held).sum::<i64>()
    }

    fn source(&self, card: usize) -> Source {
        Source { usable: self.has_key[card], open: true }
    }

    /// Which transaction the event is of, if it is taken in, and whether that was news.
    pub(super) fn hear(&mut self, delivered: &Delivery) -> (Option<usize>, bool) {
        if let Some(before) = self.heard.get(&delivered.id) {
            return (*before, false);
        }
        let taken = if is_amount(&delivered.what) { self.apply(delivered) } else { None };
        self.heard.insert(delivered.id.clone(), taken);
        (taken, taken.is_some())
    }

    fn apply(&mut self, delivered: &Delivery) -> Option<usize> {
        let found = self.all.iter().position(|known| known.token == delivered.token);
        match (&delivered.what, found) {
            (What::Asked { message, amount, .. }, None) => Some(self.ask(delivered, *message, *amount)),
            (What::Asked { .. }, Some(_)) => None,
            (what, Some(number)) if self.all[number].card == delivered.card => {
                self.follow(number, what).then_some(number)
            }
            (What::Clearing { amount: 1.., merchant: Some(_) }, None) => Some(self.force(delivered)),
            _ => None,
        }
    }

    fn begin(&mut self, delivered: &Delivery, amount: i64, kind: Kind, has_window: bool) -> usize {
        let (token, card) = (delivered.token.clone(), delivered.card);
        self.all.push(Known { token, card, amount, kind, has_window, is_in_window: has_window });
        self.all.len() - 1
    }

    fn ask(&mut self, delivered: &Delivery, message: Message, amount: i64) -> usize {
        let is_credit = matches!(
            message,
            Message::CreditAuthorization
                | Message::FinancialCreditAuthorization
                | Message::CreditAuthorizationAdvice
        );
        let is_refused = if self.is_frozen[delivered.card] && message != Message::CreditAuthorizationAdvice {
            Some("CARD_PAUSED")
        } else if is_credit || message == Message::BalanceInquiry {
            None
        } else if !self.has_key[delivered.card] {
            Some("DELEGATED_KEY_REQUIRED")
        } else {
            (self.available < amount).then_some("INSUFFICIENT_FUNDS")
        };
        if let Some(reason) = is_refused {
            return self.begin(delivered, amount, Kind::Declined(reason), false);
        }
        let credit = Credit { authorized: amount, ..Credit::default() };
        match message {
            Message::Authorization => {
                let model = Model::begin(self.available, amount);
                self.available = model.available;
                self.begin(delivered, amount, Kind::Debit(model), true)
            }
            Message::FinancialAuthorization => {
                let mut model = Model::begin(self.available, amount);
                model.clear(amount, self.source(delivered.card));
                self.available = model.available;
                self.begin(delivered, amount, Kind::Debit(model), false)
            }
            Message::BalanceInquiry => {
                let model = Model { is_closed: true, ..self.nothing_held(0) };
                self.begin(delivered, 0, Kind::Debit(model), false)
            }
            Message::CreditAuthorization | Message::CreditAuthorizationAdvice => {
                self.begin(delivered, amount, Kind::Credit(credit), true)
            }
            Message::FinancialCreditAuthorization => {
                let number = self.begin(delivered, amount, Kind::Credit(credit), false);
                self.follow(number, &What::Clearing { amount, merchant: None });
                number
            }
        }
    }

    /// One of which nothing is reserved, and that ended as it began.
    fn nothing_held(&self, amount: i64) -> Model {
        let begun = Model::begin(self.available, 0);
        Model { authorized: amount, status: "SETTLED", pulls: Vec::new(), ..begun }
    }

    fn force(&mut self, delivered: &Delivery) -> usize {
        let What::Clearing { amount, .. } = delivered.what else { unreachable!("a clearing") };
        let mut model = self.nothing_held(amount);
        model.clear(amount, self.source(delivered.card));
        self.available = model.available;
        self.begin(delivered, amount, Kind::Debit(model), false)
    }

    fn follow(&mut self, number: usize, what: &What) -> bool {
        let source = self.source(self.all[number].card);
        let available = self.available;
        match &mut self.all[number].kind {
            Kind::Declined(_) => false,
            Kind::Credit(credit) => match clear_credit(credit, what) {
                Some(brought) => {
                    self.available += brought;
                    true
                }
                None => false,
            },
            Kind::Debit(model) => {
                model.available = available;
                let is_taken = follow_debit(model, what, source);
                self.available = model.available;
                let is_over = is_over(model);
                self.all[number].is_in_window &= !is_over;
                is_taken
            }
        }
    }

    /// Something that nobody at the network reports; whether it changes anything.
    pub(super) fn with_debit(&mut self, number: usize, change: impl Fn(&mut Model, Source) -> bool) -> bool {
        let source = self.source(self.all[number].card);
        let available = self.available;
        let Kind::Debit(model) = &mut self.all[number].kind else { return false };
        model.available = available;
        let has_changed = change(model, source);
        self.available = model.available;
        let is_over = is_over(model);
        self.all[number].is_in_window &= !is_over;
        has_changed
    }

    /// The day has come on which a hold ends; whether that changes anything.
    pub(super) fn end_window(&mut self, number: usize) -> bool {
        self.all[number].has_window = false;
        if let Kind::Credit(credit) = &mut self.all[number].kind {
            return clear_credit(credit, &What::Ended).is_some();
        }
        self.with_debit(number, |model, _| {
            let before = (model.status, model.held);
            (model.end() || model.end_window()) && (model.status, model.held) != before
        })
    }
}

fn follow_debit(model: &mut Model, what: &What, source: Source) -> bool {
    match what {
        What::Clearing { amount: 0, .. } | What::Ended | What::ReversedTo(0) => model.end(),
        What::Clearing { amount, .. } => {
            // Nothing is carried that does not fit.
            let fits = model.settled + amount <= MOST && amount - model.held - model.exception <= MOST;
            fits && model.clear(*amount, source)
        }
        What::ReversedTo(total) if *total > model.authorized => false,
        What::Advice(total) | What::ReversedTo(total) => model.advise(*total, source),
        What::Return(amount) => model.give_back(*amount, source),
        What::ReturnReversal => model.take_back(),
        What::Asked { .. } => false,
    }
}

/// What is brought by it, if it is taken in.
fn clear_credit(credit: &mut Credit, what: &What) -> Option<i64> {
    if credit.status() == "SETTLED" {
        return None;
    }
    match what {
        What::Clearing { amount: 0, .. } | What::Ended => {
            credit.is_closed = true;
            Some(0)
        }
        What::Clearing { amount, .. } if credit.settled + amount <= MOST => {
            credit.settled += amount;
            credit.clearings += 1;
            Some(*amount)
        }
        _ => None,
    }
}

/// Whether an amount is one that the network can name, and the ledger can hold.
fn is_amount(what: &What) -> bool {
    match what {
        What::Asked { message: Message::BalanceInquiry, amount, .. } => *amount == 0,
        What::Asked { amount, .. } | What::Advice(amount) | What::Return(amount) => {
            (1..=MOST).contains(amount)
        }
        What::Clearing { amount, .. } | What::ReversedTo(amount) => (0..=MOST).contains(amount),
        What::Ended | What::ReturnReversal => true,
    }
}
