//! Exchange rates of production platforms.

mod changes;
mod list;
mod show;

pub(super) use self::changes::changes;
pub(super) use self::list::list;
pub(super) use self::show::show;
