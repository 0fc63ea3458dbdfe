//! Data about payer and payee in messages (uma 11): keys of messages on one side, field names on the other.

use causeway_domain::customers::CustomerInfoField;
use causeway_domain::platforms::CounterpartyField;
use causeway_store::customers::CustomerRecord;
use causeway_store::payments::PaymentRecord;
use causeway_uma::counterparty::{COMPLIANCE, CounterpartyDataOptions, field_of_key, key_of_field};
use causeway_uma::pay::PayerData;
use serde_json::{Map, Value as Json};

use crate::customers;

/// Returns the facts about the payer by field name. Facts under unknown keys keep their key.
pub(in crate::uma) fn payer_facts(payer: &PayerData) -> Map<String, Json> {
    let given = payer.fields().iter().filter(|(_, fact)| customers::is_given(fact));
    let named = given.map(|(key, fact)| {
        let name = field_of_key(key).map_or(key.as_str(), |field| field.as_str());
        (name.to_owned(), fact.clone())
    });
    named.collect()
}

/// Returns the fields that the sender's provider asks for, besides those that every answer has.
pub(in crate::uma) fn payee_fields(options: &CounterpartyDataOptions) -> Vec<CounterpartyField> {
    let asked = options.iter().filter(|option| option.key != COMPLIANCE);
    let fields = asked.filter_map(|option| {
        let name = field_of_key(&option.key).filter(|field| *field != CustomerInfoField::Identifier)?;
        Some(CounterpartyField { name, mandatory: option.is_mandatory })
    });
    fields.collect()
}

/// Returns the requested facts about the receiver: from its platform's approval, or else from its record (uma
/// 11).
pub(in crate::uma) fn payee_facts(
    payment: &PaymentRecord,
    receiver: &CustomerRecord,
    fields: impl Iterator<Item = CustomerInfoField>,
) -> Map<String, Json> {
    let receiver_facts =
        payment.state().incoming_uma.as_ref().and_then(|incoming_uma| incoming_uma.given.as_ref());
    let fact = |name: &str| receiver_facts.and_then(|receiver_facts| receiver_facts.get(name)).cloned();
    let known = fields.filter_map(|name| {
        let value = fact(name.as_str()).or_else(|| customers::fact(receiver, name))?;
        Some((name.as_str().to_owned(), value))
    });
    known.collect()
}

/// Returns facts by the keys of messages.
pub(in crate::uma) fn wire_facts(facts: &Map<String, Json>) -> Map<String, Json> {
    facts.iter().map(|(name, fact)| (wire_key(name), fact.clone())).collect()
}

/// Returns the data about the payer that a discovery asks for (uma 5.2).
pub(in crate::uma) fn payer_data(fields: &[CounterpartyField]) -> CounterpartyDataOptions {
    let mut options = CounterpartyDataOptions::required();
    for field in fields {
        options.add(key_of_field(field.name), field.mandatory);
    }
    options
}

/// Returns the mandatory fields that the known facts lack, by the keys of messages.
pub(in crate::uma) fn missing_facts(fields: &[CounterpartyField], facts: &Map<String, Json>) -> Vec<String> {
    // Every message has the payer's address.
    let mandatory =
        fields.iter().filter(|field| field.mandatory && field.name != CustomerInfoField::Identifier);
    let missing = mandatory.filter(|field| !facts.contains_key(field.name.as_str()));
    missing.map(|field| key_of_field(field.name).to_owned()).collect()
}

/// Returns the keys of fields in messages.
pub(in crate::uma) fn wire_keys(names: &[String]) -> Vec<String> {
    names.iter().map(|name| wire_key(name)).collect()
}

/// Returns the key of a field in messages. Unknown names stay as they are.
fn wire_key(name: &str) -> String {
    let field = CustomerInfoField::ALL.iter().copied().find(|field| field.as_str() == name);
    field.map_or_else(|| name.to_owned(), |field| key_of_field(field).to_owned())
}
