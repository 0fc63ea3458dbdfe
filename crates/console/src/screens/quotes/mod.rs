//! Quotes: the prices of payments before they are executed.

mod list;
mod show;

pub(super) use self::list::list;
pub(super) use self::show::show;
