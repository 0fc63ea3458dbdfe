//! Accounts that the service holds for customers and for platforms (money 3).

mod announce;
mod cash;
mod errors;
pub mod funding_methods;
pub mod ledger;
pub mod lifecycle;
pub mod list_customer_internal_accounts;
pub mod list_platform_internal_accounts;
mod operate;
mod policy;
mod provision;
pub mod render;
mod usable;
mod wallet;

pub use errors::account_not_active;
pub(crate) use funding_methods::instructions;
pub use operate::{add, close, decisions, freeze, instruct, release, retry};
pub use policy::FundingPolicy;
pub use provision::{InitialState, provision, provision_platform};
pub use usable::{is_transactable, readiness_input};
pub use wallet::give_email_credential;

#[cfg(test)]
mod tests;
