//! Rails: orders to the adapters of banks and processors, their feeds and pushes, and the rules behind the operator's
//! commands (rails 19.2).

pub(crate) mod ended_order;
pub mod feed;
mod follow;
pub mod operate;
pub mod order;
pub mod push;
pub(crate) mod route_advice;
mod router;

pub use follow::{follow_once, keep_following};
pub use router::RailRouter;

#[cfg(test)]
mod tests;
