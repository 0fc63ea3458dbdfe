//! External accounts: bank accounts, mobile-money accounts and wallets (money 4).

mod account_request;
mod checks;
mod errors;
mod lifecycle;
mod operate;
mod owner;
mod ownership;
pub(crate) mod register;
mod render;
mod strict;

pub mod create_customer_external_account;
pub mod create_external_account_ownership_challenge;
pub mod create_platform_external_account;
pub mod create_platform_external_account_ownership_challenge;
pub mod delete_customer_external_account_by_id;
pub mod delete_platform_external_account_by_id;
pub mod get_customer_external_account_by_id;
pub mod get_platform_external_account_by_id;
pub mod list_customer_external_accounts;
pub mod list_platform_external_accounts;
pub(crate) mod liveness;
pub(crate) mod screen;
pub mod verify_external_account_ownership;
pub mod verify_platform_external_account_ownership;

pub use operate::{decisions, disable, enable, review};
