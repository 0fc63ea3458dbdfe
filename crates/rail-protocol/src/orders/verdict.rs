//! The judgement of records and cancel answers against the order and its last record (rails 7, 13).

use causeway_vocabulary::ids::TransactionId;

use super::contradiction::Contradiction;
use super::state::{MoveRefused, OrderEvent, OrderPhase, next};
use crate::messages::{CancelResponse, OrderRecord};
use crate::signing::ContentDigest;
use crate::values::{CancelOutcome, Money, OrderKind, OrderState};

/// An order as the service knows it.
#[derive(Debug, Clone, Copy)]
pub struct KnownOrder<'a> {
    /// Id of the order.
    pub transaction: TransactionId,
    /// Kind of the order.
    pub kind: OrderKind,
    /// Digest and amount of the submit; `None` if the order was cancelled before it had bytes.
    pub submitted: Option<SubmittedMembers<'a>>,
    /// Phase before the claim.
    pub phase: OrderPhase,
    /// Last record that was applied; set if and only if the phase is a state.
    pub last: Option<&'a OrderRecord>,
}

/// The members of a submit that every record repeats.
#[derive(Debug, Clone, Copy)]
pub struct SubmittedMembers<'a> {
    /// Digest of the bytes.
    pub digest: ContentDigest,
    /// Amount of the order.
    pub amount: &'a Money,
}

/// The judgement of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordVerdict {
    /// The record is new and possible: it replaces the last one.
    Applied(OrderPhase),
    /// The tombstone of an order that was submitted. It says no more than `ORDER_NOT_FOUND`, and counts as one:
    /// if [`super::NotFoundBelief`] is believed, the phase is this one; else the order stays in doubt.
    AppliedIfBelieved(OrderPhase),
    /// The last record once more.
    Repeated,
    /// A lower revision than the last record's: ignored, and counted (W5).
    Outdated,
    /// The record cannot be true: the payment stays as it is.
    Contradicted(Contradiction),
}

/// The judgement of the answer to a cancel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancelVerdict {
    /// The outcome counts, with the judgement of the record; `None` without one.
    Counts(CancelOutcome, Option<RecordVerdict>),
    /// `RELEASED` with a tombstone: it counts as [`RecordVerdict::AppliedIfBelieved`] says.
    ReleasedIfBelieved(OrderPhase),
    /// The answer cannot be true: the payment stays as it is.
    Contradicted(Contradiction),
}

/// Judges a record of an order.
#[must_use]
pub fn judge_record(order: &KnownOrder<'_>, record: &OrderRecord) -> RecordVerdict {
    match judge(order, record) {
        Ok(verdict) => verdict,
        Err(contradiction) => RecordVerdict::Contradicted(contradiction),
    }
}

fn judge(order: &KnownOrder<'_>, record: &OrderRecord) -> Result<RecordVerdict, Contradiction> {
    repeats_submit(order, record)?;
    if let Some(last) = order.last {
        if record.revision < last.revision {
            return Ok(RecordVerdict::Outdated);
        }
        if record.revision == last.revision {
            let is_same = record.has_content_of(last);
            let contradiction = Contradiction::ChangedContent { revision: record.revision };
            return if is_same { Ok(RecordVerdict::Repeated) } else { Err(contradiction) };
        }
    }
    returns_at_most_amount(record)?;
    let event = OrderEvent::Reported(record.state());
    let phase = next(order.phase, event).map_err(contradiction)?;
    let is_conditional = record.is_tombstone() && order.submitted.is_some();
    Ok(if is_conditional { RecordVerdict::AppliedIfBelieved(phase) } else { RecordVerdict::Applied(phase) })
}

/// Checks that the record is one of this order, with its digest and amount, or its tombstone.
fn repeats_submit(order: &KnownOrder<'_>, record: &OrderRecord) -> Result<(), Contradiction> {
    if record.transaction_id != order.transaction || record.kind != order.kind {
        return Err(Contradiction::OtherOrder);
    }
    if record.is_tombstone() {
        let is_forgotten = order.last.is_some_and(|last| !last.is_tombstone());
        return if is_forgotten { Err(Contradiction::ForgottenOrder) } else { Ok(()) };
    }
    let amount = order.submitted.map(|submitted| submitted.amount);
    if record.amount.as_ref() != amount {
        let ours = amount.cloned();
        return Err(Contradiction::OtherAmount { ours, theirs: record.amount.clone() });
    }
    if record.order_digest != order.submitted.map(|submitted| submitted.digest) {
        return Err(Contradiction::OtherDigest);
    }
    Ok(())
}

fn returns_at_most_amount(record: &OrderRecord) -> Result<(), Contradiction> {
    match (&record.amount, &record.returned_amount) {
        (Some(amount), Some(returned)) if returned.amount > amount.amount => {
            Err(Contradiction::ReturnAboveAmount { amount: amount.clone(), returned: returned.clone() })
        }
        (Some(_) | None, Some(_) | None) => Ok(()),
    }
}

fn contradiction(refused: MoveRefused) -> Contradiction {
    match (refused.phase, refused.event) {
        (OrderPhase::Reported(released), OrderEvent::Reported(OrderState::Settled))
            if released.is_released() =>
        {
            Contradiction::SettledAfterRelease { released }
        }
        (OrderPhase::Reported(_), OrderEvent::NotFound) => Contradiction::ForgottenOrder,
        (phase, event) => Contradiction::IllegalMove { phase, event },
    }
}

/// Judges the answer to a cancel: first the record in it, then the outcome by the state of the record.
#[must_use]
pub fn judge_cancel(order: &KnownOrder<'_>, response: &CancelResponse) -> CancelVerdict {
    let outcome = response.outcome;
    let Some(record) = &response.order else {
        return CancelVerdict::Counts(outcome, None);
    };
    let state = record.state();
    if !fits(outcome, state, order.kind) {
        return CancelVerdict::Contradicted(Contradiction::WrongOutcome { outcome, state });
    }
    match judge_record(order, record) {
        RecordVerdict::Contradicted(contradiction) => CancelVerdict::Contradicted(contradiction),
        // The outcome belongs to a state that a later record has left.
        verdict @ RecordVerdict::Outdated => CancelVerdict::Counts(CancelOutcome::Pending, Some(verdict)),
        RecordVerdict::AppliedIfBelieved(phase) => CancelVerdict::ReleasedIfBelieved(phase),
        verdict @ (RecordVerdict::Applied(_) | RecordVerdict::Repeated) => {
            CancelVerdict::Counts(outcome, Some(verdict))
        }
    }
}

/// Returns `true` if a cancel can have this outcome with a record in this state (rails 7.7).
const fn fits(outcome: CancelOutcome, state: OrderState, kind: OrderKind) -> bool {
    match (outcome, state) {
        (CancelOutcome::Released, state) => state.is_released(),
        (CancelOutcome::Kept, state) => matches!(state, OrderState::Settled),
        // The reversal of a settled collection may be under way.
        (CancelOutcome::Pending, OrderState::Settled) => matches!(kind, OrderKind::Collection),
        (CancelOutcome::Pending, state) => !state.is_released(),
    }
}
