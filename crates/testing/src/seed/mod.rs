//! A platform with many customers and payments, written by the store's own functions: to try searches and lists on,
//! and to count and to measure them.
//!
//! Each row follows from its number. Authentication codes, search terms and the ledger are as the service writes
//! them, so `causeway ledger verify` finds the store sound. Five things are shorter than in a real store: the
//! bodies of events name their resource only, accounts have no funding instructions, nothing is due for payments
//! under way, quotes have no conversion, and stablecoins have no account at their provider.

mod extras;
mod fill;
mod numbers;
mod people;
mod quotes;
mod stablecoins;
mod transfers;

pub use fill::SeedPart;
pub use numbers::Seed;
pub use people::name;
pub use transfers::cents;
