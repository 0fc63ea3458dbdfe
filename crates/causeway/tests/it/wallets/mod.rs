//! Embedded wallets (wallet 13).

mod adding;
mod by_text;
mod changes;
pub(crate) mod device;
mod forged;
mod forged_codes;
pub(crate) mod forged_holders;
mod isolation;
mod key_service;
mod kills;
mod limits;
mod login;
mod oidc;
pub(crate) mod passkeys;
mod payments;
mod production;
mod races;
mod restoring;
mod revoking;
mod rotation;
mod served;
mod sessions;
mod starting;
