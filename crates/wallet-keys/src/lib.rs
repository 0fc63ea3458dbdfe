//! The key service of the wallets, within the process (wallet 1.1).
//!
//! It has master keys of its own, separate from the root key, for sandbox and for production. Everything else
//! is derived from them or encrypted under them. It trusts certificates and signatures, and no stored row. A
//! separate process can take its place with the same calls.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

mod authority;
mod code_marks;
mod credentials;
mod delegated;
mod environment;
mod export;
mod key_service;
mod master_keys;
mod otp;
mod reencrypt;
mod sessions;
mod wallets;

pub use code_marks::CodeMarks;
pub use key_service::{KeyServiceParts, LocalWalletKeys};
pub use master_keys::{MasterKeys, MasterKeysError};
