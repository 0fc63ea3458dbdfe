//! The memory of the adapter: orders and the feed.

use std::collections::BTreeMap;

use causeway_domain::Clock;
use causeway_rail_protocol::messages::{
    CancelRequest, CancelResponse, ErrorBody, FeedItem, FeedPage, OrderAnswer, OrderRecord, PrecheckRequest,
    PrecheckResponse, Submission,
};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::orders::{Repetition, SubmissionBytes, compare_repetition};
use causeway_rail_protocol::signing::ContentDigest;
use causeway_rail_protocol::values::{
    CancelOutcome, CancelReason, EndToEndId, ErrorCode, FeedKind, FeedPosition, Mark, Memory, MemoryId,
    Money, OrderKind, OrderReason, OrderState, RecordRevision, Sequence, Text, Timestamp,
};
use causeway_rail_protocol::{Message, MessageError, TransactionId};
use uuid::Uuid;

use super::capabilities::capabilities;
use super::lenience::Lenience;
use super::pace::OrderPace;
use super::reply::{Delivery, Reply};

/// Characters of a text that the corridors carry.
const TEXT: usize = 140;

/// The orders and the feed of an adapter.
#[derive(Debug, Clone)]
pub(super) struct Book {
    clock: Clock,
    pace: OrderPace,
    id: MemoryId,
    /// Number of copies that were put back: the marks of later items are others.
    generation: u8,
    items: Vec<FeedItem>,
    orders: BTreeMap<EndToEndId, StoredOrder>,
    /// All cancels with their reasons, oldest first.
    cancels: Vec<(EndToEndId, CancelReason)>,
    pub(super) leniences: Vec<Lenience>,
    /// `true` if it serves deployments that are not in development mode.
    pub(super) is_live: bool,
}

/// A copy of the memory, to be put back.
#[derive(Debug, Clone)]
pub struct BookCopy(Book);

#[derive(Debug, Clone)]
struct StoredOrder {
    record: OrderRecord,
    /// The states that follow, one with each status request.
    steps: Vec<OrderState>,
}

impl Book {
    pub(super) fn new(clock: Clock, pace: OrderPace, id: Uuid) -> Self {
        Self {
            clock,
            pace,
            id: MemoryId(id),
            generation: 0,
            items: Vec::new(),
            orders: BTreeMap::new(),
            cancels: Vec::new(),
            leniences: Vec::new(),
            is_live: false,
        }
    }

    /// Copies the memory.
    pub(super) fn copy(&self) -> BookCopy {
        BookCopy(self.clone())
    }

    /// Puts a copy back: what has happened since is forgotten.
    pub(super) fn restore(&mut self, copy: BookCopy) {
        let generation = self.generation + 1;
        *self = Self { generation, leniences: std::mem::take(&mut self.leniences), ..copy.0 };
    }

    /// Forgets everything, and takes another id.
    pub(super) fn empty(&mut self, id: Uuid) {
        let leniences = std::mem::take(&mut self.leniences);
        *self = Self { leniences, is_live: self.is_live, ..Self::new(self.clock.clone(), self.pace, id) };
    }

    /// Returns the head of the memory.
    pub(super) fn memory(&self) -> Memory {
        let last = self.items.last();
        Memory {
            id: self.id,
            sequence: last.map_or(FeedPosition::START, |item| item.sequence.into()),
            mark: last.map(|item| item.mark),
        }
    }

    /// Returns the items, oldest first.
    pub(super) fn items(&self) -> &[FeedItem] {
        &self.items
    }

    /// Returns the number of orders that were submitted, without tombstones.
    pub(super) fn submitted(&self) -> usize {
        self.orders.values().filter(|order| !order.record.is_tombstone()).count()
    }

    /// Returns the state of an order.
    pub(super) fn state(&self, kind: OrderKind, transaction: TransactionId) -> Option<OrderState> {
        self.orders.get(&EndToEndId { kind, transaction }).map(|order| order.record.state())
    }

    /// Returns the reasons of all cancels of an order, oldest first.
    pub(super) fn cancel_reasons(&self, kind: OrderKind, transaction: TransactionId) -> Vec<CancelReason> {
        let key = EndToEndId { kind, transaction };
        let own = self.cancels.iter().filter(|(cancelled, _)| *cancelled == key);
        own.map(|(_, reason)| *reason).collect()
    }

    /// Returns the records of all orders and tombstones.
    pub(super) fn records(&self) -> Vec<OrderRecord> {
        self.orders.values().map(|order| order.record.clone()).collect()
    }

    /// Sets the state of an order, as a legal move or as another one.
    pub(super) fn move_order(&mut self, kind: OrderKind, transaction: TransactionId, state: OrderState) {
        self.advance_to(EndToEndId { kind, transaction }, state);
    }

    /// Gives the money of an order back, less or more than all of it.
    pub(super) fn return_order(&mut self, kind: OrderKind, transaction: TransactionId, returned: Money) {
        self.advance(EndToEndId { kind, transaction }, OrderState::Returned, Some(returned));
    }

    /// Stores an order that no service has submitted.
    pub(super) fn invent(&mut self, kind: OrderKind, transaction: TransactionId, amount: Money) {
        let key = EndToEndId { kind, transaction };
        let mut record = self.new_record(key);
        record.order_digest = Some(ContentDigest::of(b"an order of another service"));
        record.amount = Some(amount);
        self.orders.insert(key, StoredOrder { record, steps: Vec::new() });
        self.append(key);
    }

    fn is(&self, lenience: Lenience) -> bool {
        self.leniences.contains(&lenience)
    }

    /// Answers a request.
    pub(super) fn answer(&mut self, call: Call, body: &[u8]) -> Reply {
        let answered = match call {
            Call::Capabilities => Ok(self.capabilities()),
            Call::Precheck(_) => self.precheck(body),
            Call::Submit(kind, transaction) => self.submit(EndToEndId { kind, transaction }, body),
            Call::Status(kind, transaction) => Ok(self.status(EndToEndId { kind, transaction })),
            Call::Cancel(kind, transaction) => self.cancel(EndToEndId { kind, transaction }, body),
            Call::Changes { after, limit } => Ok(self.page(after, limit)),
        };
        answered.unwrap_or_else(|error| Reply::of_error(&ErrorBody::of_message(&error, Some(self.memory()))))
    }

    fn capabilities(&self) -> Reply {
        let mut body = capabilities(self.is_live);
        let shown = PrecheckResponse {
            available: true,
            expected_settlement_at: None,
            reason: None,
            memory: self.memory(),
        };
        let shown: serde_json::Value = serde_json::from_str(&shown.to_json()).unwrap_or_default();
        body["memory"] = shown["memory"].clone();
        Reply { status: 200, body, delivery: Delivery::Signed }
    }

    fn precheck(&self, body: &[u8]) -> Result<Reply, MessageError> {
        let amount = PrecheckRequest::parse(body)?.amount.amount;
        let available = (1..=100_000_000).contains(&amount.get());
        let reason = (!available).then(|| OrderReason::LimitExceeded.into());
        Ok(Reply::message(&PrecheckResponse {
            available,
            expected_settlement_at: None,
            reason,
            memory: self.memory(),
        }))
    }

    fn submit(&mut self, key: EndToEndId, body: &[u8]) -> Result<Reply, MessageError> {
        let bytes = SubmissionBytes::parse(body.to_vec())?;
        let submission = Submission::parse(body)?;
        if (bytes.kind(), bytes.transaction()) != (key.kind, key.transaction) {
            return Ok(Reply::error(ErrorCode::InvalidOrder, self.memory()));
        }
        let stored = self.orders.get(&key).map(|order| order.record.order_digest);
        match stored.map(|stored| compare_repetition(stored, bytes.digest())) {
            Some(Repetition::Conflict) if !self.is(Lenience::AnyBytes) => {
                return Ok(Reply::error(ErrorCode::OrderConflict, self.memory()));
            }
            Some(_) if !self.is(Lenience::StoresAgain) => return Ok(self.record(key)),
            Some(_) | None => {}
        }
        let is_long = text_of(&submission).is_some_and(|text| text.as_str().chars().count() > TEXT);
        let digits = submission.external_account().map(|account| account.method.0.values().next().cloned());
        let steps = match self.pace {
            OrderPace::ByQuestions => steps(digits.flatten().unwrap_or_default().as_str()),
            OrderPace::ByTest => Vec::new(),
        };
        let mut record = self.new_record(key);
        record.order_digest = Some(bytes.digest());
        record.amount = Some(bytes.amount().clone());
        self.orders.insert(key, StoredOrder { record, steps });
        self.append(key);
        if is_long && !self.is(Lenience::AnyText) {
            self.advance_to(key, OrderState::Failed);
        } else if self.orders[&key].steps.first() == Some(&OrderState::Failed) {
            self.step(key);
        }
        Ok(self.record(key))
    }

    fn status(&mut self, key: EndToEndId) -> Reply {
        if !self.orders.contains_key(&key) {
            return Reply::error(ErrorCode::OrderNotFound, self.memory());
        }
        let reply = self.record(key);
        self.step(key);
        reply
    }

    fn record(&self, key: EndToEndId) -> Reply {
        let order = self.orders[&key].record.clone();
        Reply::message(&OrderAnswer { order, memory: self.memory() })
    }

    fn cancel(&mut self, key: EndToEndId, body: &[u8]) -> Result<Reply, MessageError> {
        let CancelRequest { reason } = CancelRequest::parse(body)?;
        self.cancels.push((key, reason));
        if !self.orders.contains_key(&key) {
            if self.is(Lenience::NoTombstone) {
                return Ok(Reply::error(ErrorCode::OrderNotFound, self.memory()));
            }
            let mut record = self.new_record(key);
            record.state = OrderState::Cancelled.into();
            self.orders.insert(key, StoredOrder { record, steps: Vec::new() });
            self.append(key);
        }
        let state = self.orders[&key].record.state();
        let is_open = !state.is_final() && state != OrderState::Settled;
        let is_silent = self.orders[&key].steps == [OrderState::InDoubt] || state == OrderState::InDoubt;
        if is_open && !is_silent || state == OrderState::Settled && self.is(Lenience::ReleasesSettled) {
            self.advance_to(key, OrderState::Cancelled);
        } else if state == OrderState::Settled && key.kind == OrderKind::Collection {
            self.advance_to(key, OrderState::Returned);
        }
        let order = self.orders[&key].record.clone();
        let outcome = match order.state() {
            state if state.is_released() => CancelOutcome::Released,
            OrderState::Settled => CancelOutcome::Kept,
            _ => CancelOutcome::Pending,
        };
        Ok(Reply::message(&CancelResponse {
            outcome,
            ask_at: None,
            order: Some(order),
            memory: self.memory(),
        }))
    }

    fn page(&self, after: FeedPosition, limit: u32) -> Reply {
        let begin = usize::try_from(after.get()).unwrap_or(usize::MAX);
        let limit = usize::try_from(limit).unwrap_or(1);
        let items: Vec<FeedItem> = self.items.iter().skip(begin).take(limit).cloned().collect();
        let previous_mark =
            begin.checked_sub(1).and_then(|place| self.items.get(place)).map(|item| item.mark);
        let more = begin.saturating_add(items.len()) < self.items.len();
        Reply::message(&FeedPage { items, previous_mark, more, memory: self.memory() })
    }

    /// Takes the next step of an order.
    fn step(&mut self, key: EndToEndId) {
        let order = self.orders.get_mut(&key);
        let Some(order) = order.filter(|order| !order.steps.is_empty()) else { return };
        let state = order.steps.remove(0);
        self.advance_to(key, state);
    }

    fn advance_to(&mut self, key: EndToEndId, state: OrderState) {
        self.advance(key, state, None);
    }

    /// Gives an order a state with a new revision and an item. Without `returned`, a return is one of all its money.
    fn advance(&mut self, key: EndToEndId, state: OrderState, returned: Option<Money>) {
        let now = self.now();
        let Some(order) = self.orders.get_mut(&key) else { return };
        let record = &mut order.record;
        record.state = state.into();
        record.revision = RecordRevision::new(record.revision.get() + 1).unwrap_or(record.revision);
        record.changed_at = now;
        record.reason = match state {
            OrderState::Failed => Some(OrderReason::AccountInvalid.into()),
            OrderState::Returned => Some(OrderReason::Returned.into()),
            _ => None,
        };
        record.settled_at = if state == OrderState::Settled { Some(now) } else { record.settled_at };
        let returned = returned.or_else(|| record.amount.clone());
        record.returned_amount = returned.filter(|_| state == OrderState::Returned);
        if state.is_final() || state == OrderState::InDoubt {
            order.steps.clear();
        }
        self.append(key);
    }

    /// Adds an item about capabilities that have changed.
    pub(super) fn announce_capabilities(&mut self) {
        self.append_item(FeedKind::Capabilities, None);
    }

    /// Adds an item about an order.
    fn append(&mut self, key: EndToEndId) {
        let order = self.orders[&key].record.clone();
        self.append_item(FeedKind::Order, Some(order));
    }

    fn append_item(&mut self, kind: FeedKind, order: Option<OrderRecord>) {
        let number = u64::try_from(self.items.len()).unwrap_or(u64::MAX) + 1;
        let sequence = Sequence::new(number).unwrap_or(Sequence::MAXIMUM);
        let mut mark = *self.id.0.as_bytes();
        mark[0] ^= self.generation;
        for (byte, digit) in mark[8..].iter_mut().zip(number.to_be_bytes()) {
            *byte ^= digit;
        }
        let mark = Mark::from_bytes(mark);
        let at = self.now();
        self.items.push(FeedItem { sequence, mark, at, kind: kind.into(), order });
    }

    fn new_record(&self, key: EndToEndId) -> OrderRecord {
        OrderRecord {
            transaction_id: key.transaction,
            kind: key.kind,
            order_digest: None,
            amount: None,
            state: OrderState::Received.into(),
            revision: RecordRevision::MINIMUM,
            reason: None,
            partner_code: None,
            partner_text: None,
            partner_reference: None,
            ask_at: None,
            expected_settlement_at: None,
            settled_at: None,
            returned_amount: None,
            on_chain: None,
            payee_verification: None,
            evidence: None,
            changed_at: self.now(),
        }
    }

    fn now(&self) -> Timestamp {
        let millis = self.clock.now().millis();
        Timestamp::from_millis(millis).unwrap_or_else(|error| panic!("the clock shows no time: {error}"))
    }
}

/// Returns the text for the receiver.
fn text_of(submission: &Submission) -> Option<&Text> {
    match submission {
        Submission::Payout(order) => order.remittance_information.as_ref(),
        Submission::Collection(order) => order.remittance_information.as_ref(),
        Submission::Refund(order) => order.remittance_information.as_ref(),
    }
}

/// Returns the states of an order to an account with these last digits.
fn steps(account: &str) -> Vec<OrderState> {
    use OrderState::{Accepted, Failed, InDoubt, Returned, Settled};
    let ending = account.get(account.len().saturating_sub(3)..).unwrap_or_default();
    match ending {
        "002" | "003" => vec![Failed],
        "004" => vec![Accepted, Failed],
        "005" | "007" => vec![Accepted, Settled, Returned],
        "006" => vec![Accepted],
        "009" => vec![InDoubt],
        "010" => Vec::new(),
        _ => vec![Accepted, Settled],
    }
}
