//! Background work of a process: its loops, the dispatch of jobs, and the advance of clocks. All of it calls
//! into the areas, so it is above them.

mod advance;
mod dispatch;
mod run;

pub use advance::{AdvanceProgress, FinishedWork, RemainingWork, advance_to};
pub use dispatch::HANDLERS;
pub use run::Background;

#[cfg(test)]
mod tests;
