//! The feed.

use std::sync::atomic::{AtomicBool, Ordering};

use causeway_rail_protocol::limits::PAGE_ITEMS;
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::values::{FeedPosition, OrderState, TestScenario};
use futures_util::future::join;
use futures_util::stream::{StreamExt, TryStreamExt, iter};

use crate::draft::OrderDraft;
use crate::feed::{FeedReader, items_behind, newest, page};
use crate::kit::Kit;
use crate::verdict::{CaseResult, expect, failed};

/// Items that are read in pages of several lengths.
const COMPARED: u64 = 120;
/// Orders that come in while a reader reads.
const SUBMITS: usize = 200;
/// Submits at once.
const AT_ONCE: usize = 8;

pub(crate) async fn whole(kit: &Kit) -> CaseResult {
    items_behind(kit, FeedPosition::START).await.map(drop)
}

pub(crate) async fn pages(kit: &Kit) -> CaseResult {
    let end = newest(kit).await?.sequence;
    let begin =
        FeedPosition::new(end.get().saturating_sub(COMPARED)).map_err(|error| failed(error.to_string()))?;
    let mut lists = Vec::new();
    for limit in [1, 7, PAGE_ITEMS] {
        let mut reader = FeedReader::behind(kit, begin);
        while reader.after < end && reader.next(limit).await? {}
        reader.items.retain(|item| FeedPosition::from(item.sequence) <= end);
        expect(reader.after >= end, || format!("pages of {limit} end at {} instead of {end}", reader.after))?;
        lists.push(reader.items);
    }
    expect(lists.windows(2).all(|pair| pair[0] == pair[1]), || {
        "pages of another length have other items".to_owned()
    })
}

/// Reads while orders come in: an item must not appear behind one that was read.
pub(crate) async fn reader(kit: &Kit) -> CaseResult {
    kit.needs_orders().await?;
    let begin = newest(kit).await?.sequence;
    let is_done = AtomicBool::new(false);
    let submits = async {
        let all =
            iter(0..SUBMITS).map(|_| submit(kit)).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await;
        is_done.store(true, Ordering::Release);
        all
    };
    let mut reader = FeedReader::behind(kit, begin);
    let reads = async {
        while !is_done.load(Ordering::Acquire) {
            reader.next(7).await?;
        }
        reader.finish(PAGE_ITEMS).await
    };
    let (submitted, read) = join(submits, reads).await;
    submitted?;
    read?;
    let mut again = items_behind(kit, begin).await?;
    again.truncate(reader.items.len());
    expect(again == reader.items, || "a reader has seen other items than the feed has later".to_owned())?;
    let firsts =
        again.iter().filter_map(|item| item.order.as_ref()).filter(|record| record.revision.get() == 1);
    let firsts = firsts.count();
    expect(firsts >= SUBMITS, || format!("{firsts} of {SUBMITS} new orders are in the feed"))
}

async fn submit(kit: &Kit) -> CaseResult {
    let order = OrderDraft::to(kit, TestScenario::Settles).await?.write(kit).await?;
    kit.submit(&order).await.map(drop)
}

/// Checks that the feed tells the present record of each order of this check that has ended.
pub(crate) async fn final_states(kit: &Kit) -> CaseResult {
    kit.needs_orders().await?;
    let mut ended = Vec::new();
    for order in kit.orders() {
        if let Some(answer) = kit.status(&order).await?
            && (answer.order.state().is_final() || answer.order.state() == OrderState::Settled)
        {
            ended.push((order, answer.order));
        }
    }
    let items = items_behind(kit, kit.start().await?).await?;
    let records: Vec<OrderRecord> = items.into_iter().filter_map(|item| item.order).collect();
    for (order, record) in &ended {
        let is_told = records.iter().any(|told| order.is_of(told) && told.has_content_of(record));
        expect(is_told, || format!("the feed does not tell that {} is {}", order.name(), record.state()))?;
    }
    Ok(())
}

pub(crate) async fn past_end(kit: &Kit) -> CaseResult {
    let beyond = newest(kit).await?.sequence.get() + 1_000_000;
    let beyond = FeedPosition::new(beyond).map_err(|error| failed(error.to_string()))?;
    let last = page(kit, beyond, 1).await?;
    expect(last.items.is_empty() && !last.more, || "there are items past the end".to_owned())?;
    expect(last.previous_mark.is_none(), || "a place past the end has a mark".to_owned())?;
    let first = page(kit, FeedPosition::START, 1).await?;
    expect(first.previous_mark.is_none(), || "the place before the first item has a mark".to_owned())
}
