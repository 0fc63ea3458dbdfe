//! Pushed items that the feed shows otherwise (rails 8.2, 13).

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::orders::Contradiction;
use causeway_store::rails::{EvidenceRecord, RailItemRecord, evidence, orders};
use causeway_store::{Tx, alerts};
use serde_json::json;

use super::suspend::pause_after_contradictions;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::{AnswerProof, KnownRail};

/// An item with two contents.
pub(in crate::rails) struct ChangedCopy<'a> {
    pub(in crate::rails) rail: &'a KnownRail,
    /// The proof of the message that shows it otherwise.
    pub(in crate::rails) proof: &'a AnswerProof,
    /// The body of that message.
    pub(in crate::rails) body: &'a [u8],
    /// The item as it was pushed.
    pub(in crate::rails) stored: &'a RailItemRecord,
    pub(in crate::rails) contradiction: &'a Contradiction,
}

/// Raises an alert about the item, and keeps the message as evidence with its order if there is one.
pub(in crate::rails) fn report_changed_copy(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    copy: &ChangedCopy<'_>,
) -> Result<(), ApiError> {
    let ChangedCopy { rail, proof, body, stored, contradiction } = copy;
    let name = &rail.record.name;
    tx.count(metrics::counter!("causeway_rail_contradictions_total", "rail" => name.clone()));
    let found = match stored.subject {
        Some(order) => orders::find_of_rail(tx, rail.record.id, order)?,
        None => None,
    };
    let subject = stored
        .subject
        .map_or_else(|| format!("{name} item {}", stored.sequence), |order| order.transaction.to_string());
    let platform = found.as_ref().map(|(platform, _)| *platform);
    if let Some((platform, order)) = found {
        let kept = EvidenceRecord {
            id: app.ids.uuid(tx.wall()),
            order: order.id,
            rail: rail.record.id,
            key: proof.key,
            is_contradiction: true,
            request_digest: proof.request_digest,
            base: proof.base.clone(),
            signature: proof.signature.clone(),
            body: body.to_vec(),
            at: tx.wall(),
        };
        evidence::insert(tx, platform, &kept)?;
        pause_after_contradictions(tx, rail.record.id)?;
    }
    let detail = json!({
        "rail": name, "contradiction": contradiction.to_string(), "sequence": stored.sequence,
        "pushed": { "revision": stored.revision, "state": stored.state },
        "commands": [format!("causeway rail show {name}")],
    });
    let alert = app.ids.next(tx.wall());
    Ok(alerts::raise(tx, platform, alert, AlertKind::RailContradiction, &subject, &detail)?)
}
