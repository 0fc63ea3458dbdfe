//! The platform whose payments go over rails.

use std::collections::BTreeSet;

use causeway_domain::ids::TransactionId;

/// The platform whose payments go over rails, with the knowledge of the simulation about it.
#[derive(Debug)]
pub(crate) struct RailPayer {
    /// Index of the platform, which is the last one.
    pub(crate) tenant: usize,
    /// Payments about whose orders an adapter has contradicted itself.
    pub(crate) contested: BTreeSet<TransactionId>,
}
