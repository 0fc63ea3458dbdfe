//! Rows of embedded wallets (wallet): what a wallet has beyond its account. Callers that change anything have locked the
//! wallet, or its customer.

pub mod attempts;
pub mod credentials;
mod live;
pub mod otps;
pub mod requests;
pub mod sessions;
pub mod signatures;
mod wallet;

pub use live::{Revocable, live_after};
pub use wallet::{
    WalletRecord, certified, certify, find, insert, is_any_certified, lock, newest_certificate, of_customer,
    recertify, set_issued,
};
