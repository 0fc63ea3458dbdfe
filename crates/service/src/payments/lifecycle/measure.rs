//! The count of payments that have ended.

use causeway_domain::external_accounts::PaymentRail;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;
use causeway_store::platforms::Environment;

/// The rail of a payment that no rail carries.
const NO_RAIL: &str = "NONE";

/// Counts a payment that has reached its first final status, once the transaction is committed.
pub(super) fn count_end(tx: &mut Tx<'_>, environment: Environment, payment: &PaymentRecord) {
    let rail = payment.rail().map_or(NO_RAIL, PaymentRail::as_str);
    tx.count(metrics::counter!(
        "causeway_payments_total",
        "rail" => rail,
        "kind" => payment.kind.as_str(),
        "outcome" => payment.status().as_str(),
        "environment" => environment.as_str()
    ));
}
