//! Identity verification of customers, and of the beneficial owners of companies (customers 5 to 7).

mod errors;
pub(crate) mod link;
mod owner_fields;
mod owner_profile;

pub mod create_beneficial_owner;
pub mod create_customer_kyc_link;
pub mod create_verification;
pub mod get_beneficial_owner;
pub mod get_verification;
pub mod list_beneficial_owners;
pub mod list_verifications;
pub mod remove_beneficial_owner;
pub mod update_beneficial_owner;
