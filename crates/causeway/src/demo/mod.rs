//! `causeway demo`: the main job from an empty store to a completed payment and to one that is refunded, printed
//! step by step.
//!
//! It stands in the place of a platform's own backend: it speaks to the service over HTTP on loopback, receives its
//! webhooks and verifies them with the published key. Every figure it prints was compared with the one that the
//! interface promises; the first that differs ends it.

mod backend;
mod books;
mod caller;
mod error;
mod figures;
mod inbox;
mod members;
mod run;
mod setback;
mod sheet;
mod signature;
mod stage;
mod store;
mod story;
mod transcript;
mod wording;

pub use error::DemoError;
pub use run::run;
