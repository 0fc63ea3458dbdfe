//! The state machines of stablecoins.

pub(super) mod issuance;
pub(super) mod link;
pub(super) mod operation;
pub(super) mod quote;
pub(super) mod service;
