//! A payment that is locked, and moved as its machine says: written, announced and booked in one place.

pub(crate) mod alert;
mod announce;
pub(crate) mod expiry;
pub(crate) mod locked;
pub(in crate::payments) mod phase;
pub(in crate::payments) mod refund;
pub(crate) mod waiting;
