//! A quote as it is shown.

use causeway_domain::Time;
use causeway_domain::ids::AccountRef;
use causeway_domain::quotes::{QuoteStatus, is_expired};
use causeway_store::quotes::{QuoteDestination as To, QuoteRecord};
use causeway_wire::quotes::{AccountDestination, AccountQuoteSource, Quote, QuoteDestination, QuoteSource};

use crate::runtime::api_error::ApiError;
use crate::runtime::money::{self, exact_number};
use crate::transactions::render::rate_details;

/// The quote as it is shown at this instant: one that nobody has executed expires by the clock, whether or not
/// that is written already (money 8.3).
pub(super) fn quote(record: &QuoteRecord, now: Time) -> Result<Quote, ApiError> {
    let doc = &record.doc;
    let price = &doc.price;
    Ok(Quote {
        id: record.id,
        status: status_at(record, now),
        created_at: money::instant(record.created_at),
        expires_at: money::instant(record.expires_at),
        source: QuoteSource::Account(AccountQuoteSource {
            account_id: doc.source,
            customer_id: doc.customer,
        }),
        destination: QuoteDestination::Account(destination(&doc.destination)),
        sending_currency: money::currency(doc.sending)?,
        receiving_currency: money::currency(doc.receiving)?,
        total_sending_amount: price.total_sending.into(),
        total_receiving_amount: price.total_receiving.into(),
        exchange_rate: exact_number(price.rate.inverse_shown())?,
        fees_included: price.fees_included.into(),
        platform_fees_included: Some(price.platform_fee.into()),
        payment_instructions: None,
        transaction_id: record.transaction,
        counterparty_information: None,
        rate_details: Some(rate_details(&doc.rate_details)?),
        sca_challenge: None,
    })
}

fn status_at(record: &QuoteRecord, now: Time) -> QuoteStatus {
    match record.status {
        QuoteStatus::Pending if is_expired(record.expires_at, now) => QuoteStatus::Expired,
        status => status,
    }
}

fn destination(to: &To) -> AccountDestination {
    match to {
        To::Internal { account } => {
            AccountDestination { account_id: AccountRef::Internal(*account), payment_rail: None }
        }
        To::External { account, rail, .. } => {
            AccountDestination { account_id: AccountRef::External(*account), payment_rail: *rail }
        }
    }
}
