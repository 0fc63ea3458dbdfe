//! Quotes: their states, their windows and the platform's fees on them (money 8, 11).

mod platform_fees;
mod rules;
mod state;

pub use platform_fees::{
    FeeConfig, FeeConfigReason, FeeConfigRefused, FeeType, OverrideRefused, PlatformFee, SentFeeConfig,
    check_override, merge_fee_configs, platform_fee,
};
pub use rules::{ExecuteRefused, Route, check_executable, expires_at, is_expired, quote_window};
pub use state::{QuoteEvent, QuoteStatus, created, next};
