//! Cards (cards 16).

mod changes;
mod issuing;
mod lists;
mod operators;
mod races;
pub(crate) mod scene;
