//! The state machines of verification.

pub(super) mod owner;
pub(super) mod verification;
