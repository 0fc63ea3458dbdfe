//! The page of an action, the same for each entry that changes something: its preview, its fields and its reason.

mod call;
mod field;
mod handlers;
mod known;
mod outcome;
mod page;
mod preview;
mod progress;
mod state;

pub(crate) use handlers::router;
pub(crate) use known::has_screen;
