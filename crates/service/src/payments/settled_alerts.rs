//! Alerts about payments that close by themselves once no action is needed, and the commands that they offer until then.

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::{RefundStatus, commands as remedies, is_over};
use causeway_store::alerts::AlertRecord;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, alerts, payments};

use super::incoming::unmatched;
use super::lifecycle::alert;
use super::lifecycle::phase::is_mirrored;
use crate::runtime::upkeep::close_alert;

/// Kinds of alerts about waiting payments; they close with the decision of an operator, or else by the maintenance once
/// the awaited event has come. Other kinds report a past event, and an operator closes them.
const OF_WAITING: [AlertKind; 10] = [
    AlertKind::PayoutStuck,
    AlertKind::DebitStuck,
    AlertKind::RefundStuck,
    AlertKind::RefundFailed,
    AlertKind::DepositSuspended,
    AlertKind::DepositReview,
    AlertKind::DepositUnmatched,
    AlertKind::RailNoRoute,
    AlertKind::RailLimitReached,
    AlertKind::RailRefundHeld,
];

/// Returns the commands of an alert about a payment in its present state. If the alert reports a past event, the payment may be
/// returned after its arrival.
pub(crate) fn commands(about: &AlertRecord, payment: &PaymentRecord) -> Vec<String> {
    let is_settled = match about.known_kind() {
        Some(AlertKind::JobPoisoned) => is_over(payment.lifecycle(), is_mirrored(payment)),
        Some(kind) => OF_WAITING.contains(&kind) && !awaits(kind, payment),
        None => false,
    };
    if is_settled { Vec::new() } else { alert::commands(payment) }
}

/// Returns `true` if the payment of an alert no longer waits for what the alert asks.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let payment: Option<TransactionId> = alert.subject.parse().ok();
    let kind = alert.known_kind().filter(|kind| OF_WAITING.contains(kind));
    let Some((id, kind)) = payment.zip(kind) else {
        return Ok(false);
    };
    match payments::find(tx, platform, id)? {
        Some(payment) => Ok(!awaits(kind, &payment)),
        None => unmatched::is_settled(tx, platform, id, kind),
    }
}

/// Closes the open alerts about a payment that waits no longer for what they ask.
pub(in crate::payments) fn close_settled(tx: &mut Tx<'_>, payment: &PaymentRecord) -> Result<(), Error> {
    let subject = payment.id.to_string();
    for alert in alerts::open_about(tx, std::slice::from_ref(&subject))? {
        let kind = alert.known_kind().filter(|kind| OF_WAITING.contains(kind));
        if let Some(kind) = kind.filter(|kind| !awaits(*kind, payment)) {
            close_alert(tx, kind, &subject)?;
        }
    }
    Ok(())
}

/// Returns `true` if a payment waits for what an alert of this kind asks. A payout that is stuck waits until it has an
/// outcome or its refund begins: other alerts are about the refund. An arrived payment may still be returned, but no
/// alert waits for that.
fn awaits(kind: AlertKind, payment: &PaymentRecord) -> bool {
    let lifecycle = payment.lifecycle();
    let allowed = remedies(lifecycle, is_mirrored(payment));
    let allows = |command: &str| allowed.iter().any(|one| one.starts_with(command));
    match kind {
        AlertKind::PayoutStuck => allows("payment refund"),
        AlertKind::DebitStuck => allows("payment settle") && !allows("payment refund"),
        AlertKind::RefundStuck => allows("payment release"),
        AlertKind::RefundFailed => {
            lifecycle.refund == Some(RefundStatus::Failed) && allows("suspense resolve")
        }
        AlertKind::DepositSuspended => lifecycle.refund.is_none() && allows("suspense resolve"),
        AlertKind::DepositReview => allows("deposit release"),
        _ => !is_over(lifecycle, is_mirrored(payment)),
    }
}
