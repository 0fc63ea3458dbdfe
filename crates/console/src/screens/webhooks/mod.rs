//! Webhooks: events with their delivery, the endpoint of the platform, and the keys that sign.

mod delivery;
mod endpoint;
mod keys;
mod list;
mod pages;
mod signature;

pub(super) use delivery::show;
pub(super) use endpoint::endpoint;
pub(super) use keys::keys;
pub(super) use list::list;
pub(super) use pages::{ENDPOINT, KEYS, SEGMENT, SIGNATURE};
pub(super) use signature::signature;
