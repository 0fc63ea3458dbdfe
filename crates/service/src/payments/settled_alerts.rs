//! Alerts about payments that close by themselves once no action is needed, and the commands that they offer until then.

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::is_over;
use causeway_store::alerts::AlertRecord;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, payments};

use super::incoming::unmatched;
use super::lifecycle::alert;
use super::lifecycle::phase::is_mirrored;

/// Kinds of alerts about waiting payments; they close when the awaited event has come. Other kinds report a
/// past event, and an operator closes them.
const OF_WAITING: [AlertKind; 7] = [
    AlertKind::PayoutStuck,
    AlertKind::DebitStuck,
    AlertKind::RefundStuck,
    AlertKind::RefundFailed,
    AlertKind::DepositSuspended,
    AlertKind::DepositReview,
    AlertKind::DepositUnmatched,
];

/// Returns the commands of an alert about a payment in its present state. If the alert reports a past event, the payment may be
/// returned after its arrival.
pub(crate) fn commands(about: &AlertRecord, payment: &PaymentRecord) -> Vec<String> {
    let awaits = |kind| OF_WAITING.contains(&kind) || kind == AlertKind::JobPoisoned;
    if about.known_kind().is_some_and(awaits) && is_over(payment.lifecycle(), is_mirrored(payment)) {
        return Vec::new();
    }
    alert::commands(payment)
}

/// Returns `true` if the payment of an alert no longer waits.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let payment: Option<TransactionId> = alert.subject.parse().ok();
    let kind = alert.known_kind().filter(|kind| OF_WAITING.contains(kind));
    let Some((id, kind)) = payment.zip(kind) else {
        return Ok(false);
    };
    match payments::find(tx, platform, id)? {
        // An arrived payment may still be returned, but no action waits for that.
        Some(payment) => Ok(is_over(payment.lifecycle(), is_mirrored(&payment))),
        None => unmatched::is_settled(tx, platform, id, kind),
    }
}
