//! Contradictions: each counts once towards the pause of its rail, operators are alerted about all of them, and payments
//! stay (rails 13).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_rail_protocol::limits::CONTRADICTION_WINDOW;
use causeway_rail_protocol::orders::Contradiction;
use causeway_rail_protocol::signing::ContentDigest;
use causeway_store::rails::{RailRecord, contradictions};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value as Json, json};

use super::suspend::pause_after_contradictions;

/// Maximum number of contradictions that an alert names.
const NAMED: usize = 20;

/// The payment whose alert names a contradiction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rails) struct ContradictedPayment {
    pub(in crate::rails) platform: PlatformId,
    pub(in crate::rails) transaction: TransactionId,
}

/// A contradiction in a signed message.
#[derive(Debug)]
pub(in crate::rails) struct FoundContradiction {
    /// `None` if it is about no order that the service has: the alert is then one about the rail.
    pub(in crate::rails) payment: Option<ContradictedPayment>,
    pub(in crate::rails) contradiction: Contradiction,
    /// What the adapter says. The same claim, told again, is the same contradiction.
    pub(in crate::rails) claim: Json,
    /// Both sides, for the alert.
    pub(in crate::rails) told: Json,
}

/// Counts contradictions, and tells operators of each. Returns `false` if none of them counts: they do already, or so many
/// others do that the rail is paused anyway. The state of the rail is locked; locks the rail.
pub(in crate::rails) fn report_contradictions(
    tx: &mut Tx<'_>,
    ids: &Ids,
    rail: &RailRecord,
    found: &[FoundContradiction],
) -> Result<bool, Error> {
    let mut has_counted = false;
    for one in found {
        has_counted |= count_claim(tx, rail, &one.claim)?;
    }
    // Locks the rail, before the alerts.
    pause_after_contradictions(tx, ids, rail.id)?;
    found.iter().try_for_each(|one| alert(tx, ids, rail, one))?;
    Ok(has_counted)
}

/// Counts a contradiction in the metrics, also one that was told before.
pub(in crate::rails) fn count_in_metrics(tx: &mut Tx<'_>, rail: &RailRecord) {
    tx.count(metrics::counter!("causeway_rail_contradictions_total", "rail" => rail.name.clone()));
}

/// Counts a claim towards the pause of its rail. Returns `false` if it counts already, or if as many count as can.
fn count_claim(tx: &mut Tx<'_>, rail: &RailRecord, claim: &Json) -> Result<bool, Error> {
    let since = tx.wall().minus(CONTRADICTION_WINDOW);
    let hash = ContentDigest::of(claim.to_string().as_bytes());
    contradictions::add(tx, rail.id, hash.bytes(), since)
}

/// Raises the alert about a contradiction, or adds it to the open one about the same payment, or about the rail.
fn alert(tx: &mut Tx<'_>, ids: &Ids, rail: &RailRecord, found: &FoundContradiction) -> Result<(), Error> {
    let FoundContradiction { payment, contradiction, told, .. } = found;
    let mut told = told.clone();
    told["incident"] = format!("W{}", contradiction.incident().number()).into();
    told["what"] = contradiction.to_string().into();
    let kind = AlertKind::RailContradiction;
    let subject = payment.map_or_else(|| rail.name.clone(), |payment| payment.transaction.to_string());
    let Some(mut open) = alerts::find_open(tx, kind, &subject)? else {
        let commands = match payment {
            Some(_) => vec![
                format!("causeway rail-order show {subject}"),
                format!("causeway rail-evidence show {subject}"),
            ],
            None => vec![format!("causeway rail show {subject}")],
        };
        let detail = json!({ "rail": rail.name, "contradictions": [told], "commands": commands });
        let platform = payment.map(|payment| payment.platform);
        return alerts::raise(tx, platform, ids.next(tx.wall()), kind, &subject, &detail);
    };
    match open.detail["contradictions"].as_array_mut() {
        Some(all) if all.len() < NAMED && !all.contains(&told) => all.push(told),
        Some(_) | None => return Ok(()),
    }
    alerts::update_detail(tx, open.id, &open.detail)
}
