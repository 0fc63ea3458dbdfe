//! The rail of a payment: its orders, the proof for the recipient's bank, and the signed answers of adapters.

use causeway_domain::Time;
use serde_json::Value;

use super::answers::Payment;
use super::rail_order::RailOrder;
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::operator::Operator;
use crate::parts::{ActionButton, label, moment};

/// Members of the record of an order that prove the transfer, with their labels.
const PROVING: [[&str; 2]; 3] = [
    ["partnerReference", "Reference of the partner"],
    ["settledAt", "Settled by the partner"],
    ["partnerCode", "Code of the partner"],
];

answer! {
    /// A signed answer of an adapter.
    struct Evidence {
        kind: String,
        what: String,
        at: Time,
        verify: Vec<String>,
    }
}

/// A name with a text.
#[derive(Debug)]
pub(crate) struct NamedText {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// An order with the members of its record and its actions.
#[derive(Debug)]
pub(crate) struct RailOrderPanel {
    pub(crate) order: RailOrder,
    pub(crate) record: Vec<NamedText>,
    pub(crate) actions: Vec<ActionButton>,
}

/// The rail of a payment as it is shown.
#[derive(Debug)]
pub(crate) struct RailPanel {
    /// The proof for the recipient's bank, line by line.
    pub(crate) proof: Vec<NamedText>,
    /// `true` once the money has arrived.
    pub(crate) has_arrived: bool,
    pub(crate) orders: Vec<RailOrderPanel>,
    pub(crate) evidence: Vec<Evidence>,
}

impl RailPanel {
    /// Reads the signed answers, if the payment has an order at a rail.
    pub(super) async fn load(
        operator: &Operator,
        platform: &str,
        payment: &Payment,
    ) -> Result<Self, Failure> {
        let evidence: Option<Vec<Evidence>> = if payment.rails.is_empty() {
            None
        } else {
            let entry = Entry::new("rail-evidence", "show")
                .with("transaction", payment.transaction.as_str())
                .with("platform", platform);
            operator.read_if_allowed(&entry).await?
        };
        let panel = |order: &RailOrder| RailOrderPanel {
            record: members(order.record.as_ref()),
            actions: ActionButton::all(operator, Some(platform), &order.commands),
            order: order.clone(),
        };
        Ok(Self {
            proof: proof(payment),
            has_arrived: arrival(payment).is_some(),
            orders: payment.rails.iter().map(panel).collect(),
            evidence: evidence.unwrap_or_default(),
        })
    }
}

/// Returns the references and instants by which the recipient's bank finds the money.
fn proof(payment: &Payment) -> Vec<NamedText> {
    let named = |name: &str, text: String| NamedText { name: name.to_owned(), text };
    let at = |time: Time| format!("{} UTC", moment(&time));
    let mut lines = Vec::new();
    let amount = payment.price.received.as_ref().or(payment.price.sent.as_ref());
    lines.extend(amount.map(|amount| named("Amount", amount.text())));
    lines.extend(payment.rail.clone().map(|rail| named("Rail", rail)));
    lines.extend(payment.reference.clone().map(|reference| named("Reference", reference)));
    for order in &payment.rails {
        let short = order.short_reference.clone();
        lines.extend(short.map(|reference| named("Reference at the rail", reference)));
        for [member, name] in PROVING {
            let text = order.record.as_ref().and_then(|record| record[member].as_str());
            lines.extend(text.map(|text| named(name, text.to_owned())));
        }
    }
    lines.extend(payment.remittance_information.clone().map(|text| named("Text for the bank", text)));
    lines.push(named("Ordered", at(payment.created_at)));
    lines.extend(arrival(payment).map(|time| named("Arrived", at(time))));
    lines
}

/// Returns the instant of the arrival; `None` if the payment is not completed.
fn arrival(payment: &Payment) -> Option<Time> {
    let is_arrival = |status: Option<&str>| status == Some("COMPLETED");
    if !is_arrival(Some(payment.status.as_str())) {
        return None;
    }
    let last = payment.timeline.iter().rev().find(|item| is_arrival(item.status.as_deref()));
    last.map(|item| item.at)
}

/// Returns the members of a record: texts, numbers, and inner objects as JSON.
fn members(record: Option<&Value>) -> Vec<NamedText> {
    let members = record.and_then(Value::as_object).into_iter().flatten();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let shown = members.filter(|(_, value)| !value.is_null());
    shown.map(|(name, value)| NamedText { name: spaced(name), text: text(value) }).collect()
}

/// Returns a name as words: `partnerReference` becomes `Partner reference`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            words.push('-');
        }
        words.push(letter.to_ascii_lowercase());
    }
    label(&words)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_record_is_shown_in_words() {
        let record = json!({ "partnerReference": "P-7", "revision": 3, "reason": null });
        let shown = members(Some(&record));
        let shown: Vec<(&str, &str)> =
            shown.iter().map(|member| (member.name.as_str(), member.text.as_str())).collect();
        assert_eq!(shown, [("Partner reference", "P-7"), ("Revision", "3")]);
        assert!(members(None).is_empty());
    }
}
