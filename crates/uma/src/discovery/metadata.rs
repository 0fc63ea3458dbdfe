//! Metadata of a receiver.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::addresses::Identifier;

/// Returns the metadata of a receiver, a JSON text without a personal name.
#[must_use]
pub fn metadata(receiver: &Identifier) -> String {
    let pay_to = format!("Pay to {receiver}");
    json!([["text/plain", pay_to], ["text/identifier", receiver.as_str()]]).to_string()
}

/// Returns metadata with the id of a UMA invoice. Metadata that is not a JSON list stays as it is.
#[must_use]
pub fn metadata_with_invoice(metadata: &str, invoice_uuid: &str) -> String {
    match serde_json::from_str::<Vec<Value>>(metadata) {
        Ok(mut pairs) => {
            pairs.push(json!(["text/uma-invoice", invoice_uuid]));
            Value::Array(pairs).to_string()
        }
        Err(_) => metadata.to_owned(),
    }
}

/// Returns the description hash of an invoice: SHA-256 of the metadata and the payer data as it was received.
///
/// It binds an own invoice. A sender cannot check a peer's: the SDKs hash payer data that they wrote anew.
#[must_use]
pub fn description_hash(metadata: &str, payer_data: &str) -> [u8; 32] {
    Sha256::new().chain_update(metadata).chain_update(payer_data).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex;

    #[test]
    fn metadata_names_the_address_alone() {
        let receiver = Identifier::parse("$bob@p2.example").unwrap();
        let text = metadata(&receiver);
        assert_eq!(
            text,
            r#"[["text/plain","Pay to $bob@p2.example"],["text/identifier","$bob@p2.example"]]"#
        );
        let with = metadata_with_invoice(&text, "u-1");
        assert_eq!(with, format!("{},[\"text/uma-invoice\",\"u-1\"]]", text.strip_suffix(']').unwrap()));
        assert_eq!(metadata_with_invoice("no list", "u-1"), "no list");
        let hash = hex::encode(&description_hash("a", "bc"));
        assert_eq!(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
