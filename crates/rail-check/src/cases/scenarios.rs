//! The lives of orders to test destinations.

use std::time::{Duration, Instant};

use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::values::{OrderReason, OrderState, TestScenario};

use crate::draft::OrderDraft;
use crate::feed::{history, items_behind};
use crate::kit::Kit;
use crate::order::Order;
use crate::pause::{POLL, pause};
use crate::verdict::{CaseResult, expect};

use super::orders;

/// Time for which an order without a word of the partner is watched.
const SILENCE: Duration = Duration::from_secs(10);

/// An order at its end.
struct EndedOrder {
    order: Order,
    record: OrderRecord,
    /// All its records, oldest first.
    records: Vec<OrderRecord>,
}

/// Submits an order to a test destination and waits for its end, which must be reached by legal moves, and stay.
async fn play(kit: &Kit, scenario: TestScenario, end: OrderState) -> CaseResult<EndedOrder> {
    let order = OrderDraft::to(kit, scenario).await?.write(kit).await?;
    kit.submit(&order).await?;
    let record = kit.reach(&order, &[end]).await?;
    orders::is_once(kit, &order).await?;
    let again = kit.submit(&order).await?.order;
    expect(again.has_content_of(&record), || {
        format!("{} was {end}, and is {} with revision {} later", order.name(), again.state(), again.revision)
    })?;
    let records = history(kit, &order).await?;
    Ok(EndedOrder { order, record, records })
}

pub(crate) async fn settles(kit: &Kit) -> CaseResult {
    let settled = play(kit, TestScenario::Settles, OrderState::Settled).await?;
    expect(settled.record.settled_at.is_some(), || "a settled order has no settledAt".to_owned())
}

pub(crate) async fn refused(kit: &Kit) -> CaseResult {
    let EndedOrder { record, .. } = play(kit, TestScenario::Refused, OrderState::Failed).await?;
    expect(record.reason.is_some(), || "a refused order has no reason".to_owned())
}

pub(crate) async fn account_invalid(kit: &Kit) -> CaseResult {
    let EndedOrder { record, .. } = play(kit, TestScenario::AccountInvalid, OrderState::Failed).await?;
    expect(record.reason() == OrderReason::AccountInvalid, || {
        format!("the reason is {} instead of ACCOUNT_INVALID", record.reason())
    })
}

pub(crate) async fn fails_late(kit: &Kit) -> CaseResult {
    let EndedOrder { record, records, .. } = play(kit, TestScenario::FailsLate, OrderState::Failed).await?;
    expect(record.reason.is_some(), || "a failed order has no reason".to_owned())?;
    let was_taken = records.iter().any(|record| record.state() == OrderState::Accepted);
    expect(was_taken, || "the order was never ACCEPTED before it failed".to_owned())
}

pub(crate) async fn returned(kit: &Kit) -> CaseResult {
    let EndedOrder { order, record, .. } = play(kit, TestScenario::Returned, OrderState::Returned).await?;
    // The schema demands an amount; more than was paid cannot come back.
    let back = record.returned_amount.as_ref().map(|back| back.amount);
    expect(back <= Some(order.submission().amount().amount), || "more came back than was paid".to_owned())
}

pub(crate) async fn partner_silent(kit: &Kit) -> CaseResult {
    let order = OrderDraft::to(kit, TestScenario::PartnerSilent).await?.write(kit).await?;
    kit.submit(&order).await?;
    let began = Instant::now();
    while began.elapsed() < SILENCE {
        let state = kit.record(&order).await?.state();
        let is_open = !state.is_final() && state != OrderState::Settled;
        expect(is_open, || format!("the partner has said nothing, and the order is {state}"))?;
        pause(POLL).await;
    }
    Ok(())
}

/// Checks the items of all orders of this check, and their present records.
pub(crate) async fn all_legal(kit: &Kit) -> CaseResult {
    kit.needs_orders().await?;
    let items = items_behind(kit, kit.start().await?).await?;
    let records: Vec<OrderRecord> = items.into_iter().filter_map(|item| item.order).collect();
    for order in kit.orders() {
        let own: Vec<OrderRecord> = records.iter().filter(|record| order.is_of(record)).cloned().collect();
        let Some(last) = own.last() else { continue };
        order.judge_all(&own)?;
        if last.state().is_final() {
            let now = kit.record(&order).await?;
            expect(now.has_content_of(last), || {
                format!("{} was {}, and is {} later", order.name(), last.state(), now.state())
            })?;
        }
    }
    Ok(())
}
