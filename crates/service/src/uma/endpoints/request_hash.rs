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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the hash of a request with these parts.
    fn of(amount: &str, nonce: &str, fields: &str) -> Vec<u8> {
        let body = format!(
            r#"{{"amount":"{amount}","convert":"USD","payerData":{{"identifier":"$ada@p1.example",{fields}
            "compliance":{{"kycStatus":"VERIFIED","signature":"{nonce}","signatureNonce":"{nonce}",
            "signatureTimestamp":{nonce},"encryptedTravelRuleInfo":"{nonce}"}}}}}}"#
        );
        request_hash(&PayRequest::parse(body.as_bytes()).unwrap())
    }

    #[test]
    fn a_request_that_is_signed_anew_is_the_same_one() {
        let first = of("1000", "7", r#""name":"Ada","email":"a@b.c","#);
        assert_eq!(of("1000", "8", r#""email":"a@b.c","name":"Ada","#), first);
        assert_ne!(of("1001", "7", r#""name":"Ada","email":"a@b.c","#), first);
        assert_ne!(of("1000", "7", r#""name":"Eve","email":"a@b.c","#), first);
        assert_ne!(of("1000", "7", ""), first);
    }
}
