//! Virtual-asset service providers, which hold wallets for others (money 5).

pub mod list_vasps;
