//! The identity of a pay request: equal requests get the same answer (uma 6.2).

use std::collections::BTreeMap;

use causeway_uma::pay::PayRequest;
use serde_json::json;
use sha2::{Digest, Sha256};

/// Returns the SHA-256 of a request without its signature and its encrypted data, which differ each time it is sent.
pub(super) fn request_hash(request: &PayRequest) -> Vec<u8> {
    let compliance = request.payer_data.compliance();
    let fields: BTreeMap<_, _> = request.payer_data.fields().iter().collect();
    let payee: BTreeMap<_, _> =
        request.payee_data.iter().map(|option| (&option.key, option.is_mandatory)).collect();
    let content = json!([
        request.amount.to_string(),
        request.convert.as_str(),
        request.payer_data.identifier().as_str().to_ascii_lowercase(),
        compliance.kyc_status.as_str(),
        compliance.utxos,
        fields,
        payee,
        request.settlement,
        request.comment,
        request.invoice_uuid,
    ]);
    Sha256::digest(content.to_string()).to_vec()
}
