//! Submits and status.

use causeway_rail_protocol::messages::{OrderAnswer, OrderRecord};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{
    ErrorCode, MinorUnits, OrderKind, OrderState, RailService, TestScenario,
};
use futures_util::future::join_all;

use crate::draft::{OrderDraft, new_transaction};
use crate::feed::{history, items_behind, newest};
use crate::kit::{Kit, expect_code, message};
use crate::order::Order;
use crate::verdict::{CaseResult, expect, failed, not_tried};

/// Submits that are made at once.
const AT_ONCE: usize = 50;

/// Writes an order that settles.
pub(crate) async fn settling(kit: &Kit) -> CaseResult<Order> {
    OrderDraft::to(kit, TestScenario::Settles).await?.write(kit).await
}

/// Submits an order, and waits until it has settled: then it changes no more.
async fn settled(kit: &Kit) -> CaseResult<(Order, OrderRecord)> {
    let order = settling(kit).await?;
    kit.submit(&order).await?;
    let record = kit.reach(&order, &[OrderState::Settled]).await?;
    Ok((order, record))
}

pub(crate) async fn submit(kit: &Kit) -> CaseResult {
    let order = settling(kit).await?;
    let answer = kit.submit(&order).await?;
    order.judge_all(std::slice::from_ref(&answer.order))?;
    expect(answer.memory.sequence.sequence().is_some(), || "the order has no item of the feed".to_owned())
}

pub(crate) async fn twice(kit: &Kit) -> CaseResult {
    let (order, record) = settled(kit).await?;
    let before = newest(kit).await?;
    let again = kit.submit(&order).await?;
    expect(again.order.has_content_of(&record), || {
        format!(
            "a repeated submit is answered with revision {} instead of {}",
            again.order.revision, record.revision
        )
    })?;
    let items = items_behind(kit, before.sequence).await?;
    let has_item = items.iter().filter_map(|item| item.order.as_ref()).any(|record| order.is_of(record));
    expect(!has_item, || "a repeated submit has made an item of the feed".to_owned())
}

pub(crate) async fn at_once(kit: &Kit) -> CaseResult {
    let order = settling(kit).await?;
    for answer in join_all((0..AT_ONCE).map(|_| kit.submit(&order))).await {
        order.judge_all(std::slice::from_ref(&answer?.order))?;
    }
    is_once(kit, &order).await
}

/// Checks that an order has one beginning in the feed, and only legal moves.
pub(crate) async fn is_once(kit: &Kit, order: &Order) -> CaseResult {
    let records = history(kit, order).await?;
    let firsts = records.iter().filter(|record| record.revision.get() == 1).count();
    expect(firsts == 1, || format!("{} begins {firsts} times in the feed", order.name()))?;
    order.judge_all(&records)
}

pub(crate) async fn other_amount(kit: &Kit) -> CaseResult {
    let draft = OrderDraft::to(kit, TestScenario::Settles).await?;
    let order = draft.write(kit).await?;
    kit.submit(&order).await?;
    let amount = order.submission().amount().amount.get();
    let corridor = draft.corridor.as_ref();
    let other = if corridor.is_some_and(|corridor| corridor.maximum.get() > amount) {
        amount + 1
    } else {
        amount - 1
    };
    let other = MinorUnits::new(other).map_err(|_| not_tried("the corridor carries one amount alone"))?;
    let changed = OrderDraft { amount: Some(other), ..draft }.write(kit).await?;
    let answer = kit.insist(changed.submit_call(), changed.bytes()).await?;
    expect_code(&answer, &[ErrorCode::OrderConflict])?;
    order.judge_all(&[kit.record(&order).await?])
}

pub(crate) async fn other_bytes(kit: &Kit) -> CaseResult {
    let order = settling(kit).await?;
    kit.submit(&order).await?;
    let mut bytes = order.bytes().to_vec();
    bytes.push(b' ');
    let answer = kit.insist(order.submit_call(), &bytes).await?;
    expect_code(&answer, &[ErrorCode::OrderConflict])?;
    order.judge_all(&[kit.record(&order).await?])
}

pub(crate) async fn status_equals(kit: &Kit) -> CaseResult {
    let (order, record) = settled(kit).await?;
    let submitted = kit.submit(&order).await?.order;
    expect(record.has_content_of(&submitted), || "submit and status differ about one revision".to_owned())?;
    let records = history(kit, &order).await?;
    let last = records.last().ok_or_else(|| failed("a settled order has no item of the feed"))?;
    expect(record.has_content_of(last), || "status and the feed differ about one revision".to_owned())
}

pub(crate) async fn unknown(kit: &Kit) -> CaseResult {
    for kind in offered(kit).await? {
        let answer = kit.insist(Call::Status(kind, new_transaction(kit)), b"").await?;
        expect_code(&answer, &[ErrorCode::OrderNotFound])?;
    }
    Ok(())
}

pub(crate) async fn kinds(kit: &Kit) -> CaseResult {
    let draft = OrderDraft::to(kit, TestScenario::Settles).await?;
    let capabilities = kit.capabilities().await?;
    let mut orders = Vec::new();
    for kind in offered(kit).await? {
        if let Some(draft) = draft.as_kind(capabilities, kind) {
            orders.push(draft.write(kit).await?);
        }
    }
    if orders.len() < 2 {
        return Err(not_tried("the adapter takes one kind of orders alone"));
    }
    for order in &orders {
        let answer = kit.insist(order.submit_call(), order.bytes()).await?;
        kit.remember(order);
        let answer: OrderAnswer = message(&answer, 200)?;
        order.judge_all(&[answer.order])?;
    }
    for order in &orders {
        order.judge_all(&[kit.record(order).await?])?;
    }
    Ok(())
}

/// Returns the kinds of orders that the adapter takes.
async fn offered(kit: &Kit) -> CaseResult<Vec<OrderKind>> {
    let capabilities = kit.capabilities().await?;
    let kinds = [
        (RailService::Payout, OrderKind::Payout),
        (RailService::Collection, OrderKind::Collection),
        (RailService::Refund, OrderKind::Refund),
    ];
    Ok(kinds.into_iter().filter(|(service, _)| capabilities.offers(*service)).map(|(_, kind)| kind).collect())
}
