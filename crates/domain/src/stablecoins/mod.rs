//! Stablecoins: links to providers, registered tokens, mints and burns (stablecoins).

mod amount;
mod reports;
mod rules;
mod states;

pub use amount::{NotAnAmount, TokenAmount, TokenTotal};
pub use causeway_vocabulary::stablecoins::{
    StablecoinBurnRail, StablecoinFailureReason, StablecoinFundingEvent, StablecoinIssuanceStatus,
    StablecoinNetwork, StablecoinOperationStatus, StablecoinOperationType, StablecoinProvider,
    StablecoinProviderAccountStatus, StablecoinProviderEnvironment, StablecoinQuoteStatus,
    StablecoinSourceType, StablecoinSvcOperationsStatus,
};
pub use reports::{ProviderReport, Reaction, react};
pub use rules::{
    FUNDING_WINDOW, QUOTE_WINDOW, bank_rail_of_burn, bank_rail_of_debit, delivery_time, has_sound_prefix,
    poll_delay,
};
pub use states::issuance::{IssuanceEvent, next as next_issuance};
pub use states::link::{LinkEvent, created as link_created, next as next_link};
pub use states::operation::{
    OperationEvent, OperationState, created as operation_created, next as next_operation,
};
pub use states::quote::{StablecoinQuoteEvent, created as quote_created, next as next_quote, quote_at};
pub use states::service::{created as service_created, next as next_service};
