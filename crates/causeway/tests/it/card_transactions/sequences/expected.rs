//! The expected results: the model of cards 8.3 to 8.6 for two cards on one balance. All amounts are in
//! cents.

use std::collections::BTreeMap;

use causeway_service::card_transactions::inbound::{IssuerEventKind, Message};

use super::draw::Delivery;
use super::model::{Model, Source};

/// The largest number of cents that the ledger can hold in units of USDB.
const MOST: i64 = i64::MAX / 10_000;

/// A transaction that credits the account (cards 8.6.1).
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

/// Returns `true` if the transaction holds nothing more, and never will.
fn is_over(model: &Model) -> bool {
    matches!(model.status, "SETTLED" | "REFUNDED")
}

/// The state of a transaction by its kind.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Debit(Model),
    Credit(Credit),
    Declined(&'static str),
}

#[derive(Debug, Clone)]
pub(super) struct CardTransaction {
    pub(super) token: String,
    pub(super) card: usize,
    pub(super) amount: i64,
    pub(super) kind: Kind,
    /// `true` while its hold is to end by itself on a later day.
    pub(super) has_window: bool,
    /// `true` while that day is ahead and the transaction has not ended before.
    pub(super) is_in_window: bool,
}

impl CardTransaction {
    pub(super) fn pulls(&self) -> usize {
        match &self.kind {
            Kind::Debit(model) => model.pulls.len(),
            Kind::Credit(_) | Kind::Declined(_) => 0,
        }
    }
}

/// The modelled state of two cards.
#[derive(Debug, Clone)]
pub(super) struct Network {
    pub(super) available: i64,
    /// Held before the sequence began.
    held_before: i64,
    pub(super) all: Vec<CardTransaction>,
    pub(super) has_key: [bool; 2],
    pub(super) is_frozen: [bool; 2],
    /// The transaction of each event by the event's id, or `None` if the event was refused.
    received: BTreeMap<String, Option<usize>>,
}

impl Network {
    pub(super) fn new(available: i64, held_before: i64) -> Self {
        Self {
            available,
            held_before,
            all: Vec::new(),
            has_key: [true; 2],
            is_frozen: [false; 2],
            received: BTreeMap::new(),
        }
    }

    /// Returns the sum of all holds.
    pub(super) fn held(&self) -> i64 {
        let hold_of = |known: &CardTransaction| match &known.kind {
            Kind::Debit(model) => model.held,
            Kind::Credit(_) | Kind::Declined(_) => 0,
        };
        self.held_before + self.all.iter().map(hold_of).sum::<i64>()
    }

    fn source(&self, card: usize) -> Source {
        Source { usable: self.has_key[card], open: true }
    }

    /// Takes in an event. Returns its transaction, or `None` if it is refused, and `true` if this is its
    /// first delivery and it is not refused.
    pub(super) fn receive(&mut self, delivered: &Delivery) -> (Option<usize>, bool) {
        if let Some(before) = self.received.get(&delivered.id) {
            return (*before, false);
        }
        let taken = if is_amount(&delivered.what) { self.apply(delivered) } else { None };
        self.received.insert(delivered.id.clone(), taken);
        (taken, taken.is_some())
    }

    fn apply(&mut self, delivered: &Delivery) -> Option<usize> {
        let found = self.all.iter().position(|known| known.token == delivered.token);
        match (&delivered.what, found) {
            (IssuerEventKind::Request { message, amount, .. }, None) => {
                Some(self.ask(delivered, *message, *amount))
            }
            (IssuerEventKind::Request { .. }, Some(_)) => None,
            (what, Some(number)) if self.all[number].card == delivered.card => {
                self.follow(number, what).then_some(number)
            }
            (IssuerEventKind::Clearing { amount: 1.., merchant: Some(_) }, None) => {
                Some(self.force(delivered))
            }
            _ => None,
        }
    }

    fn begin(&mut self, delivered: &Delivery, amount: i64, kind: Kind, has_window: bool) -> usize {
        let token = delivered.token.clone();
        let card = delivered.card;
        self.all.push(CardTransaction { token, card, amount, kind, has_window, is_in_window: has_window });
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
                self.follow(number, &IssuerEventKind::Clearing { amount, merchant: None });
                number
            }
        }
    }

    /// Returns a transaction with nothing reserved that is settled from the start.
    fn nothing_held(&self, amount: i64) -> Model {
        let model = Model::begin(self.available, 0);
        Model { authorized: amount, status: "SETTLED", pulls: Vec::new(), ..model }
    }

    fn force(&mut self, delivered: &Delivery) -> usize {
        let IssuerEventKind::Clearing { amount, .. } = delivered.what else { unreachable!("a clearing") };
        let mut model = self.nothing_held(amount);
        model.clear(amount, self.source(delivered.card));
        self.available = model.available;
        self.begin(delivered, amount, Kind::Debit(model), false)
    }

    fn follow(&mut self, number: usize, what: &IssuerEventKind) -> bool {
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

    /// Applies a change that the network does not report. Returns `true` if it changes the transaction.
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

    /// Ends the hold window of a transaction. Returns `true` if this changes the transaction.
    pub(super) fn end_window(&mut self, number: usize) -> bool {
        self.all[number].has_window = false;
        if let Kind::Credit(credit) = &mut self.all[number].kind {
            return clear_credit(credit, &IssuerEventKind::Ended).is_some();
        }
        self.with_debit(number, |model, _| {
            let before = (model.status, model.held);
            (model.end() || model.end_window()) && (model.status, model.held) != before
        })
    }
}

fn follow_debit(model: &mut Model, what: &IssuerEventKind, source: Source) -> bool {
    match what {
        IssuerEventKind::Clearing { amount: 0, .. }
        | IssuerEventKind::Ended
        | IssuerEventKind::ReversedTo(0) => model.end(),
        IssuerEventKind::Clearing { amount, .. } => {
            // A clearing that does not fit into the ledger is refused.
            let fits = model.settled + amount <= MOST && amount - model.held - model.exception <= MOST;
            fits && model.clear(*amount, source)
        }
        IssuerEventKind::ReversedTo(total) if *total > model.authorized => false,
        IssuerEventKind::Advice(total) | IssuerEventKind::ReversedTo(total) => model.advise(*total, source),
        IssuerEventKind::Return(amount) => model.apply_return(*amount, source),
        IssuerEventKind::ReturnReversal => model.reverse_return(),
        IssuerEventKind::Request { .. } => false,
    }
}

/// Applies an event to a credit. Returns the amount that it credits, or `None` if it is refused.
fn clear_credit(credit: &mut Credit, what: &IssuerEventKind) -> Option<i64> {
    if credit.status() == "SETTLED" {
        return None;
    }
    match what {
        IssuerEventKind::Clearing { amount: 0, .. } | IssuerEventKind::Ended => {
            credit.is_closed = true;
            Some(0)
        }
        IssuerEventKind::Clearing { amount, .. } if credit.settled + amount <= MOST => {
            credit.settled += amount;
            credit.clearings += 1;
            Some(*amount)
        }
        _ => None,
    }
}

/// Returns `true` if the network can name the amount and the ledger can hold it.
fn is_amount(what: &IssuerEventKind) -> bool {
    match what {
        IssuerEventKind::Request { message: Message::BalanceInquiry, amount, .. } => *amount == 0,
        IssuerEventKind::Request { amount, .. }
        | IssuerEventKind::Advice(amount)
        | IssuerEventKind::Return(amount) => (1..=MOST).contains(amount),
        IssuerEventKind::Clearing { amount, .. } | IssuerEventKind::ReversedTo(amount) => {
            (0..=MOST).contains(amount)
        }
        IssuerEventKind::Ended | IssuerEventKind::ReturnReversal => true,
    }
}
