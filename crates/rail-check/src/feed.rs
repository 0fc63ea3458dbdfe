//! Reading the feed.

use std::collections::BTreeMap;

use causeway_rail_protocol::memory::check_page;
use causeway_rail_protocol::messages::{FeedItem, FeedPage, OrderRecord};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{ErrorCode, FeedPosition, Mark, Memory, Sequence};

use crate::kit::{Kit, expect_code, message};
use crate::order::Order;
use crate::verdict::{CaseResult, failed, not_tried};

/// A reader of the feed, with the marks that it has seen.
#[derive(Debug)]
pub(crate) struct FeedReader<'a> {
    kit: &'a Kit,
    pub(crate) after: FeedPosition,
    marks: BTreeMap<Sequence, Mark>,
    pub(crate) items: Vec<FeedItem>,
}

impl<'a> FeedReader<'a> {
    /// Begins behind this place. The mark of the place is taken from the first page.
    pub(crate) const fn behind(kit: &'a Kit, after: FeedPosition) -> Self {
        Self { kit, after, marks: BTreeMap::new(), items: Vec::new() }
    }

    /// Reads a page, which must continue the feed; returns `true` if there may be another one.
    pub(crate) async fn next(&mut self, limit: u32) -> CaseResult<bool> {
        let page = page(self.kit, self.after, limit).await?;
        if let (Some(sequence), Some(mark)) = (self.after.sequence(), page.previous_mark) {
            self.marks.entry(sequence).or_insert(mark);
        }
        let marks = &self.marks;
        let checked = check_page(self.after, &page, |sequence| marks.get(&sequence).copied());
        checked.map_err(|fault| failed(format!("the page behind {}: {fault}", self.after)))?;
        if u32::try_from(page.items.len()).is_ok_and(|items| items > limit) {
            return Err(failed(format!("{} items in a page of at most {limit}", page.items.len())));
        }
        for item in &page.items {
            self.marks.insert(item.sequence, item.mark);
            self.after = item.sequence.into();
        }
        self.items.extend(page.items);
        Ok(page.more)
    }

    /// Reads to the end.
    pub(crate) async fn finish(&mut self, limit: u32) -> CaseResult {
        while self.next(limit).await? {}
        Ok(())
    }
}

/// Asks for a page.
pub(crate) async fn page(kit: &Kit, after: FeedPosition, limit: u32) -> CaseResult<FeedPage> {
    let answer = kit.insist(Call::Changes { after, limit }, b"").await?;
    if answer.status == 410 {
        expect_code(&answer, &[ErrorCode::CursorTooOld])?;
        return Err(not_tried("the adapter no longer keeps the beginning of its feed"));
    }
    message(&answer, 200)
}

/// Returns the items behind a place, to the end.
pub(crate) async fn items_behind(kit: &Kit, after: FeedPosition) -> CaseResult<Vec<FeedItem>> {
    let limit = kit.capabilities().await?.limits.page_items();
    let mut reader = FeedReader::behind(kit, after);
    reader.finish(limit).await?;
    Ok(reader.items)
}

/// Returns the records of an order in the feed of this check, oldest first.
pub(crate) async fn history(kit: &Kit, order: &Order) -> CaseResult<Vec<OrderRecord>> {
    let items = items_behind(kit, kit.start().await?).await?;
    Ok(items.into_iter().filter_map(|item| item.order).filter(|record| order.is_of(record)).collect())
}

/// Returns the present end of the feed.
pub(crate) async fn newest(kit: &Kit) -> CaseResult<Memory> {
    let start = kit.start().await?;
    Ok(page(kit, start, 1).await?.memory)
}
