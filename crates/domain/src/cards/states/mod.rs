//! The state machines of a card and of a delegated key.

pub(super) mod card;
pub(super) mod key;
