//! Signed messages about orders, which are kept as they came (rails 16).

use causeway_domain::Ids;
use causeway_domain::ids::{PlatformId, RailId};
use causeway_store::rails::{EvidenceRecord, evidence};
use causeway_store::{Error, Tx};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::runtime::rails::AnswerProof;

/// Maximum number of contradictions of one order that are kept.
const KEPT: usize = 20;

/// The row of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rails) struct StoredOrderId {
    pub(in crate::rails) platform: PlatformId,
    pub(in crate::rails) id: Uuid,
}

/// A signed message about an order.
#[derive(Debug, Clone, Copy)]
pub(in crate::rails) struct OrderEvidence<'a> {
    pub(in crate::rails) order: StoredOrderId,
    pub(in crate::rails) rail: RailId,
    pub(in crate::rails) proof: &'a AnswerProof,
    pub(in crate::rails) body: &'a [u8],
    pub(in crate::rails) is_contradiction: bool,
}

/// Keeps a message.
pub(in crate::rails) fn keep_evidence(
    tx: &mut Tx<'_>,
    ids: &Ids,
    message: OrderEvidence<'_>,
) -> Result<(), Error> {
    let OrderEvidence { order, rail, proof, body, is_contradiction } = message;
    let at = tx.wall();
    let kept = EvidenceRecord {
        id: ids.uuid(at),
        order: order.id,
        rail,
        key: proof.key,
        is_contradiction,
        request_digest: proof.request_digest,
        base: proof.base.clone(),
        signature: proof.signature.clone(),
        body: body.to_vec(),
        at,
    };
    evidence::insert(tx, order.platform, &kept)
}

/// Returns `true` if the contradictions of an order that are kept have the claim of this body, or are as many as are kept.
pub(in crate::rails) fn has_kept(tx: &mut Tx<'_>, order: StoredOrderId, body: &[u8]) -> Result<bool, Error> {
    let told = claim_of(body);
    let before = evidence::of_order(tx, order.platform, order.id)?;
    let mut kept = before.iter().filter(|kept| kept.is_contradiction);
    Ok(kept.clone().count() >= KEPT || kept.any(|kept| claim_of(&kept.body) == told))
}

/// Returns the claim in a body: all of it except for the memory, which rises with every answer.
pub(in crate::rails) fn claim_of(body: &[u8]) -> Option<Json> {
    let mut claim: Json = serde_json::from_slice(body).ok()?;
    claim.as_object_mut()?.remove("memory");
    Some(claim)
}
