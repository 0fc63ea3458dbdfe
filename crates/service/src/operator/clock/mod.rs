//! The clock of a sandbox platform (conventions 2.1, 5.2).

mod advance;
mod freeze;
mod length;
mod resume;
mod show;
mod shown;

pub use advance::Advance;
pub use freeze::Freeze;
pub use resume::Resume;
pub use show::Show;
