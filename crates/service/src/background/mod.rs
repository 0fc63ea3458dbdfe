//! What a process does by itself: the work in the background, and the steps of a clock that is advanced. Both call
//! into the areas, so they stand above them.

mod advance;
mod run;

pub use advance::{Advanced, Remaining, advance_to};
pub use run::Background;

#[cfg(test)]
mod tests;
