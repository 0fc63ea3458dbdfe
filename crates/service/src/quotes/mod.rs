//! Quotes: priced offers to move money (money 6, 8). A quote prices a payment and starts it; its further life
//! is in `payments`.

mod account;
mod authorization;
mod destination;
mod draft;
mod errors;
pub mod expire;
pub mod expire_authorization;
mod factor;
pub mod fund;
mod funding;
pub mod late;
mod launch;
mod locked;
mod parties;
mod payer;
mod peer;
mod peer_offer;
mod pricing;
pub(crate) mod recover_wallet;
pub(crate) mod render;
mod request;
mod status;
mod stored_quote;
mod travel_rule;

pub mod authorize_quote;
pub mod create_quote;
pub mod estimate_crypto_withdrawal_fee;
pub mod execute_quote;
pub mod get_quote_by_id;
pub mod resend_quote_sca_code;

pub(crate) use errors::rate_refused;
