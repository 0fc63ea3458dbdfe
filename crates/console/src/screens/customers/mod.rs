//! Customers: their money first, and what compliance decides about them.

mod list;
mod reveal;
mod show;

pub(super) use list::list;
pub(super) use reveal::{ask, reveal};
pub(super) use show::show;
