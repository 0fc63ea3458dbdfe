//! Accounts elsewhere: bank accounts, mobile-money accounts and wallets (money 4).

mod checks;
mod errors;
mod render;

pub mod create_customer_external_account;
pub mod get_customer_external_account_by_id;
pub mod list_customer_external_accounts;
