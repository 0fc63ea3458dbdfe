//! How long a receipt can be paid that another platform of this deployment is to pay (uma 6.3).

use std::time::Duration;

use causeway_domain::Time;
use causeway_store::payments::PaymentRecord;

/// From the approval on, as long as the rate is fixed.
pub(crate) const INVOICE: Duration = Duration::from_mins(5);

/// From when on it cannot be paid, on the clock of its platform; none before it is approved.
pub(in crate::payments) fn invoice_ends_at(receipt: &PaymentRecord) -> Option<Time> {
    Some(receipt.state().receipt.as_ref()?.approved_at?.plus(INVOICE))
}
