//! Facts about the receiver that the sender's provider asks for (conventions 12).

use causeway_domain::platforms::CounterpartyField;
use causeway_store::payments::PaymentRecord;
use serde_json::{Map, Value as Json};

use crate::customers::is_given;

/// Filters the platform's facts about the receiver to those asked for, or returns `None` if there are none.
pub(in crate::payments) fn requested_facts(
    payment: &PaymentRecord,
    receiver_facts: &Map<String, Json>,
) -> Option<Map<String, Json>> {
    let names = fields(payment).iter().map(|field| field.name.as_str());
    let requested = names.filter_map(|name| Some((name.to_owned(), receiver_facts.get(name)?.clone())));
    let facts: Map<String, Json> = requested.filter(|(_, fact)| is_given(fact)).collect();
    (!facts.is_empty()).then_some(facts)
}

/// Returns the mandatory facts that were asked for and not given.
pub(in crate::payments) fn missing(
    payment: &PaymentRecord,
    receiver_facts: &Map<String, Json>,
) -> Vec<String> {
    let mandatory = fields(payment).iter().filter(|field| field.mandatory).map(|field| field.name.as_str());
    mandatory.filter(|name| !receiver_facts.get(*name).is_some_and(is_given)).map(str::to_owned).collect()
}

fn fields(payment: &PaymentRecord) -> &[CounterpartyField] {
    let incoming_uma = payment.terms.uma.as_ref().and_then(|uma| uma.incoming_uma.as_ref());
    incoming_uma.map_or(&[][..], |incoming_uma| &incoming_uma.payee_fields)
}
