//! Payments by UMA address (uma 6.1).

use std::convert::identity;

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_store::{Tx, uma_travel_rules};
use serde_json::Value;

use super::{Answer, Kind, OperatorError, noun};
use crate::runtime::context::Context;
use crate::uma::travel_rule;

noun! {
    /// Payments by UMA address
    "uma-payment" {
        /// Show the Travel Rule data of a payment; the audit trail records each look
        "travel-rule": Comply => change_one(show, identity).looking().needing_reason(),
    }
}

/// The Travel Rule data of a payment.
#[derive(serde::Serialize)]
struct TravelRuleView {
    transaction: TransactionId,
    /// `None` means free JSON.
    format: Option<String>,
    stored_at: Time,
    /// JSON as the payer's provider has written it, or its text if it is no JSON.
    content: Value,
}

fn show(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Answer<TravelRuleView> {
    let record = uma_travel_rules::find(tx, context.platform, id)?.ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("{id} has no Travel Rule data"))
            .remedy("payments below the setting travel_rule_threshold have none")
    })?;
    let data = travel_rule::open(&context.app.keys(), context.platform, &record);
    let data = data.map_err(OperatorError::defect)?;
    let content = data.content.expose();
    let text = |_| Value::from(String::from_utf8_lossy(content));
    Ok(TravelRuleView {
        transaction: id,
        format: data.format.clone(),
        stored_at: record.stored_at,
        content: serde_json::from_slice(content).unwrap_or_else(text),
    })
}
