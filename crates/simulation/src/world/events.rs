//! What the world around the service can do.

use super::{outside, partners, weather};

/// Everything that must have happened once when many runs have ended.
pub(crate) const EVENTS: &[&[&str]] = &[weather::EVENTS, outside::EVENTS, partners::EVENTS];
