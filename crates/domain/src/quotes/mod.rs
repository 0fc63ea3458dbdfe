//! Quotes: their validity, their funding, and the platform's fees on them (money 8, 11).

mod funding;
mod platform_fees;
mod rules;

pub use causeway_vocabulary::quotes::QuoteStatus;
pub use funding::{
    FundingNetwork, FundingOptions, FundingRefused, funding_networks, funding_options, funding_rails,
};
pub use platform_fees::{
    FeeConfig, FeeConfigReason, FeeConfigRefusal, FeeConfigRequest, FeeType, OverrideRefusal, PlatformFee,
    check_override, merge_fee_configs, platform_fee,
};
pub use rules::{
    ExecuteRefused, Route, check_executable, expires_at, is_expired, is_fundable, quote_window, status_at,
};
