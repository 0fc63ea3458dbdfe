//! Rows of evidence: signed answers as they came (rails 16). They are never changed or deleted; the adapter's signature
//! is their proof.

use causeway_domain::ids::PlatformId;
use uuid::Uuid;

use super::records::EvidenceRecord;
use crate::{Error, Row, Tx, params};

const CONTRADICTION: &str = "CONTRADICTION";
const COLUMNS: &str =
    "evidence_id, order_id, rail_id, key_id, what, request_digest, base, signature, body, at";

/// Inserts an answer.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, evidence: &EvidenceRecord) -> Result<(), Error> {
    let what = if evidence.is_contradiction { CONTRADICTION } else { "ANSWER" };
    tx.execute(
        "INSERT INTO rail_evidence (platform_id, evidence_id, order_id, rail_id, key_id, what, request_digest, base,
             signature, body, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        params![
            platform,
            evidence.id,
            evidence.order,
            evidence.rail,
            evidence.key,
            what,
            &evidence.request_digest,
            &evidence.base,
            &evidence.signature,
            &evidence.body,
            evidence.at,
        ],
    )
}

/// Returns the answers about an order, the oldest first.
pub fn of_order(tx: &mut Tx<'_>, platform: PlatformId, order: Uuid) -> Result<Vec<EvidenceRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM rail_evidence WHERE platform_id = $1 AND order_id = $2 ORDER BY at, evidence_id"
    );
    tx.query(&sql, params![platform, order], read)
}

fn read(row: &Row<'_>) -> Result<EvidenceRecord, Error> {
    Ok(EvidenceRecord {
        id: row.get("evidence_id")?,
        order: row.get("order_id")?,
        rail: row.get("rail_id")?,
        key: row.get("key_id")?,
        is_contradiction: row.get::<String>("what")? == CONTRADICTION,
        request_digest: row.get("request_digest")?,
        base: row.get("base")?,
        signature: row.get("signature")?,
        body: row.get("body")?,
        at: row.get("at")?,
    })
}
