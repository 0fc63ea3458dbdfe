//! The clock of a sandbox platform: frozen, advanced step by step, resumed (conventions 2.1).

mod advance;
mod advancing;
mod control;

pub use advance::{Advanced, Remaining, advance_to};
pub use advancing::Advancing;
pub use control::{ClockError, freeze, resume, show, target_after};

#[cfg(test)]
mod tests;
