//! Records of orders, as answers tell them: held against the order, its last record and the adapter's memory, and stored
//! with their evidence (rails 5.3, 7, 13).

use causeway_domain::Ids;
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::orders::{
    CancelVerdict, Contradiction, Disbelief, KnownOrder, OrderEvent, OrderPhase, RecordVerdict,
    SubmittedMembers, judge_cancel, judge_record, next,
};
use causeway_rail_protocol::signing::ContentDigest;
use causeway_rail_protocol::values::{CancelOutcome, FeedPosition, OrderState};
use causeway_store::rails::{RailOrderRecord, RailStateRecord, StoredState, orders, state};
use causeway_store::{Error, Tx, Wake};

use super::claim::{ClaimSubject, OrderClaim, SignedClaim, ToldRecord};
use super::contradict::{contradict, keep};
use super::stored_order::{StoredOrder, last_record, money, phase};
use super::{belief, hold, notices, unknown_values};
use crate::rails::feed::check_memory;
use crate::runtime::rails::SignedAnswer;

/// The outcome of a claim about an order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum RecordOutcome {
    /// The order as it is stored now. `cancel` is the outcome of a cancel that counts.
    Current { order: Box<RailOrderRecord>, cancel: Option<CancelOutcome> },
    /// The adapter does not have the order, which is believed.
    Absent,
    /// Nothing was concluded: the claim cannot be believed now, or not before the feed is read to `feed_to`.
    Unconfirmed { feed_to: Option<FeedPosition> },
    /// The claim cannot be true, or is one of an adapter that has lost its memory: the order stays as it is.
    Disbelieved(Box<RailOrderRecord>),
    /// The adapter has lost its memory: the rail is suspended, and the claim does not count.
    MemoryLost,
}

/// The rows that a claim is held against. Both are locked.
struct LockedOrder {
    state: RailStateRecord,
    record: RailOrderRecord,
    last: Option<OrderRecord>,
}

/// Records a claim about an order. Locks the state of the rail, then the order.
pub(super) fn record(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    signed: &SignedClaim,
) -> Result<RecordOutcome, Error> {
    let state = state::lock(tx, order.pinned.rail)?;
    let record = orders::lock(tx, order.platform, order.name)?.ok_or(Error::Missing)?;
    if let Some(shown) = &signed.claim.memory {
        if !check_memory(tx, ids, &state, order.floor, shown)? {
            return Ok(RecordOutcome::MemoryLost);
        }
        if shown.sequence > order.floor {
            // The feed has news.
            tx.wake(Wake::Rails);
        }
    }
    let last = last_record(&record)?;
    let locked = LockedOrder { state, record, last };
    match &signed.claim.subject {
        ClaimSubject::NotFound => not_found(tx, ids, order, locked, signed),
        ClaimSubject::Record(_) | ClaimSubject::Cancel { .. } => conclude(tx, ids, order, locked, signed),
    }
}

/// Records that the adapter has refused the request of an order, with an alert. A record counts more (rails 7.4).
pub(super) fn record_refusal(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    words: &str,
) -> Result<(), Error> {
    let record = orders::lock(tx, order.platform, order.name)?.ok_or(Error::Missing)?;
    if next(phase(&record), OrderEvent::SubmitRefused) == Ok(OrderPhase::Refused) {
        let changed_at = tx.wall();
        let refused = RailOrderRecord { state: StoredState::Refused, changed_at, ..record };
        orders::update(tx, order.platform, &refused)?;
    }
    notices::order_refused(tx, ids, order, words)
}

/// Concludes from `ORDER_NOT_FOUND`.
fn not_found(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    locked: LockedOrder,
    signed: &SignedClaim,
) -> Result<RecordOutcome, Error> {
    let SignedClaim { claim, answer } = signed;
    let LockedOrder { state, record, .. } = locked;
    match belief::of_not_found(tx, order, &record, &state, claim.memory.as_ref())? {
        Ok(()) => Ok(RecordOutcome::Absent),
        Err(Disbelief::RecordSeen) => forgotten(tx, ids, order, &state, record, answer),
        Err(doubt) => Ok(unconfirmed(doubt)),
    }
}

/// Concludes from the claim that the adapter does not have an order of which a record was seen. It contradicts a record of
/// the memory that the adapter has now. A record of one that it has lost was lost with it, which is alerted by itself: the
/// order stays in doubt.
fn forgotten(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    state: &RailStateRecord,
    record: RailOrderRecord,
    answer: &SignedAnswer,
) -> Result<RecordOutcome, Error> {
    // No loss explains that money which was released here may be out.
    let is_explained = state.has_lost_memory() && !phase(&record).is_released();
    if is_explained || !belief::is_shown(tx, order, &record, state)? {
        return Ok(RecordOutcome::Disbelieved(Box::new(record)));
    }
    contradicted(tx, ids, order, record, Contradiction::ForgottenOrder, answer)
}

const fn unconfirmed(doubt: Disbelief) -> RecordOutcome {
    let feed_to = match doubt {
        Disbelief::FeedBehind { needed } => Some(needed),
        Disbelief::RecordSeen | Disbelief::NoMemory | Disbelief::OtherMemory => None,
    };
    RecordOutcome::Unconfirmed { feed_to }
}

/// Concludes from a record, or from the response to a cancel.
fn conclude(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    locked: LockedOrder,
    signed: &SignedClaim,
) -> Result<RecordOutcome, Error> {
    let SignedClaim { claim, answer } = signed;
    let judgement = match judge(order, &locked, claim)? {
        Ok(judgement) => judgement,
        Err(Contradiction::ForgottenOrder) => {
            return forgotten(tx, ids, order, &locked.state, locked.record, answer);
        }
        Err(contradiction) => return contradicted(tx, ids, order, locked.record, contradiction, answer),
    };
    if judgement.is_conditional {
        let LockedOrder { state, record, last } = &locked;
        match belief::of_tombstone(tx, order, record, last.as_ref(), state, claim.memory.as_ref())? {
            Ok(()) => {}
            Err(Disbelief::RecordSeen) => {
                return forgotten(tx, ids, order, &locked.state, locked.record, answer);
            }
            Err(doubt) => return Ok(unconfirmed(doubt)),
        }
    }
    if judgement.is_outdated {
        let rail = order.rail.record.name.clone();
        tx.count(metrics::counter!("causeway_rail_outdated_total", "rail" => rail));
    }
    let cancel = judgement.cancel;
    let (Some(state), Some(told)) = (judgement.applied, claim.record()) else {
        let order = if judgement.is_repeated { asked_anew(locked.record, claim) } else { locked.record };
        return Ok(RecordOutcome::Current { order: Box::new(order), cancel });
    };
    if state.is_released() && locked.state.has_lost_memory() {
        // An adapter that has forgotten what it did may have paid the order.
        return Ok(RecordOutcome::Unconfirmed { feed_to: None });
    }
    let stored = apply(tx, ids, order, locked.record, state, told, answer)?;
    Ok(RecordOutcome::Current { order: Box::new(stored), cancel })
}

/// Records a contradiction; the order stays as it is.
fn contradicted(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: RailOrderRecord,
    contradiction: Contradiction,
    answer: &SignedAnswer,
) -> Result<RecordOutcome, Error> {
    contradict(tx, ids, order, &record, contradiction, answer)?;
    Ok(RecordOutcome::Disbelieved(Box::new(record)))
}

/// The judgement of a claim that is possible.
#[derive(Debug, Clone, Copy, Default)]
struct Judgement {
    /// The state of the record, if it replaces the last one.
    applied: Option<OrderState>,
    /// `true` if the record is the tombstone of a submitted order, which has to be believed first.
    is_conditional: bool,
    /// `true` if the record is the last one once more.
    is_repeated: bool,
    /// `true` if the record has a lower revision than the last one, and is ignored.
    is_outdated: bool,
    /// The outcome of a cancel that counts.
    cancel: Option<CancelOutcome>,
}

/// Returns the order with the time of the next question as its repeated record says it. The time is no part of the
/// record's content, and is not stored anew.
fn asked_anew(mut order: RailOrderRecord, claim: &OrderClaim) -> RailOrderRecord {
    if let (Some(stored), Some(told)) = (&mut order.record, claim.record()) {
        stored["askAt"] = told.text["askAt"].clone();
    }
    order
}

/// Holds a claim against the order.
fn judge(
    order: &StoredOrder,
    locked: &LockedOrder,
    claim: &OrderClaim,
) -> Result<Result<Judgement, Contradiction>, Error> {
    let amount =
        money(&locked.record).ok_or_else(|| Error::Data("column amount: not positive".to_owned()))?;
    let digest = ContentDigest::from_bytes(order.pinned.digest);
    let known = KnownOrder {
        transaction: order.name.transaction,
        kind: order.name.kind,
        submitted: Some(SubmittedMembers { digest, amount: &amount }),
        phase: phase(&locked.record),
        last: locked.last.as_ref(),
    };
    Ok(match &claim.subject {
        ClaimSubject::Record(told) => of_verdict(judge_record(&known, &told.record)),
        ClaimSubject::Cancel { response, .. } => of_cancel(judge_cancel(&known, response)),
        ClaimSubject::NotFound => Ok(Judgement::default()),
    })
}

fn of_verdict(verdict: RecordVerdict) -> Result<Judgement, Contradiction> {
    match verdict {
        RecordVerdict::Applied(phase) => Ok(Judgement { applied: phase.state(), ..Judgement::default() }),
        RecordVerdict::AppliedIfBelieved(phase) => {
            Ok(Judgement { applied: phase.state(), is_conditional: true, ..Judgement::default() })
        }
        RecordVerdict::Repeated => Ok(Judgement { is_repeated: true, ..Judgement::default() }),
        RecordVerdict::Outdated => Ok(Judgement { is_outdated: true, ..Judgement::default() }),
        RecordVerdict::Contradicted(contradiction) => Err(contradiction),
    }
}

fn of_cancel(verdict: CancelVerdict) -> Result<Judgement, Contradiction> {
    match verdict {
        CancelVerdict::Counts(outcome, record) => {
            let judgement = record.map_or(Ok(Judgement::default()), of_verdict)?;
            Ok(Judgement { cancel: Some(outcome), ..judgement })
        }
        CancelVerdict::ReleasedIfBelieved(phase) => Ok(Judgement {
            applied: phase.state(),
            is_conditional: true,
            cancel: Some(CancelOutcome::Released),
            ..Judgement::default()
        }),
        CancelVerdict::Contradicted(contradiction) => Err(contradiction),
    }
}

/// Stores a record that is new and possible, with its evidence if the state changes.
fn apply(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    mut record: RailOrderRecord,
    state: OrderState,
    told: &ToldRecord,
    answer: &SignedAnswer,
) -> Result<RailOrderRecord, Error> {
    let now = tx.wall();
    unknown_values::report_in_record(tx, ids, &order.rail.record.name, &told.record)?;
    let is_change = record.state != StoredState::Known(state);
    if is_change {
        keep(tx, ids, order, &record, answer)?;
        notices::about_record(tx, ids, order, &told.record)?;
        if hold::must_wait(tx, &order.rail.record, &record, state)? {
            record.held_at = Some(now);
            notices::refund_held(tx, ids, order, state)?;
        }
    }
    record.state = StoredState::Known(state);
    record.revision = Some(i64::try_from(told.record.revision.get()).unwrap_or(i64::MAX));
    record.record = Some(told.text.clone());
    record.changed_at = now;
    orders::update(tx, order.platform, &record)?;
    Ok(record)
}
