//! `causeway serve`: the process from its start to the end of its drain.
//!
//! Addresses are bound before anything is changed, and opened when everything is ready, so that every
//! accepted connection is answered. On a signal to stop, the process is at once not ready and accepts no more
//! connections; work in progress has 20 seconds to finish; then the database is closed.

mod bare_refusals;
mod connections;
mod error;
mod first_start;
mod lifecycle;
mod listen;
mod log_fields;
mod logs;
mod metrics;
mod open_files;
mod pages;
mod readiness;
mod run;
mod samples;
mod scheduled_backups;
mod screen;
mod supervisor;
mod surface;
mod unclean_end;

pub use connections::Connections;
pub use error::ServeError;
pub use lifecycle::Lifecycle;
pub use listen::reachable_address;
pub use logs::LogError;
pub(crate) use logs::begin as begin_log;
pub use metrics::MetricsError;
pub use readiness::{Readiness, Reason};
pub use run::run;
pub use screen::{FirstPlatform, StartScreen};
pub(crate) use surface::console;
