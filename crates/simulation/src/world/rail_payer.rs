//! The platform with payments over rails.

use std::collections::BTreeSet;

use causeway_domain::ids::TransactionId;

/// The platform with payments over rails, and the knowledge of the simulation about it.
#[derive(Debug)]
pub(crate) struct RailPayer {
    /// Index of the platform, which is the last one.
    pub(crate) tenant: usize,
    /// Payments with an order about which an adapter has contradicted itself.
    pub(crate) contested: BTreeSet<TransactionId>,
}
