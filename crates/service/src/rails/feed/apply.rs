//! Applying a page of a feed in one transaction: its items, the cursor, and the jobs of payments (rails 8.1).

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::memory::{self, FeedFault};
use causeway_rail_protocol::messages::{FeedPage, ItemContent};
use causeway_rail_protocol::values::{FeedPosition, Mark, Sequence};
use causeway_store::rails::{Cursor, OrderName, RailItemRecord, RailStateRecord, items, state};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::changed_copy::{ItemsMessage, compare_copies};
use super::continuity::{check_memory, parse_mark, report_loss};
use super::items::{FeedPlace, record_of};
use super::news::read_news;
use super::outcome::{FeedOutcome, PageOutcome};
use super::suspend::suspend;
use super::values::report_unknown_value;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::{KnownRail, SignedAnswer, hasten_waiting};

/// Maximum number of unknown orders that an alert names.
const NAMED: u32 = 20;

/// A page as it was received.
pub(super) struct ReadPage {
    pub(super) rail: Arc<KnownRail>,
    /// The place that was asked for.
    pub(super) after: FeedPosition,
    /// Database time at which the request began.
    pub(super) began_at: Time,
    /// The highest sequence that was known before the request began.
    pub(super) floor: FeedPosition,
    pub(super) page: FeedPage,
    pub(super) answer: SignedAnswer,
}

/// Applies a page, unless the cursor has moved or the page does not continue the feed.
pub(super) fn apply_page(tx: &mut Tx<'_>, app: &Arc<App>, read: &ReadPage) -> Result<FeedOutcome, ApiError> {
    let id = read.rail.record.id;
    let known = state::lock(tx, id)?;
    if known.cursor != read.after.get().cast_signed() {
        return Ok(FeedOutcome::without_items(PageOutcome::Overtaken));
    }
    let marks = known_marks(tx, &known, &read.page)?;
    if !check_memory(tx, &app.ids, &known, read.floor, &read.page.memory)? {
        return Ok(FeedOutcome::without_items(PageOutcome::Lost));
    }
    match memory::check_page(read.after, &read.page, |sequence| marks.get(&sequence).copied()) {
        Ok(()) => {}
        Err(FeedFault::Loss(loss)) => {
            report_loss(tx, &app.ids, id, &loss)?;
            return Ok(FeedOutcome::without_items(PageOutcome::Lost));
        }
        Err(fault @ (FeedFault::Gap { .. } | FeedFault::Incomplete { .. })) => {
            tracing::warn!(rail = read.rail.record.name, %fault, "feed page does not continue the feed");
            return Ok(FeedOutcome::without_items(PageOutcome::Gap));
        }
    }
    if ends_too_early(read) {
        tracing::warn!(
            rail = read.rail.record.name,
            "feed page ends before items that the adapter has told of"
        );
        return Ok(FeedOutcome::without_items(PageOutcome::Gap));
    }
    store_items(tx, read)?;
    apply_items(tx, app, read)?;
    // Another mark was taken for lost memory above.
    let copies = read.page.items.iter().filter(|item| marks.contains_key(&item.sequence));
    let message = ItemsMessage { rail: &read.rail, proof: &read.answer.proof, body: &read.answer.body };
    compare_copies(tx, &app.ids, message, copies)?;
    report_kinds(tx, app, read)?;
    let last = if read.page.more { PageOutcome::More } else { end_reading(tx, app, &known, read)? };
    let has_new_capabilities =
        read.page.items.iter().any(|item| matches!(item.content(), ItemContent::Capabilities));
    Ok(FeedOutcome { last, has_new_capabilities })
}

/// Returns `true` if a page says that it is the last one, and ends before the highest sequence that was known when it was
/// asked for: orders that are unknown here may follow (rails 5.3).
fn ends_too_early(read: &ReadPage) -> bool {
    let through = read.page.items.last().map_or(read.after.get(), |item| item.sequence.get());
    !read.page.more && through < read.floor.get()
}

/// Records that the feed was read to its end. The first time since this process has started, the orders that have waited
/// for it come forward.
fn end_reading(
    tx: &mut Tx<'_>,
    app: &App,
    known: &RailStateRecord,
    read: &ReadPage,
) -> Result<PageOutcome, Error> {
    state::set_feed_read(tx, known.rail, read.began_at)?;
    if !app.rails.has_caught_up(known) {
        hasten_waiting(tx)?;
    }
    Ok(PageOutcome::AtEnd)
}

/// Returns every mark that was received before for an item of the page, or for the one before it. A page with a gap is not
/// applied: no more rows are read than the page has items.
fn known_marks(
    tx: &mut Tx<'_>,
    known: &RailStateRecord,
    page: &FeedPage,
) -> Result<BTreeMap<Sequence, Mark>, Error> {
    let through = known.cursor.saturating_add(i64::try_from(page.items.len()).unwrap_or(i64::MAX));
    let kept =
        if page.items.is_empty() { Vec::new() } else { items::range(tx, known.rail, known.cursor, through)? };
    let cursor = known.cursor_mark.clone().map(|mark| (known.cursor, mark));
    let stored = kept.into_iter().map(|item| (item.sequence, item.mark)).chain(cursor);
    let mut marks = BTreeMap::new();
    for (number, mark) in stored {
        let sequence = u64::try_from(number).ok().and_then(|number| Sequence::new(number).ok());
        if let (Some(sequence), Some(mark)) = (sequence, parse_mark(Some(&mark))?) {
            marks.insert(sequence, mark);
        }
    }
    Ok(marks)
}

/// Stores the items, and the cursor behind them.
fn store_items(tx: &mut Tx<'_>, read: &ReadPage) -> Result<(), Error> {
    let ReadPage { rail, page, .. } = read;
    let Some(last) = page.items.last() else { return Ok(()) };
    let feed = FeedPlace::of(rail);
    let records: Vec<RailItemRecord> = page.items.iter().map(|item| record_of(feed, item)).collect();
    items::append(tx, &records)?;
    let cursor = Cursor { sequence: last.sequence.get().cast_signed(), mark: Some(last.mark.to_string()) };
    state::save_cursor(tx, rail.record.id, &cursor)?;
    let counter = metrics::counter!("causeway_rail_items_total", "rail" => rail.record.name.clone());
    records.iter().for_each(|_| tx.count(counter.clone()));
    Ok(())
}

/// Schedules the questions about the orders among the items, and suspends the rail if it has orders that are unknown here.
fn apply_items(tx: &mut Tx<'_>, app: &Arc<App>, read: &ReadPage) -> Result<(), ApiError> {
    let ReadPage { rail, page, .. } = read;
    let unknown = read_news(tx, app, FeedPlace::of(rail), &page.items)?;
    if !unknown.is_empty() {
        report_unknown_orders(tx, app, rail, &unknown)?;
    }
    Ok(())
}

/// Reports the kinds of items that this version does not know.
fn report_kinds(tx: &mut Tx<'_>, app: &Arc<App>, read: &ReadPage) -> Result<(), Error> {
    for item in &read.page.items {
        if let ItemContent::Unknown(kind) = item.content() {
            report_unknown_value(tx, &app.ids, &read.rail.record.name, "kind", kind)?;
        }
    }
    Ok(())
}

/// Suspends a rail whose feed has orders that the service does not know (rails 5.3): those among the items of this
/// transaction, and earlier ones.
pub(in crate::rails) fn report_unknown_orders(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    rail: &KnownRail,
    new: &[RailItemRecord],
) -> Result<(), Error> {
    let unknown = items::unknown(tx, rail.record.id, NAMED)?;
    let orders: Vec<_> = unknown
        .iter()
        .chain(new)
        .filter_map(|item| {
            let OrderName { transaction, kind } = item.subject?;
            let amount = item.amount.map(|amount| json!({ "amount": amount.minor, "currency": amount.currency }));
            Some(json!({ "transaction": transaction, "kind": kind.as_str(), "state": item.state, "amount": amount }))
        })
        .collect();
    suspend(tx, &app.ids, rail.record.id, AlertKind::RailUnknownOrder, &json!({ "orders": orders }))
}
