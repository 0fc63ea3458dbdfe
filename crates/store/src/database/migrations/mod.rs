//! The schema: numbered migrations, written once for both engines.

mod apply;
mod catalogue;
mod declared;
mod expected;
mod guards;
mod history;
mod list;
mod live;
mod number;
mod postgres;
mod sqlite;
mod translate;

pub use apply::{StartPolicy, migrate, pending, prepare, state};
pub(crate) use catalogue::{Object, find as find_objects};
pub(crate) use expected::expected;
pub use list::Migration;
pub(crate) use list::latest;
pub use live::{applied, created_at};
pub use number::number;
pub(crate) use postgres::state_postgres;
pub(crate) use sqlite::{migrate_sqlite, state_sqlite};
pub(crate) use translate::Dialect;
