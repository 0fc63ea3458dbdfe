//! Embedded wallets: credentials, sessions, export and privacy (wallet).

mod account;
mod close;
mod errors;
mod limits;
mod login;
pub(crate) mod notify_holder;
mod otp;
mod published_keys;
pub(crate) mod reencrypt;
mod registration;
mod render;
pub(crate) mod revoke;
mod session;

pub mod challenge_auth_credential;
pub mod create_auth_credential;
pub mod export_internal_account;
pub mod list_auth_credentials;
pub mod list_auth_sessions;
pub mod refresh_auth_session;
pub mod revoke_auth_credential;
pub mod revoke_auth_session;
pub mod update_internal_account;
pub mod verify_auth_credential;

pub use close::{close, lock};
pub use published_keys::PublishedKeys;
