//! Quotes: priced offers to move money (money 6, 8). A quote prices a payment and starts it; what becomes of it stands
//! in `payments`.

mod draft;
mod errors;
pub mod expire;
mod factor;
mod launch;
mod ownership;
mod parties;
mod pricing;
mod render;
mod request;
mod required_party_data;
mod volume;

pub mod create_quote;
pub mod execute_quote;
pub mod get_quote_by_id;

pub(crate) use pricing::{service_fees, standing_fee};
