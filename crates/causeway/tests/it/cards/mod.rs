//! Cards (cards 16).

mod changes;
mod issuing;
pub(crate) mod keys;
mod lists;
mod operators;
mod races;
pub(crate) mod scene;
