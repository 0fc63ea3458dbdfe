//! What a request for a quote asks for, in the terms of the rules.

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

/// A request for a quote.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) source: WantedSource,
    /// On whose behalf the platform's own account pays, or somebody pays in.
    pub(super) customer: Option<CustomerId>,
    pub(super) destination: WantedDestination,
    /// The rail that the request names.
    pub(super) rail: Option<PaymentRail>,
    /// The look-up that showed what the receiver takes.
    pub(super) lookup: Option<LookupId>,
    pub(super) lock: Lock,
    pub(super) amount: i64,
    pub(super) executes_at_once: bool,
    pub(super) description: Option<String>,
    pub(super) remittance_information: Option<String>,
    pub(super) purpose_of_payment: Option<String>,
    pub(super) fee_override: Option<PlatformFeeOverride>,
    /// How the customer authorizes it, where it has to.
    pub(super) factor: Option<ScaFactor>,
    /// What the request says about the payer.
    pub(super) payer_facts: Map<String, Json>,
}

/// Where the money is to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WantedDestination {
    Account(AccountRef),
    /// To somebody at a UMA provider.
    Uma {
        address: UmaAddress,
        /// The currency; none: the receiver's first.
        currency: Option<CurrencyCode>,
    },
}

/// Where the money is to come from.
#[derive(Debug, Clone)]
pub(super) enum WantedSource {
    Account(AccountRef),
    /// Somebody pays it in.
    PaysIn(WantedPayer),
}

/// Somebody who pays in.
#[derive(Debug, Clone)]
pub(super) struct WantedPayer {
    /// The currency; one that is named by address may leave it open.
    pub(super) currency: Option<CurrencyCode>,
    pub(super) network: Option<String>,
    pub(super) uma_address: Option<String>,
}

impl Wanted {
    pub(super) fn read(request: &QuoteRequest) -> Result<Self, ApiError> {
        let (source, customer) = read_source(&request.source);
        let (destination, rail) = read_destination(&request.destination)?;
        if let (WantedSource::Account(AccountRef::External(_)), WantedDestination::Uma { .. }) =
            (&source, &destination)
        {
            return Err(errors::debited_to_uma());
        }
        // What is paid in for is carried out by itself.
        let executes_at_once = request.immediately_execute && matches!(source, WantedSource::Account(_));
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
        })
    }
}

fn read_destination(
    destination: &QuoteDestination,
) -> Result<(WantedDestination, Option<PaymentRail>), ApiError> {
    Ok(match destination {
        QuoteDestination::Account(account) => {
            (WantedDestination::Account(account.account_id), account.payment_rail)
        }
        QuoteDestination::UmaAddress(receiver) => {
            let address = UmaAddress::parse(receiver.uma_address.as_str());
            let address = address.map_err(|_| errors::invalid_uma_address())?;
            (WantedDestination::Uma { address, currency: receiver.currency }, None)
        }
    })
}

fn read_source(source: &QuoteSource) -> (WantedSource, Option<CustomerId>) {
    match source {
        QuoteSource::Account(source) => (WantedSource::Account(source.account_id), source.customer_id),
        QuoteSource::RealtimeFunding(source) => {
            let payer = WantedPayer {
                currency: Some(source.currency),
                network: source.crypto_network.as_ref().map(ToString::to_string),
                uma_address: None,
            };
            (WantedSource::PaysIn(payer), source.customer_id)
        }
        QuoteSource::UmaAddress(source) => {
            let payer = WantedPayer {
                currency: source.currency,
                network: None,
                uma_address: Some(source.uma_address.as_str().to_owned()),
            };
            (WantedSource::PaysIn(payer), None)
        }
    }
}
