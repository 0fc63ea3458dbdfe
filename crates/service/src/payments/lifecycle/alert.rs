//! Alerts about a payment (conventions 2.1): each names the operator commands that resolve it.

use causeway_domain::alerts::AlertKind;
use causeway_domain::payments::commands as remedies;
use causeway_store::Tx;
use causeway_store::alerts;
use causeway_store::payments::PaymentRecord;
use serde_json::Value as Json;

use super::phase::is_mirrored;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Raises an alert about a payment with the `known` details, unless one of its kind is open.
pub(in crate::payments) fn call_operator(
    tx: &mut Tx<'_>,
    context: &Context,
    kind: AlertKind,
    payment: &PaymentRecord,
    mut known: Json,
) -> Result<(), ApiError> {
    known["quote"] = payment.quote.map(|quote| quote.to_string()).into();
    known["commands"] = commands(payment).into();
    let subject = payment.id.to_string();
    Ok(alerts::raise(tx, Some(context.platform), context.id(), kind, &subject, &known)?)
}

/// Returns the operator commands that the payment now allows, ready to be typed except for words in capitals.
pub(crate) fn commands(payment: &PaymentRecord) -> Vec<String> {
    let write = |command: &&str| format!("causeway {command} {} --reason TEXT", payment.id);
    remedies(payment.lifecycle(), is_mirrored(payment)).iter().map(write).collect()
}
