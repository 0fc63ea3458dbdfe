//! Alerts about a payment (conventions 2.1): each names the operator commands that resolve it.

use causeway_domain::ids::PlatformId;
use causeway_domain::payments::RefundStatus;
use causeway_domain::payments::lifecycle::{Custody, RefundDestination};
use causeway_store::Tx;
use causeway_store::alerts;
use causeway_store::payments::PaymentRecord;
use serde_json::Value as Json;

use super::phase::{awaits_credit, awaits_debit, has_arrived, is_refunding, is_under_way};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Raises an alert about a payment with the `known` details, unless one of its kind is open.
pub(in crate::payments) fn call_operator(
    tx: &mut Tx<'_>,
    context: &Context,
    kind: &str,
    payment: &PaymentRecord,
    mut known: Json,
) -> Result<(), ApiError> {
    known["quote"] = payment.quote.map(|quote| quote.to_string()).into();
    known["commands"] = commands(context.platform, payment).into();
    let subject = payment.id.to_string();
    Ok(alerts::raise(tx, Some(context.platform), context.id(), kind, &subject, &known)?)
}

/// Returns the operator commands that the payment now allows, ready to be typed except for words in capitals.
pub(crate) fn commands(platform: PlatformId, payment: &PaymentRecord) -> Vec<String> {
    let write = |command: &&str| format!("causeway {command} {} --platform {platform}", payment.id);
    actions(payment).iter().map(write).collect()
}

pub(in crate::payments) fn actions(payment: &PaymentRecord) -> &'static [&'static str] {
    if payment.phase().pending_reason().is_some() {
        return &["deposit release", "deposit reject"];
    }
    if awaits_credit(payment) {
        return &["suspense resolve"];
    }
    if awaits_debit(payment) {
        return &["payment settle", "payment fail"];
    }
    if is_under_way(payment) {
        return &["payment settle", "payment fail", "payment refund"];
    }
    if is_refunding(payment) {
        return &["payment release", "payment keep"];
    }
    if has_arrived(payment) {
        return &["payment return"];
    }
    // The money is where it should be: no action may move it again.
    if payment.phase().custody() == Some(Custody::Beneficiary) {
        return &[];
    }
    let failed = payment.state().refund.as_ref().filter(|refund| refund.status == RefundStatus::Failed);
    match failed.map(|refund| refund.to) {
        // The payer has no account in the service.
        Some(Some(RefundDestination::DebitedAccount | RefundDestination::Payer)) => {
            &["suspense resolve --account ACCOUNT"]
        }
        Some(Some(RefundDestination::OwnersAccount) | None) => &["suspense resolve"],
        None => &[],
    }
}
