//! Cancels.

use std::time::Instant;

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{CancelRequest, CancelResponse, OrderRecord};
use causeway_rail_protocol::values::{CancelOutcome, CancelPolicy, CancelReason, OrderState, TestScenario};
use futures_util::future::join;
use futures_util::stream::{StreamExt, TryStreamExt, iter};

use crate::cut::send_and_cut_answer;
use crate::draft::OrderDraft;
use crate::feed::history;
use crate::kit::{Kit, SCENARIO};
use crate::order::Order;
use crate::pause::{POLL, pause};
use crate::verdict::{CaseResult, expect, failed, not_tried};

use super::orders;

/// Pairs of a submit and a cancel.
const PAIRS: u32 = 100;
/// Pairs at once.
const AT_ONCE: usize = 8;

/// Cancels an order until the outcome is decided. A released order must say so in its record.
async fn decided(kit: &Kit, order: &Order) -> CaseResult<CancelResponse> {
    let began = Instant::now();
    loop {
        let response = kit.cancel(order).await?;
        let state = response.order.as_ref().map(OrderRecord::state);
        let fits = match response.outcome {
            CancelOutcome::Released => state.is_some_and(OrderState::is_released),
            CancelOutcome::Kept => state == Some(OrderState::Settled),
            CancelOutcome::Pending => {
                !state.is_some_and(|state| state.is_final() || state == OrderState::Settled)
            }
        };
        expect(fits, || format!("{} is {} with the record {state:?}", order.name(), response.outcome))?;
        if response.outcome != CancelOutcome::Pending {
            return Ok(response);
        }
        expect(began.elapsed() < SCENARIO, || format!("the cancel of {} is still PENDING", order.name()))?;
        pause(POLL).await;
    }
}

/// Writes an order that stays open until it is cancelled.
async fn cancellable(kit: &Kit) -> CaseResult<Order> {
    let draft = OrderDraft::to(kit, TestScenario::Cancellable).await?;
    if draft.corridor.as_ref().is_some_and(|corridor| corridor.cancel == CancelPolicy::Never) {
        return Err(not_tried("the corridor of the test destination cancels nothing"));
    }
    draft.write(kit).await
}

pub(crate) async fn unknown(kit: &Kit) -> CaseResult {
    let order = orders::settling(kit).await?;
    kit.remember(&order);
    let response = decided(kit, &order).await?;
    let record = released(&response)?;
    expect(record.is_tombstone() && record.amount.is_none(), || {
        "the cancel of an unknown id leaves a record with a digest".to_owned()
    })?;
    let late = kit.submit(&order).await?.order;
    expect(late.has_content_of(record), || {
        format!("a submit after the cancel is answered with {} instead of the tombstone", late.state())
    })?;
    expect(kit.record(&order).await?.is_tombstone(), || "status does not show the tombstone".to_owned())?;
    order.judge_all(&history(kit, &order).await?)
}

/// Returns the record of a released order.
fn released(response: &CancelResponse) -> CaseResult<&OrderRecord> {
    let record = response.order.as_ref().filter(|_| response.outcome == CancelOutcome::Released);
    record.ok_or_else(|| failed(format!("the outcome is {} instead of RELEASED", response.outcome)))
}

pub(crate) async fn at_once(kit: &Kit) -> CaseResult {
    let order = cancellable(kit).await?;
    kit.submit(&order).await?;
    let response = decided(kit, &order).await?;
    let record = released(&response)?;
    expect(record.state() == OrderState::Cancelled, || {
        format!("the order is {} instead of CANCELLED", record.state())
    })?;
    orders::is_once(kit, &order).await
}

pub(crate) async fn twice(kit: &Kit) -> CaseResult {
    let order = cancellable(kit).await?;
    kit.submit(&order).await?;
    let body = CancelRequest { reason: CancelReason::Operator }.to_json();
    let signed = kit.sign(kit.target(order.cancel_call())?, body.as_bytes());
    send_and_cut_answer(kit, &signed.wire.bytes(&kit.plan.authority)).await?;
    let first = decided(kit, &order).await?;
    let second = decided(kit, &order).await?;
    let is_same = released(&first)?.has_content_of(released(&second)?);
    expect(is_same, || "a repeated cancel has another record".to_owned())?;
    orders::is_once(kit, &order).await
}

pub(crate) async fn open(kit: &Kit) -> CaseResult {
    let order = cancellable(kit).await?;
    kit.submit(&order).await?;
    kit.reach(&order, &[OrderState::Accepted]).await?;
    released(&decided(kit, &order).await?)?;
    let again = kit.submit(&order).await?.order;
    expect(again.state().is_released(), || format!("the released order is {} later", again.state()))?;
    orders::is_once(kit, &order).await
}

pub(crate) async fn ended(kit: &Kit) -> CaseResult {
    let mut is_tried = false;
    for (scenario, state, outcome) in [
        (TestScenario::Settles, OrderState::Settled, CancelOutcome::Kept),
        (TestScenario::Returned, OrderState::Returned, CancelOutcome::Released),
        (TestScenario::AccountInvalid, OrderState::Failed, CancelOutcome::Released),
    ] {
        if kit.needs_orders().await?.test_destination(scenario).is_none() {
            continue;
        }
        let order = OrderDraft::to(kit, scenario).await?.write(kit).await?;
        is_tried = true;
        kit.submit(&order).await?;
        let record = kit.reach(&order, &[state]).await?;
        let response = decided(kit, &order).await?;
        expect(response.outcome == outcome, || {
            format!("a {state} order is {} instead of {outcome}", response.outcome)
        })?;
        let same = response.order.as_ref().is_some_and(|after| after.has_content_of(&record));
        expect(same, || format!("the cancel of a {state} order has changed its record"))?;
    }
    if is_tried { Ok(()) } else { Err(not_tried("the adapter has no test destination for it")) }
}

/// Submits and cancels at once: what is released never settles.
pub(crate) async fn pairs(kit: &Kit) -> CaseResult {
    kit.needs_orders().await?;
    let results = iter(0..PAIRS).map(|number| pair(kit, number)).buffer_unordered(AT_ONCE);
    results.try_collect::<Vec<()>>().await.map(drop)
}

async fn pair(kit: &Kit, number: u32) -> CaseResult {
    let order = orders::settling(kit).await?;
    kit.remember(&order);
    // The cancel is before, within and after the submit.
    let delayed = async {
        pause(POLL * number / PAIRS * 4).await;
        kit.cancel(&order).await
    };
    let (submitted, cancelled) = join(kit.submit(&order), delayed).await;
    submitted?;
    let outcome = cancelled?.outcome;
    let end = kit.reach(&order, &[OrderState::Settled, OrderState::Cancelled, OrderState::Failed]).await?;
    let is_released = end.state().is_released();
    expect(outcome != CancelOutcome::Released || is_released, || {
        format!("{} was RELEASED, and is {}", order.name(), end.state())
    })?;
    expect(outcome != CancelOutcome::Kept || !is_released, || {
        format!("{} was KEPT, and is {}", order.name(), end.state())
    })?;
    order.judge_all(&history(kit, &order).await?)
}
