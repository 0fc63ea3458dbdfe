//! The status of a quote, derived from its payment.

use causeway_domain::Time;
use causeway_domain::quotes::{QuoteStatus, status_at};
use causeway_store::Error;
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::QuoteRecord;

/// Returns the stored status of a payment's quote.
pub(super) fn written_status(payment: &PaymentRecord) -> Result<QuoteStatus, Error> {
    let unpriced = || Error::Data(format!("{} has no quote", payment.id));
    payment.phase().quote_status().ok_or_else(unpriced)
}

/// Returns the status of a quote at an instant.
pub(super) fn status_of(
    quote: &QuoteRecord,
    payment: &PaymentRecord,
    now: Time,
) -> Result<QuoteStatus, Error> {
    let authorize_by = payment.state().challenge.as_ref().map(|challenge| challenge.expires_at);
    Ok(status_at(written_status(payment)?, quote.expires_at, authorize_by, now))
}
