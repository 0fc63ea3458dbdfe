//! The steps of a run.

mod agents;
mod background;
mod bursts;
mod cards;
mod clocks;
mod deposits;
mod issuers;
mod mutate;
mod operators;
mod rails;
mod repeat;
mod step;
mod theme;

pub(crate) use rails::EVENTS as RAIL_EVENTS;
pub(crate) use step::{EVENTS, take};
