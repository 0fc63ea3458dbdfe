//! A simulated Lightning node with several wallets, behind the adapter protocol (docs/operating/lightning.md). Two
//! deployments that share it can pay each other.
//!
//! Its book is in memory. Invoices are valid BOLT 11 on regtest, and expire by the clock of this machine.

mod book;
mod node;
mod signature;

pub use book::BookEntry;
pub use node::{NodeWallet, SimulatedNode};

#[cfg(test)]
mod tests;
