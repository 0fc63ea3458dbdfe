//! Customers: the people and companies for which platforms move money (customers 2).

mod change_contact;
mod contact;
mod currencies;
mod decide;
mod errors;
mod facts;
mod fields;
mod holder;
mod identity;
mod invitations;
mod live;
mod owners;
mod policy;
mod profile;
pub mod render;
mod replace_phone;
mod status;
mod uma;
mod update;

pub mod create_customer;
pub mod delete_customer_by_id;
pub mod get_customer_by_id;
pub mod get_end_user_terms;
pub mod list_customers;
pub mod readiness;
pub mod terms;
pub mod update_customer_by_id;
pub mod verification;

pub use contact::confirm_contact;
pub use decide::{Verdict, decide, decisions};
pub use facts::{fact, is_given};
pub use holder::{find_at_own_address, holder_of};
pub use identity::{decrypt as decrypt_identifier, encrypt as encrypt_identifier, reencrypt_all};
pub use live::{find_by_address, get_live, live, lock_live, peek_live};
pub use owners::{new_owner_status, touch as touch_company};
pub(crate) use profile::address as postal_address;
pub use replace_phone::replace_phone;
pub(crate) use uma::{address_of as uma_address, domain_of as uma_domain};
