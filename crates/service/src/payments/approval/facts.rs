//! What the sender's provider asks about the receiver (conventions 12).

use causeway_store::payments::PaymentRecord;
use serde_json::{Map, Value as Json};

use crate::customers::is_told;

/// The mandatory facts that were asked for and that nobody has said.
pub(super) fn missing(payment: &PaymentRecord, told: &Map<String, Json>) -> Vec<String> {
    let receipt = payment.terms.uma.as_ref().and_then(|uma| uma.receipt.as_ref());
    let asked = receipt.map_or(&[][..], |receipt| &receipt.payee_fields);
    let mandatory = asked.iter().filter(|field| field.mandatory).map(|field| field.name.as_str());
    mandatory.filter(|name| !told.get(*name).is_some_and(is_told)).map(str::to_owned).collect()
}
