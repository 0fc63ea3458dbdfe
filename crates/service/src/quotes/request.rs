//! A quote request, translated into domain terms.

use causeway_domain::customers::UmaAddress;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{AccountRef, CustomerId, LookupId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Lock;
use causeway_domain::sca::ScaFactor;
use causeway_wire::quotes::{
    PlatformFeeOverride, QuoteDestination, QuoteLockSide, QuoteRequest, QuoteSource,
};
use serde_json::{Map, Value as Json};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::uma::sending::Discovery;

/// A request for a quote.
#[derive(Debug, Clone)]
pub(super) struct RequestedQuote {
    pub(super) source: RequestedSource,
    /// The customer on whose behalf the platform's own account, or an incoming payment, pays.
    pub(super) customer: Option<CustomerId>,
    pub(super) destination: RequestedDestination,
    /// The requested rail.
    pub(super) rail: Option<PaymentRail>,
    /// The look-up of the receiver's currencies and limits.
    pub(super) lookup: Option<LookupId>,
    pub(super) lock: Lock,
    pub(super) amount: i64,
    pub(super) executes_at_once: bool,
    pub(super) description: Option<String>,
    pub(super) remittance_information: Option<String>,
    pub(super) purpose_of_payment: Option<String>,
    pub(super) fee_override: Option<PlatformFeeOverride>,
    /// The factor of the customer's authorization, if one is needed.
    pub(super) factor: Option<ScaFactor>,
    /// Compliance fields of the payer in the request.
    pub(super) payer_facts: Map<String, Json>,
    /// The answer to a discovery for this quote alone; `None` if that of the look-up counts.
    pub(super) discovery: Option<Discovery>,
}

/// The requested destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestedDestination {
    Account(AccountRef),
    /// A receiver at a UMA provider.
    Uma {
        address: UmaAddress,
        /// `None` means the receiver's first currency.
        currency: Option<CurrencyCode>,
    },
}

/// The requested source.
#[derive(Debug, Clone)]
pub(super) enum RequestedSource {
    Account(AccountRef),
    /// A payer funds the quote by an incoming payment.
    PaysIn(RequestedPayer),
}

/// The requested payer of an incoming payment.
#[derive(Debug, Clone)]
pub(super) struct RequestedPayer {
    /// Optional for a payer named by UMA address.
    pub(super) currency: Option<CurrencyCode>,
    pub(super) network: Option<String>,
    pub(super) uma_address: Option<String>,
}

impl RequestedQuote {
    pub(super) fn read(request: &QuoteRequest) -> Result<Self, ApiError> {
        let (source, customer) = read_source(&request.source);
        let (destination, rail) = read_destination(&request.destination)?;
        if let (RequestedSource::Account(AccountRef::External(_)), RequestedDestination::Uma { .. }) =
            (&source, &destination)
        {
            return Err(errors::debited_to_uma());
        }
        // A quote funded by an incoming payment executes by itself.
        let executes_at_once = request.immediately_execute && matches!(source, RequestedSource::Account(_));
        Ok(Self {
            source,
            customer,
            destination,
            rail,
            lookup: request.lookup_id,
            lock: match request.locked_currency_side {
                QuoteLockSide::Sending => Lock::Sending,
                QuoteLockSide::Receiving => Lock::Receiving,
            },
            amount: request.locked_currency_amount.0,
            executes_at_once,
            description: request.description.as_ref().map(ToString::to_string),
            remittance_information: request.remittance_information.clone(),
            purpose_of_payment: request.purpose_of_payment.map(|purpose| purpose.as_str().to_owned()),
            fee_override: request.platform_fee_override.clone(),
            factor: request.sca_factor,
            payer_facts: request.sender_customer_info.clone().unwrap_or_default().0,
            discovery: None,
        })
    }
}

fn read_destination(
    destination: &QuoteDestination,
) -> Result<(RequestedDestination, Option<PaymentRail>), ApiError> {
    Ok(match destination {
        QuoteDestination::Account(account) => {
            (RequestedDestination::Account(account.account_id), account.payment_rail)
        }
        QuoteDestination::UmaAddress(receiver) => {
            let address = UmaAddress::parse(receiver.uma_address.as_str());
            let address = address.map_err(|_| errors::invalid_uma_address())?;
            (RequestedDestination::Uma { address, currency: receiver.currency }, None)
        }
    })
}

fn read_source(source: &QuoteSource) -> (RequestedSource, Option<CustomerId>) {
    match source {
        QuoteSource::Account(source) => (RequestedSource::Account(source.account_id), source.customer_id),
        QuoteSource::RealtimeFunding(source) => {
            let payer = RequestedPayer {
                currency: Some(source.currency),
                network: source.crypto_network.as_ref().map(ToString::to_string),
                uma_address: None,
            };
            (RequestedSource::PaysIn(payer), source.customer_id)
        }
        QuoteSource::UmaAddress(source) => {
            let payer = RequestedPayer {
                currency: source.currency,
                network: None,
                uma_address: Some(source.uma_address.as_str().to_owned()),
            };
            (RequestedSource::PaysIn(payer), None)
        }
    }
}
