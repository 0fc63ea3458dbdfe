//! Calling an operator about a payment (conventions 2.1): every alert names the commands that end what it is
//! raised for.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::RefundStatus;
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::payments::{self, PaymentRecord, RefundTo};
use causeway_store::{Error, Tx};
use serde_json::Value as Json;

use super::phase::{awaits_credit, awaits_debit, has_arrived, is_refunding, is_under_way};
use super::unmatched;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Raises an alert about a payment with what is known, unless one of its kind is open.
pub(super) fn call_operator(
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

/// Kinds of alerts about payments that wait for something: there is nothing to do about them once it has come. Others report
/// something that has happened, and an operator closes them.
const OF_WAITING: [&str; 7] = [
    "PAYOUT_STUCK",
    "DEBIT_STUCK",
    "REFUND_STUCK",
    "REFUND_FAILED",
    "DEPOSIT_SUSPENDED",
    "DEPOSIT_REVIEW",
    unmatched::KIND,
];

/// Whether a payment that an alert is about does not wait any more.
///
/// # Errors
/// Those of the database.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let payment: Option<TransactionId> = alert.subject.parse().ok();
    let Some(id) = payment.filter(|_| OF_WAITING.contains(&alert.kind.as_str())) else {
        return Ok(false);
    };
    match payments::find(tx, platform, id)? {
        // What has arrived may be sent back, but nobody waits for that.
        Some(payment) => Ok(has_arrived(&payment) || actions(&payment).is_empty()),
        None => unmatched::is_settled(tx, platform, id, &alert.kind),
    }
}

/// What an operator can do about a payment as it stands, to be typed as it is but for what is in capitals.
pub(crate) fn commands(platform: PlatformId, payment: &PaymentRecord) -> Vec<String> {
    let write = |command: &&str| format!("causeway {command} {} --platform {platform}", payment.id);
    actions(payment).iter().map(write).collect()
}

fn actions(payment: &PaymentRecord) -> &'static [&'static str] {
    if payment.state.pending_reason.is_some() {
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
    let failed = payment.state.refund.as_ref().filter(|refund| refund.status == RefundStatus::Failed);
    match failed.map(|refund| refund.to) {
        // Its payer has no account here.
        Some(Some(RefundTo::DebitedAccount | RefundTo::Payer)) => &["suspense resolve --account ACCOUNT"],
        Some(Some(RefundTo::OwnersAccount) | None) => &["suspense resolve"],
        None => &[],
    }
}
