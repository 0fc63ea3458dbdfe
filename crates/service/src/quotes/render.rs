//! The API view of a quote.

use causeway_domain::Time;
use causeway_domain::quotes::QuoteStatus;
use causeway_store::Error;
use causeway_store::payments::{PaymentRecord, Side};
use causeway_store::quotes::QuoteRecord;
use causeway_wire::accounts::AccountDetails;
use causeway_wire::payment_instructions::{InstructionDetails, PaymentInstructions};
use causeway_wire::quotes::{
    AccountDestination, AccountQuoteSource, Quote, QuoteDestination, QuoteSource, RealtimeFundingQuoteSource,
    UmaAddressDestination, UmaAddressQuoteSource,
};
use causeway_wire::sca::ScaChallenge;

use super::status::status_of;
use crate::internal_accounts::render::instructions;
use crate::runtime::api_error::ApiError;
use crate::runtime::money::{self, exact_number};
use crate::sca::{self, ChallengePurpose};
use crate::transactions::render::{counterparty, rate_details};

/// Note for the payer of a wallet payment.
const WALLET_NOTES: &str =
    "Sign payloadToSign with a key of a session of the wallet, and execute the quote with it.";

/// Renders a quote at this instant, by the terms of its payment. An open quote expires by the clock, even if
/// the expiry is not saved yet (money 8.3).
pub(crate) fn quote(record: &QuoteRecord, payment: &PaymentRecord, now: Time) -> Result<Quote, ApiError> {
    let terms = &payment.terms;
    let unshowable = || ApiError::internal(Error::Data(format!("{} cannot be shown", record.id)));
    let conversion = terms.conversion.ok_or_else(unshowable)?;
    let destination = destination(payment).ok_or_else(unshowable)?;
    let price = &conversion.price;
    Ok(Quote {
        id: record.id,
        status: status_of(record, payment, now)?,
        created_at: money::instant(record.created_at),
        expires_at: money::instant(record.expires_at),
        source: source(payment),
        destination,
        sending_currency: money::currency(conversion.sending)?,
        receiving_currency: money::currency(conversion.receiving)?,
        total_sending_amount: price.total_sending.into(),
        total_receiving_amount: price.total_receiving.into(),
        exchange_rate: exact_number(terms.exchange_rate.ok_or_else(unshowable)?)?,
        fees_included: price.fees_included.into(),
        platform_fees_included: Some(price.platform_fee.into()),
        payment_instructions: payment_instructions(record, payment),
        transaction_id: record.transaction,
        counterparty_information: counterparty(terms),
        rate_details: terms.rate_details.as_ref().map(rate_details).transpose()?,
        sca_challenge: challenge(record, payment, now)?,
    })
}

/// Returns the funding instructions, or the payload that the paying wallet must sign.
fn payment_instructions(record: &QuoteRecord, payment: &PaymentRecord) -> Option<Vec<PaymentInstructions>> {
    if let Some(payload) = &record.terms.payload_to_sign {
        let details = AccountDetails::of_type("EMBEDDED_WALLET").with("payloadToSign", payload.as_str());
        return Some(vec![PaymentInstructions {
            instructions_notes: Some(WALLET_NOTES.to_owned()),
            is_platform_account: None,
            account_or_wallet_info: InstructionDetails(details),
        }]);
    }
    // Withheld until the customer has authorized the funding, and if it never did.
    let funding = payment.terms.funding.as_ref().filter(|_| payment.state().challenge.is_none())?;
    Some(instructions(&funding.instructions, payment.customer.is_none()))
}

fn source(payment: &PaymentRecord) -> QuoteSource {
    let funding = payment.terms.funding.as_ref();
    match (&payment.terms.source, funding.and_then(|funding| funding.payer.as_ref())) {
        (Side::Account { account, .. }, _) => {
            QuoteSource::Account(AccountQuoteSource { account_id: *account, customer_id: payment.customer })
        }
        (Side::Funding { .. }, Some(named)) => QuoteSource::UmaAddress(UmaAddressQuoteSource {
            uma_address: named.uma_address.as_str().into(),
            currency: named.currency,
        }),
        (Side::Funding { currency, .. }, None) => QuoteSource::RealtimeFunding(RealtimeFundingQuoteSource {
            customer_id: payment.customer,
            currency: *currency,
            crypto_network: funding.and_then(|funding| funding.network.as_deref().map(Into::into)),
        }),
        (Side::Uma { address, currency }, _) => QuoteSource::UmaAddress(UmaAddressQuoteSource {
            uma_address: address.as_str().into(),
            currency: Some(*currency),
        }),
    }
}

pub(super) fn destination(payment: &PaymentRecord) -> Option<QuoteDestination> {
    let terms = &payment.terms;
    Some(match &terms.destination {
        Side::Account { account, .. } => QuoteDestination::Account(AccountDestination {
            account_id: *account,
            payment_rail: terms.rail.map(|chosen| chosen.rail),
        }),
        Side::Uma { address, currency } => QuoteDestination::UmaAddress(UmaAddressDestination {
            uma_address: address.as_str().into(),
            currency: Some(*currency),
        }),
        Side::Funding { .. } => return None,
    })
}

/// Returns the challenge that the customer can still answer.
fn challenge(
    record: &QuoteRecord,
    payment: &PaymentRecord,
    now: Time,
) -> Result<Option<ScaChallenge>, Error> {
    let waits = status_of(record, payment, now)? == QuoteStatus::PendingAuthorization;
    let challenge = payment.state().challenge.as_ref().filter(|_| waits);
    Ok(challenge.map(|challenge| sca::show(challenge, ChallengePurpose::Transfer)))
}
