//! The keeper of the wallets' keys, within the process (wallet 1.1).
//!
//! It has master keys of its own, apart from the root key: for sandbox and for production. Everything else is derived from them
//! or sealed under them. It believes certificates and signatures, and no row; a process of its own can take
//! its place behind the same calls.

mod authority;
mod code_marks;
mod credentials;
mod delegated;
mod environment;
mod export;
mod keeper;
mod master_keys;
mod otp;
mod reseal;
mod sessions;
mod wallets;

pub use code_marks::CodeMarks;
pub use keeper::{LocalWalletKeys, Parts};
pub use master_keys::{MasterKeys, MasterKeysError};
