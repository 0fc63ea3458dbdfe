//! Rows of embedded wallets (wallet): what a wallet has beyond its account. Callers that change anything have locked the
//! wallet, or its customer.

pub mod attempts;
pub mod credentials;
pub mod otps;
pub mod requests;
pub mod sessions;
pub mod signatures;
mod wallet;

pub use wallet::{
    WalletRecord, certified, certify, find, insert, is_any_certified, lock, of_customer, recertify,
    set_issued,
};
