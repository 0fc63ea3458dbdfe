//! Cards (cards 16).

mod changes;
mod codes;
mod codes_by_text;
mod forged;
mod issuing;
pub(crate) mod keys;
mod lists;
mod operators;
mod races;
mod reveals;
pub(crate) mod scene;
mod settings;
