//! The timeline of a payment: decisions, money, webhooks and due jobs, on the platform's clock.

use causeway_domain::payments::TransactionStatus;
use causeway_domain::payments::lifecycle::{
    DepositEvent, IncomingUmaEvent, OutgoingEvent, Phase, RefundEvent,
};
use causeway_domain::{Amount, Time};
use causeway_store::jobs::{JobRecord, JobState};
use causeway_store::ledger::Entry;
use causeway_store::outbox::DeliveryRecord;
use causeway_store::payments::PaymentRecord;
use serde::Serialize;

use super::Money;
use crate::runtime::jobs::Work;

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ItemKind {
    Decision,
    Money,
    Webhook,
    /// A job that is due at this time.
    Due,
}

/// An item of a timeline.
#[derive(Debug, Serialize)]
pub(super) struct TimelineItem {
    pub(super) at: Time,
    kind: ItemKind,
    text: String,
    /// Status after a decision.
    status: Option<TransactionStatus>,
    /// The event of the state machine, the posting, the event type or the kind of job.
    name: String,
    /// The account of a money line: its code, with the id of an internal account.
    account: Option<String>,
    /// Of a money line: positive is a credit, negative a debit.
    amount: Option<Money>,
}

/// The sources of a timeline.
pub(super) struct Sources<'a> {
    pub(super) payment: &'a PaymentRecord,
    pub(super) entries: &'a [Entry],
    pub(super) webhooks: &'a [DeliveryRecord],
    pub(super) jobs: &'a [JobRecord],
}

impl Sources<'_> {
    /// Returns all items, oldest first. The webhooks are read newest first, and those of one instant have an order.
    pub(super) fn timeline(&self) -> Vec<TimelineItem> {
        let mut items = decisions(self.payment);
        items.extend(self.entries.iter().map(money));
        items.extend(self.webhooks.iter().rev().map(webhook));
        items.extend(self.jobs.iter().map(due));
        items.sort_by_key(|item| (item.at, item.kind));
        items
    }
}

impl TimelineItem {
    const fn new(at: Time, kind: ItemKind, name: String, text: String) -> Self {
        Self { at, kind, text, status: None, name, account: None, amount: None }
    }
}

/// Returns the creation and the latest changes of phase and refund.
fn decisions(payment: &PaymentRecord) -> Vec<TimelineItem> {
    let created = "payment recorded".to_owned();
    let mut items =
        vec![TimelineItem::new(payment.created_at, ItemKind::Decision, "Recorded".to_owned(), created)];
    let mut before = None;
    for change in &payment.state().history {
        let known = meaning(payment.phase(), before, &change.cause);
        let text = known.map_or_else(|| change.cause.clone(), |meaning| without_rules(meaning).to_owned());
        let mut item = TimelineItem::new(change.at, ItemKind::Decision, change.cause.clone(), text);
        item.status = Some(change.status);
        items.push(item);
        before = Some(change.status);
    }
    items
}

/// Returns the meaning of an event of a payment's machine, or of its refund. An event of both names belongs to the
/// machine if it follows an arrival: only delivered money is returned by a bank.
fn meaning(phase: Phase, before: Option<TransactionStatus>, cause: &str) -> Option<&'static str> {
    let of_refund = RefundEvent::ALL.iter().find(|event| event.name() == cause).map(|event| event.meaning());
    let of_phase = match phase {
        Phase::Outgoing(_) => {
            OutgoingEvent::ALL.iter().find(|event| event.name() == cause).map(|event| event.meaning())
        }
        Phase::IncomingUma(_) => {
            IncomingUmaEvent::ALL.iter().find(|event| event.name() == cause).map(|event| event.meaning())
        }
        Phase::Deposit(_) => {
            DepositEvent::ALL.iter().find(|event| event.name() == cause).map(|event| event.meaning())
        }
    };
    if before == Some(TransactionStatus::Completed) { of_phase.or(of_refund) } else { of_refund.or(of_phase) }
}

/// Returns the meaning of an event without the numbers of the booking rules that follow it, such as
/// `delivered: L4b, L5c`.
fn without_rules(meaning: &str) -> &str {
    let is_rule = |word: &str| {
        word.strip_prefix('L')
            .is_some_and(|number| number.starts_with(|letter: char| letter.is_ascii_digit()))
    };
    match meaning.split_once(": ") {
        Some((sentence, rules)) if rules.split(' ').any(is_rule) => sentence,
        _ => meaning,
    }
}

fn money(entry: &Entry) -> TimelineItem {
    let kind = entry.kind;
    let text = format!("{}: {}", kind.meaning(), entry.code.meaning());
    let mut item = TimelineItem::new(entry.created_at, ItemKind::Money, kind.to_string(), text);
    item.account = Some(account(entry));
    item.amount = Some(Amount::new(entry.amount, entry.currency).into());
    item
}

/// Writes the account of an entry: its code, with the id of an internal account.
fn account(entry: &Entry) -> String {
    let code = entry.code;
    entry.account.map_or_else(|| code.to_string(), |id| format!("{code} {id}"))
}

fn webhook(event: &DeliveryRecord) -> TimelineItem {
    let error = || event.last_error.as_ref().map(|error| format!(", last error {error}"));
    let answer = event.last_answer.map(|status| format!(", last answer {status}"));
    let answer = answer.or_else(error).unwrap_or_default();
    let attempts = if event.attempts == 1 { "attempt" } else { "attempts" };
    let text = format!(
        "{} {} after {} {attempts}{answer} ({})",
        event.event_type, event.status, event.attempts, event.id
    );
    TimelineItem::new(event.created_at, ItemKind::Webhook, event.event_type.clone(), text)
}

fn due(job: &JobRecord) -> TimelineItem {
    let work = Work::from_payload(&job.payload);
    let what = work.as_ref().map_or("a job of a kind unknown to this version", Work::meaning);
    let state = match job.state {
        JobState::Waiting => "due",
        JobState::Leased => "running",
        JobState::Failed => "given up",
    };
    let error = job.last_error.as_ref().map(|error| format!(": {error}")).unwrap_or_default();
    // A job that asks again after an answer begins to count anew.
    let attempts = if job.attempts == 0 { String::new() } else { format!(", attempt {}", job.attempts) };
    let text = format!("{state}: {what} ({}{attempts}){error}", job.id);
    TimelineItem::new(job.due_at, ItemKind::Due, job.kind.clone(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meaning_is_shown_without_the_numbers_of_rules() {
        assert_eq!(without_rules("delivered: L4b, L5c"), "delivered");
        assert_eq!(
            without_rules("the money cannot be returned: L5g, an operator resolves"),
            "the money cannot be returned"
        );
        assert_eq!(without_rules("the rail refused: Later"), "the rail refused: Later");
        assert_eq!(without_rules("cancelled"), "cancelled");
        let all = OutgoingEvent::ALL.iter().map(|event| event.meaning());
        let all = all.chain(DepositEvent::ALL.iter().map(|event| event.meaning()));
        for meaning in all.chain(RefundEvent::ALL.iter().map(|event| event.meaning())) {
            assert!(!without_rules(meaning).contains(" L"), "{meaning}");
        }
    }
}
