//! Payments from and to UMA addresses (money 10.4, 10.5, uma).

mod credits;
mod forged_credits;
mod internal;
mod kept_connections;
mod kills;
mod races;
mod receiving;
pub(crate) mod sending;
mod wire;
