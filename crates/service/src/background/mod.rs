//! What a process does by itself: the work in the background, what runs each kind of it, and the steps of a clock that
//! is advanced. All of it calls into the areas, so it stands above them.

mod advance;
mod dispatch;
mod run;

pub use advance::{Advanced, Remaining, advance_to};
pub use dispatch::HANDLERS;
pub use run::Background;

#[cfg(test)]
mod tests;
