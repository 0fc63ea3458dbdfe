//! The keys of platforms for the UMA protocol (uma 3).

mod public_keys;
mod rotate;
mod show;

pub use rotate::Rotate;
pub use show::Show;
