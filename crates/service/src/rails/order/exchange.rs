//! Exchanges about stored orders: submit, status and cancel. They run outside of transactions, and each answer is recorded
//! in one. No answer is followed by a question, never by a conclusion.

use std::sync::Arc;

use bytes::Bytes;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::ORDER_BODY;
use causeway_rail_protocol::messages::CancelRequest;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{CancelOutcome, CancelReason, FeedPosition, OrderState};
use causeway_store::rails::{OrderName, RailOrderRecord, orders, state};
use causeway_store::{Error, Tx};

use super::claim::{AnswerMeaning, OrderClaim, SignedClaim, read};
use super::notices;
use super::record::{RecordOutcome, record, record_refusal};
use super::report::{CancelReport, OrderReport, free_by_record, report, unclear};
use super::stored_order::{StoredOrder, phase};
use crate::ports::RailError;
use crate::rails::feed::position;
use crate::runtime::rails::{Exchange, Rails, SignedAnswer};
use crate::runtime::timers;

/// Sends the stored bytes of an order.
pub(super) async fn send(rails: &Arc<Rails>, order: &StoredOrder) -> Result<OrderReport, RailError> {
    let OrderName { transaction, kind } = order.name;
    let body = Bytes::from(order.pinned.body.clone());
    let answer = exchange(rails, order, Call::Submit(kind, transaction), body).await?;
    match read(Call::Submit(kind, transaction).operation(), &answer) {
        AnswerMeaning::Claim(claim) => conclude(rails, order, claim, answer).await,
        AnswerMeaning::Refused(words) => {
            save_refusal(rails, order, words).await?;
            cancel_refused(rails, order).await
        }
        AnswerMeaning::Conflict(words) => {
            notify(rails, order, words).await?;
            ask(rails, order).await
        }
        AnswerMeaning::Unsupported(_) | AnswerMeaning::Nothing => Err(RailError::Unclear),
    }
}

/// Asks the adapter for the record of an order.
pub(super) async fn ask(rails: &Arc<Rails>, order: &StoredOrder) -> Result<OrderReport, RailError> {
    let OrderName { transaction, kind } = order.name;
    let call = Call::Status(kind, transaction);
    let answer = exchange(rails, order, call, Bytes::new()).await?;
    match read(call.operation(), &answer) {
        AnswerMeaning::Claim(claim) => conclude(rails, order, claim, answer).await,
        AnswerMeaning::Unsupported(words) => {
            notify(rails, order, words).await?;
            Err(RailError::Unclear)
        }
        AnswerMeaning::Refused(_) | AnswerMeaning::Conflict(_) | AnswerMeaning::Nothing => {
            Err(RailError::Unclear)
        }
    }
}

/// Has the adapter cancel an order whose request it has refused, and returns what is known then (rails 7.6).
pub(super) async fn cancel_refused(
    rails: &Arc<Rails>,
    order: &StoredOrder,
) -> Result<OrderReport, RailError> {
    send_cancel(rails, order, CancelReason::RefusedRequest).await?;
    last_report(rails, order).await?.ok_or(RailError::Unclear)
}

/// Has the adapter cancel an order. The outcome is that of the stored record: a claim alone frees nothing.
pub(super) async fn send_cancel(
    rails: &Arc<Rails>,
    order: &StoredOrder,
    reason: CancelReason,
) -> Result<CancelReport, RailError> {
    let OrderName { transaction, kind } = order.name;
    let call = Call::Cancel(kind, transaction);
    let body = Bytes::from(CancelRequest { reason }.to_json());
    let answer = exchange(rails, order, call, body).await?;
    let claim = match read(call.operation(), &answer) {
        AnswerMeaning::Claim(claim) => claim,
        AnswerMeaning::Unsupported(words) => {
            notify(rails, order, words).await?;
            return Err(RailError::Unclear);
        }
        AnswerMeaning::Refused(_) | AnswerMeaning::Conflict(_) | AnswerMeaning::Nothing => {
            return Err(RailError::Unclear);
        }
    };
    match save(rails, order, claim, answer).await? {
        RecordOutcome::Current { order: stored, cancel } => of_cancel(&stored, cancel),
        RecordOutcome::Disbelieved(stored) => free_by_record(&stored).ok_or(RailError::Unclear),
        RecordOutcome::Absent | RecordOutcome::Unconfirmed { .. } | RecordOutcome::MemoryLost => {
            Err(RailError::Unclear)
        }
    }
}

/// Returns the outcome of a cancel, as the stored order bears it out.
fn of_cancel(stored: &RailOrderRecord, outcome: Option<CancelOutcome>) -> Result<CancelReport, RailError> {
    match outcome {
        Some(CancelOutcome::Released) => free_by_record(stored).ok_or(RailError::Unclear),
        Some(CancelOutcome::Kept) => Ok(CancelReport::Kept),
        Some(CancelOutcome::Pending) => Ok(CancelReport::Pending(report(stored)?)),
        None => Err(RailError::Unclear),
    }
}

async fn exchange(
    rails: &Arc<Rails>,
    order: &StoredOrder,
    call: Call,
    body: Bytes,
) -> Result<SignedAnswer, RailError> {
    let exchange =
        Exchange { rail: &order.rail, call, body, limit: timers::RAIL_EXCHANGE, body_max: ORDER_BODY };
    rails.link().exchange(exchange).await.map_err(|_| RailError::Unclear)
}

/// Records a claim about an order, and returns what is known then.
async fn conclude(
    rails: &Arc<Rails>,
    order: &StoredOrder,
    claim: OrderClaim,
    answer: SignedAnswer,
) -> Result<OrderReport, RailError> {
    match save(rails, order, claim, answer).await? {
        RecordOutcome::Current { order: stored, .. } => report(&stored)?.ok_or(RailError::Unclear),
        RecordOutcome::Absent => Ok(OrderReport::Absent),
        RecordOutcome::Disbelieved(stored) if has_ended(&stored) => {
            report(&stored)?.ok_or(RailError::Unclear)
        }
        RecordOutcome::Disbelieved(_) | RecordOutcome::Unconfirmed { .. } | RecordOutcome::MemoryLost => {
            Err(RailError::Unclear)
        }
    }
}

/// Records a claim. One that cannot be believed before the feed is read further waits for that for a short time.
async fn save(
    rails: &Arc<Rails>,
    order: &StoredOrder,
    claim: OrderClaim,
    answer: SignedAnswer,
) -> Result<RecordOutcome, RailError> {
    let told = Arc::new(SignedClaim { claim, answer });
    let outcome = save_once(rails, order, &told).await?;
    let RecordOutcome::Unconfirmed { feed_to: Some(needed) } = outcome else { return Ok(outcome) };
    if !feed_reaches(rails, order, needed).await {
        return Ok(outcome);
    }
    save_once(rails, order, &told).await
}

async fn save_once(
    rails: &Arc<Rails>,
    order: &StoredOrder,
    told: &Arc<SignedClaim>,
) -> Result<RecordOutcome, RailError> {
    let ids = rails.parts().ids.clone();
    let stored = order.clone();
    let told = Arc::clone(told);
    let write = move |tx: &mut Tx<'_>| record(tx, &ids, &stored, &told);
    rails.parts().store.write(&[], write).await.map_err(|error| unclear(order.name, &error))
}

/// Waits until the feed of an order's rail is read to this place. Returns `false` if that takes too long.
async fn feed_reaches(rails: &Arc<Rails>, order: &StoredOrder, needed: FeedPosition) -> bool {
    let rail = order.pinned.rail;
    let reach = async {
        loop {
            let found: Result<_, Error> = rails.parts().store.find(move |tx| state::find(tx, rail)).await;
            match found.and_then(|state| state.map(|state| position(state.cursor)).transpose()) {
                Ok(Some(reached)) if reached >= needed => return true,
                Ok(Some(_)) => timers::pause(timers::RAIL_BELIEF_POLL).await,
                Ok(None) | Err(_) => return false,
            }
        }
    };
    timers::within(timers::RAIL_BELIEF, reach).await.unwrap_or(false)
}

/// Returns the last record of an order; `None` before the first.
async fn last_report(rails: &Arc<Rails>, order: &StoredOrder) -> Result<Option<OrderReport>, RailError> {
    let platform = order.platform;
    let name = order.name;
    let read = move |tx: &mut Tx<'_>| orders::find(tx, platform, name);
    let found: Result<_, Error> = rails.parts().store.find(read).await;
    match found.map_err(|error| unclear(name, &error))? {
        Some(record) => report(&record),
        None => Ok(None),
    }
}

/// Records that the adapter has refused the request of an order, which is then never submitted again.
async fn save_refusal(rails: &Arc<Rails>, order: &StoredOrder, words: String) -> Result<(), RailError> {
    let ids = rails.parts().ids.clone();
    let stored = order.clone();
    let write = move |tx: &mut Tx<'_>| record_refusal(tx, &ids, &stored, &words);
    rails.parts().store.write(&[], write).await.map_err(|error| unclear(order.name, &error))
}

/// Raises the alert about a request that the adapter has refused.
async fn notify(rails: &Arc<Rails>, order: &StoredOrder, words: String) -> Result<(), RailError> {
    let ids = rails.parts().ids.clone();
    let stored = order.clone();
    let write = move |tx: &mut Tx<'_>| notices::order_refused(tx, &ids, &stored, &words);
    rails.parts().store.write(&[], write).await.map_err(|error| unclear(order.name, &error))
}

/// Returns `true` if the last record is the end of the order, except for a return of its money.
fn has_ended(order: &RailOrderRecord) -> bool {
    phase(order).state().is_some_and(|state| state.is_released() || state == OrderState::Settled)
}
