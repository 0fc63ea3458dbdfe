//! The keys that sign webhooks (conventions 11.3).

mod public_key;
mod rotate;
mod show;

pub use rotate::Rotate;
pub use show::Show;
