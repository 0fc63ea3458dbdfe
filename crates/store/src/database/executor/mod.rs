//! Execution of the callers' closures: the queue, the packed closure, and the runner shared by both engines.

mod queue;
mod runner;
mod shared;
mod work;

pub(crate) use queue::{BatchWindow, Queue};
pub(crate) use runner::Runner;
pub use shared::Health;
pub(crate) use shared::SharedState;
pub(crate) use work::{Task, pack};
