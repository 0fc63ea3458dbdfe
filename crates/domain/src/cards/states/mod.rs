//! The states of a card, and of a key that funds one.

pub(super) mod card;
pub(super) mod key;
