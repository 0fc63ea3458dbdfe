//! What a request for a quote asks for, in the terms of the rules.

use causeway_domain::external_accounts::Rail;
use causeway_domain::ids::{AccountRef, CustomerId};
use causeway_domain::rates::Lock;
use causeway_wire::quotes::{
    PlatformFeeOverride, QuoteDestination, QuoteLockSide, QuoteRequest, QuoteSource,
};

use super::errors;
use crate::runtime::api_error::ApiError;

/// A request for a quote from an account to an account.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) source: AccountRef,
    /// On whose behalf the platform's own account pays.
    pub(super) customer: Option<CustomerId>,
    pub(super) destination: AccountRef,
    /// The rail that the request names.
    pub(super) rail: Option<Rail>,
    pub(super) lock: Lock,
    pub(super) amount: i64,
    pub(super) executes_at_once: bool,
    pub(super) description: Option<String>,
    pub(super) remittance_information: Option<String>,
    pub(super) purpose_of_payment: Option<String>,
    pub(super) fee_override: Option<PlatformFeeOverride>,
}

impl Wanted {
    pub(super) fn read(request: &QuoteRequest) -> Result<Self, ApiError> {
        let QuoteSource::Account(source) = &request.source else {
            return Err(errors::not_offered("Paying in for a quote"));
        };
        let QuoteDestination::Account(destination) = &request.destination else {
            return Err(match source.account_id {
                AccountRef::External(_) => errors::debited_to_uma(),
                AccountRef::Internal(_) => errors::not_offered("Paying to UMA addresses"),
            });
        };
        Ok(Self {
            source: source.account_id,
            customer: source.customer_id,
            destination: destination.account_id,
            rail: destination.payment_rail,
            lock: match request.locked_currency_side {
                QuoteLockSide::Sending => Lock::Sending,
                QuoteLockSide::Receiving => Lock::Receiving,
            },
            amount: request.locked_currency_amount.0,
            executes_at_once: request.immediately_execute,
            description: request.description.as_ref().map(ToString::to_string),
            remittance_information: request.remittance_information.clone(),
            purpose_of_payment: request.purpose_of_payment.map(|purpose| purpose.as_str().to_owned()),
            fee_override: request.platform_fee_override.clone(),
        })
    }
}
