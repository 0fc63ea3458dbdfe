//! Quotes: priced offers to move money, and how they are carried out (money 6, 8).

mod alarms;
mod carried;
pub mod debit;
mod draft;
mod errors;
pub mod expire;
mod expiry;
mod factor;
mod minimums;
pub mod operate;
mod outcome;
mod ownership;
mod parties;
pub mod payout;
mod pricing;
pub mod refund;
mod refunding;
mod render;
mod request;
mod standing;
mod start;
mod steps;
mod volume;

pub mod create_quote;
pub mod execute_quote;
pub mod get_quote_by_id;

pub(crate) use alarms::commands;
pub(crate) use pricing::{service_fees, standing_fee};
