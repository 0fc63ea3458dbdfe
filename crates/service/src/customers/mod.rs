//! Customers, on whose behalf platforms move money (customers 2).

mod contact;
mod currencies;
mod decide;
mod errors;
mod fields;
mod identity;
mod live;
mod policy;
mod profile;
pub mod render;
mod uma;
mod verification;

pub mod create_customer;
pub mod delete_customer_by_id;
pub mod get_customer_by_id;
pub mod get_end_user_terms;
pub mod list_customers;
pub mod readiness;
pub mod terms;
pub mod update_customer_by_id;

pub use decide::{Verdict, decide};
pub use identity::reseal_all;
pub use live::{get_live, live, lock_live, peek_live};
