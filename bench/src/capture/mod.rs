//! The statements of a request with their bound values, as the service itself runs them.

mod literal;
mod plan;
mod recorder;
mod rehearsal;

pub(crate) use literal::{Literal, uuid_text};
pub(crate) use plan::{Plan, Slot, Step, Subject};
pub(crate) use recorder::RecordedStatement;
pub(crate) use rehearsal::Rehearsal;
