//! Restarts, lost memory, and a store that is read-only.

use std::time::Duration;

use causeway_rail_protocol::values::{ErrorCode, OrderState};

use crate::cut::send_and_cut;
use crate::feed::{FeedReader, newest};
use crate::kit::{Kit, expect_code};
use crate::order::Order;
use crate::pause::pause;
use crate::verdict::{CaseResult, expect};

use super::cuts::submit_the_missing;
use super::orders;
use super::steps::{Step, payments, step};

/// Kills in a submit.
const KILLS: u32 = 50;
/// Kills while the partner is told.
const TELLING_KILLS: u32 = 20;

pub(crate) async fn survives(kit: &Kit) -> CaseResult {
    step(kit, Step::Restart).await?;
    let settled = orders::settling(kit).await?;
    kit.submit(&settled).await?;
    let record = kit.reach(&settled, &[OrderState::Settled]).await?;
    let barred = orders::settling(kit).await?;
    kit.remember(&barred);
    kit.cancel(&barred).await?;
    let tombstone = kit.record(&barred).await?;
    let start = kit.start().await?;
    let mut before = FeedReader::behind(kit, start);
    before.finish(500).await?;
    let memory = newest(kit).await?;
    step(kit, Step::Restart).await?;
    for (order, known) in [(&settled, &record), (&barred, &tombstone)] {
        let now = kit.record(order).await?;
        expect(now.has_content_of(known), || format!("a restart has changed {}", order.name()))?;
    }
    expect(newest(kit).await?.id == memory.id, || "a restart has changed the memory's id".to_owned())?;
    let mut after = FeedReader::behind(kit, start);
    after.finish(500).await?;
    after.items.truncate(before.items.len());
    expect(after.items == before.items, || "a restart has changed items of the feed".to_owned())
}

/// Kills the adapter at another moment of each submit.
pub(crate) async fn in_submit(kit: &Kit) -> CaseResult {
    let mut orders = Vec::new();
    for kill in 0..KILLS {
        let order = orders::settling(kit).await?;
        kit.remember(&order);
        let signed = kit.sign(kit.target(order.submit_call())?, order.bytes());
        let wait = Duration::from_millis(2) * kill;
        send_and_cut(kit, &signed.wire.bytes(&kit.plan.authority), wait).await?;
        step(kit, Step::Restart).await?;
        orders.push(order);
    }
    settle_once(kit, &orders).await
}

/// Kills the adapter after the answer, while it tells its partner, and counts the payments in the partner's book: the
/// adapter's own records cannot show that it has paid again.
pub(crate) async fn while_telling(kit: &Kit) -> CaseResult {
    kit.needs_orders().await?;
    let mut orders = Vec::new();
    for kill in 0..TELLING_KILLS {
        let order = orders::settling(kit).await?;
        kit.submit(&order).await?;
        pause(Duration::from_millis(10) * kill).await;
        step(kit, Step::Restart).await?;
        orders.push(order);
    }
    settle_once(kit, &orders).await?;
    for order in &orders {
        let paid = payments(kit, order).await?;
        expect(paid == 1, || format!("the partner has {paid} payments of {}", order.name()))?;
    }
    Ok(())
}

/// Submits what the adapter does not have, and checks that each order settles by legal moves, once.
async fn settle_once(kit: &Kit, orders: &[Order]) -> CaseResult {
    submit_the_missing(kit, orders).await?;
    for order in orders {
        kit.reach(order, &[OrderState::Settled]).await?;
        orders::is_once(kit, order).await?;
    }
    Ok(())
}

/// Puts an older copy of the store back, and lets it grow past its old end: an item must have another mark, or the memory
/// another id.
pub(crate) async fn put_back(kit: &Kit) -> CaseResult {
    step(kit, Step::Copy).await?;
    let copied = newest(kit).await?;
    let lost = orders::settling(kit).await?;
    kit.submit(&lost).await?;
    kit.reach(&lost, &[OrderState::Settled]).await?;
    let mut before = FeedReader::behind(kit, copied.sequence);
    before.finish(500).await?;
    step(kit, Step::Restore).await?;
    let restored = newest(kit).await?;
    let has_gone_back = restored.sequence < before.after;
    while newest(kit).await?.sequence < before.after {
        let more = orders::settling(kit).await?;
        kit.submit(&more).await?;
        kit.reach(&more, &[OrderState::Settled]).await?;
    }
    let mut after = FeedReader::behind(kit, copied.sequence);
    let read = after.finish(500).await;
    let other = newest(kit).await?.id != copied.id;
    let marks = |reader: &FeedReader<'_>| reader.items.first().map(|item| item.mark);
    let shows = other || read.is_err() || marks(&after) != marks(&before);
    expect(shows && (other || has_gone_back), || {
        "a store that was put back has the same id and the same marks as before".to_owned()
    })?;
    // What was lost belongs to another memory: the checks of all orders begin anew.
    kit.forget(&lost);
    Ok(())
}

pub(crate) async fn read_only(kit: &Kit) -> CaseResult {
    let order = orders::settling(kit).await?;
    kit.submit(&order).await?;
    step(kit, Step::Lock).await?;
    let outcome = answers_503(kit, &order).await;
    step(kit, Step::Unlock).await?;
    outcome?;
    kit.reach(&order, &[OrderState::Settled]).await.map(drop)
}

/// Checks that nothing is stored, and that a stored order is never `ORDER_NOT_FOUND`. Of an order that was never stored, a
/// store that can be read may say so.
async fn answers_503(kit: &Kit, stored: &Order) -> CaseResult {
    let new = orders::settling(kit).await?;
    let submitted = kit.call(new.submit_call(), new.bytes()).await?;
    expect_code(&submitted, &[ErrorCode::Unavailable])?;
    let known = kit.call(stored.status_call(), b"").await?;
    expect(matches!(known.status, 200 | 503), || format!("status {} of a stored order", known.status))?;
    let unknown = kit.call(new.status_call(), b"").await?;
    expect_code(&unknown, &[ErrorCode::Unavailable, ErrorCode::OrderNotFound]).map(drop)
}
