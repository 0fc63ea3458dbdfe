//! The clock of a sandbox platform: frozen, advanced step by step, resumed (conventions 2.1).

mod advancing;
mod control;

pub use advancing::AdvancingClocks;
pub(crate) use control::move_to;
pub use control::{ClockError, freeze, resume, resume_real, show, target_after};
