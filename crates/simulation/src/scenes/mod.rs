//! What there is when a run begins: few steps would lead that far by chance.

mod act;
mod agents;
mod cards;
mod coins;
mod people;
mod scene;

pub(crate) use scene::set;
