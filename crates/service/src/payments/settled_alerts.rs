//! Alerts about payments that close by themselves once no action is needed.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::alerts::AlertRecord;
use causeway_store::{Error, Tx, payments};

use super::incoming::unmatched;
use super::lifecycle::alert::actions;
use super::lifecycle::phase::has_arrived;

/// Kinds of alerts about waiting payments; they close when the awaited event has come. Other kinds report a
/// past event, and an operator closes them.
const OF_WAITING: [&str; 7] = [
    "PAYOUT_STUCK",
    "DEBIT_STUCK",
    "REFUND_STUCK",
    "REFUND_FAILED",
    "DEPOSIT_SUSPENDED",
    "DEPOSIT_REVIEW",
    unmatched::KIND,
];

/// Returns `true` if the payment of an alert no longer waits.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let payment: Option<TransactionId> = alert.subject.parse().ok();
    let Some(id) = payment.filter(|_| OF_WAITING.contains(&alert.kind.as_str())) else {
        return Ok(false);
    };
    match payments::find(tx, platform, id)? {
        // An arrived payment may still be returned, but no action waits for that.
        Some(payment) => Ok(has_arrived(&payment) || actions(&payment).is_empty()),
        None => unmatched::is_settled(tx, platform, id, &alert.kind),
    }
}
