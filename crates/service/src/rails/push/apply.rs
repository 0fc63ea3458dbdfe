//! Applying a push in one transaction: its items, and the jobs of payments. The cursor of the feed stays, so that the
//! feed is compared with what was pushed (rails 8.2).

use std::sync::Arc;

use bytes::Bytes;
use causeway_rail_protocol::memory::MemoryLoss;
use causeway_rail_protocol::messages::{FeedItem, ItemContent, PushRequest};
use causeway_rail_protocol::signing::{ContentDigest, Nonce};
use causeway_rail_protocol::values::FeedPosition;
use causeway_store::rails::{RailItemRecord, RailStateRecord, items, nonces, state};
use causeway_store::{Error, Tx, Wake};

use crate::rails::feed::{
    FeedPlace, ItemsMessage, check_memory, compare_copies, position, read_news, record_of, report_loss,
    report_unknown_orders,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::{AnswerProof, KnownRail};

/// A push with its proof.
pub(super) struct SignedItems {
    pub(super) rail: Arc<KnownRail>,
    pub(super) push: PushRequest,
    pub(super) nonce: Nonce,
    pub(super) proof: AnswerProof,
    pub(super) body: Bytes,
}

/// The outcome of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PushOutcome {
    /// The items up to this place are stored.
    Stored(FeedPosition),
    /// The nonce was seen before.
    Replayed,
    /// The adapter has lost memory: nothing is stored.
    Suspended,
}

/// Stores the items of a push, except those beyond a gap.
pub(super) fn apply_push(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    signed: &SignedItems,
) -> Result<PushOutcome, ApiError> {
    let SignedItems { rail, push, .. } = signed;
    let id = rail.record.id;
    let nonce_hash = ContentDigest::of(signed.nonce.as_str().as_bytes());
    if !nonces::take(tx, id, nonce_hash.bytes())? {
        return Ok(PushOutcome::Replayed);
    }
    let known = state::lock(tx, id)?;
    // A push may have been on its way for long, so that a lower sequence in it says nothing.
    if !check_memory(tx, &app.ids, &known, FeedPosition::START, &push.memory)? {
        return Ok(PushOutcome::Suspended);
    }
    let feed = FeedPlace::of(rail);
    if let Some(loss) = find_loss(tx, feed, &push.items)? {
        report_loss(tx, &app.ids, id, &loss)?;
        return Ok(PushOutcome::Suspended);
    }
    let Some(last) = push.items.last() else { return Ok(PushOutcome::Stored(position(known.cursor)?)) };
    if !continues(tx, feed, &known, &push.items)? {
        tx.wake(Wake::Rails);
        return Ok(PushOutcome::Stored(position(known.cursor)?));
    }
    let records: Vec<RailItemRecord> = push.items.iter().map(|item| record_of(feed, item)).collect();
    items::append(tx, &records)?;
    let unknown = read_news(tx, app, feed, &push.items)?;
    if !unknown.is_empty() {
        report_unknown_orders(tx, app, rail, &unknown)?;
    }
    let message = ItemsMessage { rail, proof: &signed.proof, body: &signed.body };
    compare_copies(tx, &app.ids, message, push.items.iter())?;
    // The follower asks for capabilities when it reads the items in the feed.
    let is_news = |item: &FeedItem| matches!(item.content(), ItemContent::Capabilities);
    if push.items.iter().any(is_news) {
        tx.wake(Wake::Rails);
    }
    Ok(PushOutcome::Stored(last.sequence.into()))
}

/// Returns the first item with another mark than before. Items far beyond a gap are not compared, so that no more rows are
/// read than the push has items.
fn find_loss(tx: &mut Tx<'_>, feed: FeedPlace, pushed: &[FeedItem]) -> Result<Option<MemoryLoss>, Error> {
    let Some(before) = pushed.first().map(|first| number(first) - 1) else { return Ok(None) };
    let through = before.saturating_add(i64::try_from(pushed.len()).unwrap_or(i64::MAX));
    let kept = items::range(tx, feed.rail, before, through)?;
    let differs = |item: &&FeedItem| {
        let mut same = kept.iter().filter(|stored| stored.sequence == number(item));
        same.any(|stored| stored.mark != item.mark.to_string())
    };
    let changed = pushed.iter().find(differs);
    Ok(changed.map(|item| MemoryLoss::OtherMark { sequence: item.sequence }))
}

/// Returns `true` if the items follow each other, and items that are stored.
fn continues(
    tx: &mut Tx<'_>,
    feed: FeedPlace,
    known: &RailStateRecord,
    pushed: &[FeedItem],
) -> Result<bool, Error> {
    let is_without_gap = pushed.windows(2).all(|pair| number(&pair[0]) + 1 == number(&pair[1]));
    let Some(first) = pushed.first().map(number).filter(|_| is_without_gap) else { return Ok(false) };
    if first <= known.cursor + 1 {
        return Ok(true);
    }
    let before = items::find(tx, feed.rail, first - 1)?;
    Ok(before.is_some_and(|item| item.kind != items::MARK_ONLY))
}

const fn number(item: &FeedItem) -> i64 {
    item.sequence.get().cast_signed()
}
