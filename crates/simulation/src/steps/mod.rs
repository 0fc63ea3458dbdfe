//! What happens in a run, step by step.

mod agents;
mod background;
mod bursts;
mod clocks;
mod issuers;
mod mutate;
mod operators;
mod repeat;
mod step;

pub(crate) use step::{EVENTS, take};
