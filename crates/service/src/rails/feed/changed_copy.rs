//! Items of a feed that are told otherwise than before: the feed what was pushed, or a push what was read (rails 8.2, 13).

use causeway_domain::Ids;
use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::messages::FeedItem;
use causeway_rail_protocol::orders::Contradiction;
use causeway_rail_protocol::values::Sequence;
use causeway_store::rails::{RailItemRecord, RailOrderRecord, items, orders};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::contradictions::{
    ContradictedPayment, FoundContradiction, count_in_metrics, report_contradictions,
};
use super::evidence::{OrderEvidence, StoredOrderId, has_kept, keep_evidence};
use super::items::{FeedPlace, is_same, record_of};
use crate::runtime::rails::{AnswerProof, KnownRail};

/// A signed message with items of a feed.
#[derive(Debug, Clone, Copy)]
pub(in crate::rails) struct ItemsMessage<'a> {
    pub(in crate::rails) rail: &'a KnownRail,
    pub(in crate::rails) proof: &'a AnswerProof,
    pub(in crate::rails) body: &'a [u8],
}

/// An item with two contents.
#[derive(Debug)]
struct ChangedItem {
    sequence: Sequence,
    stored: RailItemRecord,
    told: RailItemRecord,
    /// The order that it is about, with its platform; `None` if the service has none.
    order: Option<(PlatformId, RailOrderRecord)>,
}

/// Compares items of a message with the copies that are stored: another content is a contradiction. Each one counts, and is
/// named by an alert; the message is kept once for all of them. The state of the rail is locked.
pub(in crate::rails) fn compare_copies<'a>(
    tx: &mut Tx<'_>,
    ids: &Ids,
    message: ItemsMessage<'_>,
    told: impl Iterator<Item = &'a FeedItem>,
) -> Result<(), Error> {
    let changed = changed_items(tx, FeedPlace::of(message.rail), told)?;
    if changed.is_empty() {
        return Ok(());
    }
    let rail = &message.rail.record;
    changed.iter().for_each(|_| count_in_metrics(tx, rail));
    let found: Vec<FoundContradiction> = changed.iter().map(contradiction_of).collect();
    if report_contradictions(tx, ids, rail, &found)? {
        keep(tx, ids, message, &changed)?;
    }
    Ok(())
}

fn changed_items<'a>(
    tx: &mut Tx<'_>,
    feed: FeedPlace,
    told: impl Iterator<Item = &'a FeedItem>,
) -> Result<Vec<ChangedItem>, Error> {
    let mut changed = Vec::new();
    for item in told {
        let sequence = item.sequence;
        let stored = items::find(tx, feed.rail, sequence.get().cast_signed())?;
        let Some(stored) = stored.filter(|stored| !is_same(stored, feed, item)) else { continue };
        let told = record_of(feed, item);
        let order = match stored.subject.or(told.subject) {
            Some(name) => orders::find_of_rail(tx, feed.rail, name)?,
            None => None,
        };
        changed.push(ChangedItem { sequence, stored, told, order });
    }
    Ok(changed)
}

/// Returns the contradiction of an item.
fn contradiction_of(item: &ChangedItem) -> FoundContradiction {
    let ChangedItem { sequence, stored, told, order } = item;
    let subject = stored.subject.or(told.subject);
    let claimed = told.subject.map(|order| (order.transaction, order.kind.as_str()));
    FoundContradiction {
        payment: order.as_ref().map(|(platform, order)| ContradictedPayment {
            platform: *platform,
            transaction: order.transaction,
        }),
        contradiction: Contradiction::ChangedItem { sequence: *sequence },
        claim: json!([sequence.get(), told.kind, claimed, told.revision, told.state]),
        told: json!({
            "kind": subject.map(|order| order.kind.as_str()),
            "transaction": subject.map(|order| order.transaction),
            "sequence": stored.sequence,
            "stored": { "kind": stored.kind, "state": stored.state, "revision": stored.revision },
            "told": { "kind": told.kind, "state": told.state, "revision": told.revision },
        }),
    }
}

/// Keeps the message with the first known order among its changed items, unless its claim is kept.
fn keep(tx: &mut Tx<'_>, ids: &Ids, message: ItemsMessage<'_>, changed: &[ChangedItem]) -> Result<(), Error> {
    let ItemsMessage { rail, proof, body } = message;
    let known = changed.iter().find_map(|item| item.order.as_ref());
    let Some(order) = known.map(|(platform, order)| StoredOrderId { platform: *platform, id: order.id })
    else {
        return Ok(());
    };
    if has_kept(tx, order, body)? {
        return Ok(());
    }
    keep_evidence(tx, ids, OrderEvidence { order, rail: rail.record.id, proof, body, is_contradiction: true })
}
