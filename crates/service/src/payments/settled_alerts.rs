//! Alerts about payments that close by themselves: there is nothing to do about them any more.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::alerts::AlertRecord;
use causeway_store::{Error, Tx, payments};

use super::incoming::unmatched;
use super::lifecycle::alert::actions;
use super::lifecycle::phase::has_arrived;

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
