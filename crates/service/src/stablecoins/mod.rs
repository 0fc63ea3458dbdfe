//! Stablecoins: links to providers, registered tokens, mints and burns (stablecoins).

mod attempt;
mod begin;
pub mod brale;
mod check;
mod errors;
mod lifecycle;
mod link;
mod lookup;
mod operate;
mod operation_request;
mod order;
mod render;
mod settle;

pub mod create_stablecoin_burn;
pub mod create_stablecoin_mint;
pub mod create_stablecoin_quote;
pub mod execute_stablecoin_quote;
pub mod get_stablecoin;
pub mod get_stablecoin_operation;
pub mod get_stablecoin_provider_account;
pub mod get_stablecoin_quote;
pub mod link_stablecoin_provider_account;
pub mod list_stablecoin_operations;
pub mod list_stablecoin_provider_accounts;
pub mod list_stablecoins;
pub mod notifications;
pub(crate) mod refresh;
pub mod register_stablecoin;
pub(crate) mod track;

pub(crate) use lifecycle::is_settled;
pub use operate::{give_up, reencrypt_all, revoke, set_status};
pub use render::operation as shown_operation;
