//! Row-locked payments, moved by their state machine: saved, announced and booked in one place.

pub(crate) mod alert;
mod announce;
pub(crate) mod expiry;
mod hook;
pub(crate) mod locked;
mod measure;
pub(in crate::payments) mod phase;
pub(in crate::payments) mod refund;
pub(crate) mod waiting;
