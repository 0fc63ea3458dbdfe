//! A quote as it is shown.

use causeway_domain::Time;
use causeway_domain::quotes::{QuoteStatus, is_expired};
use causeway_store::Error;
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::QuoteRecord;
use causeway_wire::quotes::{AccountDestination, AccountQuoteSource, Quote, QuoteDestination, QuoteSource};

use crate::runtime::api_error::ApiError;
use crate::runtime::money::{self, exact_number};
use crate::transactions::render::rate_details;

/// The quote as it is shown at this instant, by the terms of its payment: one that nobody has executed expires by the clock, whether or not
/// that is written already (money 8.3).
pub(super) fn quote(record: &QuoteRecord, payment: &PaymentRecord, now: Time) -> Result<Quote, ApiError> {
    let terms = &payment.terms;
    let unshowable = || ApiError::internal(Error::Data(format!("{} cannot be shown", record.id)));
    let conversion = terms.conversion.ok_or_else(unshowable)?;
    let source = terms.source.account().ok_or_else(unshowable)?;
    let to = terms.destination.account().ok_or_else(unshowable)?;
    let price = &conversion.price;
    Ok(Quote {
        id: record.id,
        status: status_at(record, now),
        created_at: money::instant(record.created_at),
        expires_at: money::instant(record.expires_at),
        source: QuoteSource::Account(AccountQuoteSource {
            account_id: source,
            customer_id: payment.customer,
        }),
        destination: QuoteDestination::Account(AccountDestination {
            account_id: to,
            payment_rail: terms.rail.map(|chosen| chosen.rail),
        }),
        sending_currency: money::currency(conversion.sending)?,
        receiving_currency: money::currency(conversion.receiving)?,
        total_sending_amount: price.total_sending.into(),
        total_receiving_amount: price.total_receiving.into(),
        exchange_rate: exact_number(price.rate.inverse_shown())?,
        fees_included: price.fees_included.into(),
        platform_fees_included: Some(price.platform_fee.into()),
        payment_instructions: None,
        transaction_id: record.transaction,
        counterparty_information: None,
        rate_details: terms.rate_details.as_ref().map(rate_details).transpose()?,
        sca_challenge: None,
    })
}

fn status_at(record: &QuoteRecord, now: Time) -> QuoteStatus {
    match record.status {
        QuoteStatus::Pending if is_expired(record.expires_at, now) => QuoteStatus::Expired,
        status => status,
    }
}
