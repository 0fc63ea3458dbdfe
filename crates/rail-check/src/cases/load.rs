//! Many orders.

use std::time::{Duration, Instant};

use causeway_rail_protocol::limits::ORDER_TIMEOUT;
use causeway_rail_protocol::values::TestScenario;
use futures_util::stream::{StreamExt, TryStreamExt, iter};

use crate::draft::OrderDraft;
use crate::kit::Kit;
use crate::verdict::{CaseResult, expect};

/// Number of orders.
const ORDERS: usize = 1000;
/// Orders at once, if the adapter declares no number.
const AT_ONCE: u64 = 4;
/// Orders at once that the kit sends at most.
const AT_ONCE_MAXIMUM: u64 = 64;

pub(crate) async fn many(kit: &Kit) -> CaseResult {
    let capabilities = kit.needs_orders().await?;
    let declared = capabilities.limits.concurrency.map_or(AT_ONCE, |declared| declared.get());
    let at_once = usize::try_from(declared.clamp(1, AT_ONCE_MAXIMUM)).unwrap_or(1);
    let durations = iter(0..ORDERS).map(|_| timed(kit)).buffer_unordered(at_once);
    let mut durations: Vec<Duration> = durations.try_collect().await?;
    durations.sort();
    let slow = durations[durations.len() * 99 / 100];
    expect(slow < ORDER_TIMEOUT, || format!("one of 100 submits takes {slow:?} or longer"))
}

/// Submits an order, and returns the time to its answer.
async fn timed(kit: &Kit) -> CaseResult<Duration> {
    let order = OrderDraft::to(kit, TestScenario::Settles).await?.write(kit).await?;
    let began = Instant::now();
    let answer = kit.submit(&order).await?;
    let duration = began.elapsed();
    order.judge_all(&[answer.order])?;
    Ok(duration)
}
