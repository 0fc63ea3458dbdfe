//! Pushes.

use std::time::{Duration, Instant};

use causeway_rail_protocol::memory::check_copy;
use causeway_rail_protocol::messages::FeedItem;

use crate::feed::items_behind;
use crate::kit::Kit;
use crate::order::Order;
use crate::pause::{POLL, pause};
use crate::push::{PushReceiver, ReceivedPush};
use crate::verdict::{CaseResult, expect, failed, not_tried};

use super::orders;

/// Time within which a new item is pushed (rails 18).
const IN_TIME: Duration = Duration::from_secs(5);
/// Time within which the adapter pushes again after pauses that have grown.
const GROWN_PAUSE: Duration = Duration::from_mins(6);
/// Pushes that are refused.
const REFUSALS: usize = 2;
/// Time in which what was taken must not come again.
const QUIET: Duration = Duration::from_secs(5);

async fn receiver(kit: &Kit) -> CaseResult<&PushReceiver> {
    if !kit.needs_orders().await?.push {
        return Err(not_tried("the adapter does not push"));
    }
    kit.pushes
        .as_ref()
        .ok_or_else(|| not_tried("needs --listen with the address to which the adapter pushes"))
}

fn names(push: &ReceivedPush, order: &Order) -> bool {
    push.items.iter().filter_map(|item| item.order.as_ref()).any(|record| order.is_of(record))
}

/// Waits for a push that names an order, and returns it with those before it.
async fn wait_for(receiver: &PushReceiver, order: &Order, limit: Duration) -> CaseResult<Vec<ReceivedPush>> {
    let began = Instant::now();
    loop {
        let received = receiver.received();
        if received.iter().any(|push| push.is_taken && names(push, order)) {
            return Ok(received);
        }
        expect(began.elapsed() < limit, || format!("no push of {} within {limit:?}", order.name()))?;
        pause(POLL).await;
    }
}

/// Returns the paths of all pushes, once one was taken that names this order.
pub(super) async fn paths(kit: &Kit, order: &Order) -> CaseResult<Vec<String>> {
    let received = wait_for(receiver(kit).await?, order, GROWN_PAUSE).await?;
    Ok(received.into_iter().map(|push| push.path).collect())
}

pub(crate) async fn in_time(kit: &Kit) -> CaseResult {
    let receiver = receiver(kit).await?;
    // Before the check began, pushes may have been refused: their pauses have grown.
    let first = orders::settling(kit).await?;
    kit.submit(&first).await?;
    wait_for(receiver, &first, GROWN_PAUSE).await?;
    let order = orders::settling(kit).await?;
    kit.submit(&order).await?;
    let received = wait_for(receiver, &order, IN_TIME).await?;
    let feed = items_behind(kit, kit.start().await?).await?;
    for item in received.iter().flat_map(|push| &push.items) {
        let Some(told) = feed.iter().find(|told| told.sequence == item.sequence) else {
            // Older than this check.
            continue;
        };
        check_copy(&told.summary(), item).map_err(|fault| failed(format!("a pushed item: {fault}")))?;
    }
    Ok(())
}

pub(crate) async fn repeated(kit: &Kit) -> CaseResult {
    let receiver = receiver(kit).await?;
    let before = receiver.received().len();
    receiver.refuse(REFUSALS);
    let order = orders::settling(kit).await?;
    kit.submit(&order).await?;
    let pushes = wait_for(receiver, &order, GROWN_PAUSE).await?;
    let refused: Vec<&ReceivedPush> = pushes.iter().skip(before).filter(|push| !push.is_taken).collect();
    expect(refused.len() == REFUSALS, || format!("{} of {REFUSALS} refused pushes", refused.len()))?;
    let taken: Vec<FeedItem> =
        pushes.iter().skip(before).filter(|push| push.is_taken).flat_map(|push| push.items.clone()).collect();
    let all_repeated = refused.iter().flat_map(|push| &push.items).all(|item| taken.contains(item));
    expect(all_repeated, || "a refused item was not pushed again".to_owned())?;
    let slowed =
        refused.windows(2).all(|pair| pair[1].at.duration_since(pair[0].at) >= Duration::from_millis(500));
    expect(slowed, || "a refused push is repeated at once".to_owned())?;
    let counted = pushes.len();
    pause(QUIET).await;
    let later = receiver.received();
    let again = later.iter().skip(counted).flat_map(|push| &push.items).any(|item| taken.contains(item));
    expect(!again, || "a taken item was pushed again".to_owned())
}
