//! The facts about each kind of alert, by area.

pub(super) mod payments;
pub(super) mod rails;
pub(super) mod service;
pub(super) mod store;
