//! A requested mint or burn, from the request's body (stablecoins 5, 6).

use causeway_domain::ids::{AccountRef, ExternalAccountId};
use causeway_domain::stablecoins::{
    StablecoinBurnRail, StablecoinOperationType, StablecoinSourceType, TokenAmount,
};
use causeway_wire::stablecoins::{
    SentTokenUnits, StablecoinBurnDestination, StablecoinBurnRequest, StablecoinBurnSource,
    StablecoinMintDestination, StablecoinMintFundingSource, StablecoinMintRequest, StablecoinQuoteRequest,
};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// A requested mint or burn.
#[derive(Debug, Clone)]
pub(super) struct OperationRequest {
    pub(super) operation_type: StablecoinOperationType,
    /// As sent.
    pub(super) amount: SentTokenUnits,
    pub(super) source: StablecoinSourceType,
    /// The bank account that is debited.
    pub(super) debited: Option<ExternalAccountId>,
    pub(super) destination: AccountRef,
    pub(super) rail: Option<StablecoinBurnRail>,
    pub(super) description: Option<String>,
}

impl OperationRequest {
    fn mint(
        amount: &SentTokenUnits,
        source: &StablecoinMintFundingSource,
        destination: StablecoinMintDestination,
        description: Option<&String>,
    ) -> Self {
        use StablecoinMintFundingSource as Source;
        let (source, debited) = match source {
            Source::Wire(_) => (StablecoinSourceType::Wire, None),
            Source::AchDebit(of) => (StablecoinSourceType::AchDebit, Some(of.external_account_id)),
            Source::SameDayAchDebit(of) => {
                (StablecoinSourceType::SameDayAchDebit, Some(of.external_account_id))
            }
            Source::SvcInternalAccount(_) => (StablecoinSourceType::SvcInternalAccount, None),
            Source::ProviderInternalBalance(_) => (StablecoinSourceType::ProviderInternalBalance, None),
        };
        Self {
            operation_type: StablecoinOperationType::Mint,
            amount: amount.clone(),
            source,
            debited,
            destination: destination.account_id,
            rail: None,
            description: description.cloned(),
        }
    }

    fn burn(
        amount: &SentTokenUnits,
        source: &StablecoinBurnSource,
        destination: StablecoinBurnDestination,
        description: Option<&String>,
    ) -> Self {
        let source = match source {
            StablecoinBurnSource::ExternalAccount(_) => StablecoinSourceType::ExternalAccount,
            StablecoinBurnSource::SvcInternalAccount(_) => StablecoinSourceType::SvcInternalAccount,
            StablecoinBurnSource::ProviderInternalBalance(_) => StablecoinSourceType::ProviderInternalBalance,
        };
        Self {
            operation_type: StablecoinOperationType::Burn,
            amount: amount.clone(),
            source,
            debited: None,
            destination: AccountRef::External(destination.external_account_id),
            rail: Some(destination.rail),
            description: description.cloned(),
        }
    }

    /// Returns the amount; the field checks have ensured its upper bound.
    pub(super) fn units(&self) -> Result<TokenAmount, ApiError> {
        self.amount.as_str().parse().map_err(|_| ApiError::field("amount", TOO_MUCH))
    }

    /// Returns the account that receives the tokens or the money.
    pub(super) fn external_destination(&self) -> Result<ExternalAccountId, ApiError> {
        match self.destination {
            AccountRef::External(id) => Ok(id),
            AccountRef::Internal(_) => Err(errors::destination_not_supported()),
        }
    }

    /// Refuses reserved kinds of sources.
    pub(super) fn check_source(&self) -> Result<(), ApiError> {
        use StablecoinOperationType::{Burn, Mint};
        use StablecoinSourceType as Source;
        match (self.operation_type, self.source) {
            (Mint, Source::Wire | Source::AchDebit | Source::SameDayAchDebit)
            | (Burn, Source::ExternalAccount | Source::ProviderInternalBalance) => Ok(()),
            (
                Mint,
                Source::ExternalAccount | Source::SvcInternalAccount | Source::ProviderInternalBalance,
            ) => Err(errors::source_not_supported("fundingSource.type")),
            (
                Burn,
                Source::Wire | Source::AchDebit | Source::SameDayAchDebit | Source::SvcInternalAccount,
            ) => Err(errors::source_not_supported("source.type")),
        }
    }
}

impl From<&StablecoinMintRequest> for OperationRequest {
    fn from(body: &StablecoinMintRequest) -> Self {
        Self::mint(&body.amount, &body.funding_source, body.destination, body.description.as_ref())
    }
}

impl From<&StablecoinBurnRequest> for OperationRequest {
    fn from(body: &StablecoinBurnRequest) -> Self {
        Self::burn(&body.amount, &body.source, body.destination, body.description.as_ref())
    }
}

impl From<&StablecoinQuoteRequest> for OperationRequest {
    fn from(body: &StablecoinQuoteRequest) -> Self {
        match body {
            StablecoinQuoteRequest::Mint(body) => {
                Self::mint(&body.amount, &body.funding_source, body.destination, body.description.as_ref())
            }
            StablecoinQuoteRequest::Burn(body) => {
                Self::burn(&body.amount, &body.source, body.destination, body.description.as_ref())
            }
        }
    }
}

const TOO_MUCH: &str = "must be at most 2^128 - 1";

fn check_amount(amount: &SentTokenUnits, errors: &mut FieldErrors) {
    if errors.has_no_error("amount") && amount.as_str().parse::<TokenAmount>().is_err() {
        errors.push("amount", TOO_MUCH);
    }
}

impl FieldChecks for StablecoinMintRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        check_amount(&self.amount, errors);
    }
}

impl FieldChecks for StablecoinBurnRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        check_amount(&self.amount, errors);
    }
}

impl FieldChecks for StablecoinQuoteRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        let amount = match self {
            Self::Mint(body) => &body.amount,
            Self::Burn(body) => &body.amount,
        };
        check_amount(amount, errors);
    }
}
