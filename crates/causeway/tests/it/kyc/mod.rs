//! Verification over HTTP (customers 5 to 7).

mod hosted;
mod owners;
pub(crate) mod people;
mod verifications;
