//! Quotes: priced offers to move money, and how they are carried out (money 6, 8).

mod errors;
pub mod expire;
mod parties;
pub mod payout;
mod pricing;
mod render;
mod request;
mod start;

pub mod create_quote;
pub mod execute_quote;
pub mod get_quote_by_id;

pub(crate) use pricing::{service_fees, standing_fee};
