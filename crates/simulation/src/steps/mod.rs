//! What happens in a run, step by step.

mod bursts;
mod clocks;
mod machinery;
mod operators;
mod step;

pub(crate) use step::{EVENTS, take};
