//! Documents: the facts about a file, the form that opens it, and its one-time address.

mod file;
mod open;
mod show;

pub(super) use file::read;
pub(super) use open::open;
pub(super) use show::show;
