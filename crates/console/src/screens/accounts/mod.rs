//! Internal accounts of customers and of the platform.

mod list;
mod show;

pub(super) use list::list;
pub(super) use show::show;
