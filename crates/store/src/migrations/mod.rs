//! The schema: numbered migrations, written once for both engines.

mod apply;
mod list;
mod live;
mod postgres;
mod translate;

pub use apply::{migrate, prepare, state};
pub(crate) use apply::{migrate_sqlite, state_sqlite};
pub use live::applied;
