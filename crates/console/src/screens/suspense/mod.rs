//! Money in suspense, with those who may own it.

mod list;
mod show;

pub(super) use self::list::list;
pub(super) use self::show::show;
