//! The state in which a run begins; random steps rarely get that far.

mod act;
mod agents;
mod cards;
mod coins;
mod people;
mod rails;
mod scene;

pub(crate) use scene::set;
