//! Embedded wallets (wallet 13).

mod adding;
mod changes;
pub(crate) mod device;
mod forged;
mod isolation;
mod limits;
mod login;
pub(crate) mod passkeys;
mod payments;
mod revoking;
mod sessions;
