//! Stablecoins: provider accounts, registered tokens, mints and burns.

mod amount;
mod burn;
mod mint;
mod operation;
mod provider_account;
mod quote;
mod stablecoin;

pub use amount::{SentTokenUnits, TokenUnits};
pub use burn::{
    StablecoinBurnDestination, StablecoinBurnRequest, StablecoinBurnSource,
    StablecoinExternalAccountBurnSource, StablecoinProviderBalanceBurnSource,
    StablecoinSvcInternalBurnSource,
};
pub use causeway_vocabulary::stablecoins::{
    StablecoinBurnDestinationType, StablecoinBurnRail, StablecoinFailureReason, StablecoinFundingEvent,
    StablecoinIssuanceStatus, StablecoinNetwork, StablecoinOperationStatus, StablecoinOperationType,
    StablecoinProvider, StablecoinProviderAccountStatus, StablecoinProviderEnvironment,
    StablecoinQuoteStatus, StablecoinSourceType, StablecoinSvcOperationsStatus,
};
pub use mint::{
    StablecoinAchDebitFundingSource, StablecoinMintDestination, StablecoinMintFundingSource,
    StablecoinMintRequest, StablecoinProviderBalanceFundingSource, StablecoinSameDayAchDebitFundingSource,
    StablecoinSvcInternalFundingSource, StablecoinWireFundingSource,
};
pub use operation::{
    StablecoinEstimatedDelivery, StablecoinFundingInstructions, StablecoinOperation,
    StablecoinOperationDestination, StablecoinOperationFilter, StablecoinOperationSource,
};
pub use provider_account::{
    ApiClientSecret, StablecoinProviderAccount, StablecoinProviderAccountFilter,
    StablecoinProviderAccountLinkRequest,
};
pub use quote::{
    StablecoinBurnQuoteRequest, StablecoinMintQuoteRequest, StablecoinQuote, StablecoinQuoteFee,
    StablecoinQuoteRequest,
};
pub use stablecoin::{
    NetworkTokenIdentifier, ProviderTokenIdentifier, Stablecoin, StablecoinFilter, StablecoinRegisterRequest,
};
