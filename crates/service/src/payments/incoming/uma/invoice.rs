//! The expiry of an incoming UMA payment that another platform of this deployment is to pay (uma 6.3).

use std::time::Duration;

use causeway_domain::Time;
use causeway_store::payments::PaymentRecord;

/// Lifetime from the approval on; the rate is fixed as long.
pub(crate) const INVOICE: Duration = Duration::from_mins(5);

/// Returns the expiry on the clock of the receiving platform, or `None` before the approval.
pub(in crate::payments) fn invoice_ends_at(payment: &PaymentRecord) -> Option<Time> {
    Some(payment.state().incoming_uma.as_ref()?.approved_at?.plus(INVOICE))
}
