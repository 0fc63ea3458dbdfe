//! The general templates: a list and a resource of any noun, made from the answers as the command prints them.

mod cell;
mod list;
mod lists;
mod overview;
mod router;
mod show;
mod show_platform;

pub(super) use router::router;
