//! Rows of embedded wallets (wallet): the data of a wallet besides its account. The caller that changes any
//! of it holds the lock of the wallet or of its customer.

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
    recertify, scan, set_issued,
};
