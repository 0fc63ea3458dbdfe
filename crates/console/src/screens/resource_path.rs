//! The address of a resource of a platform.

use serde::Deserialize;

/// The segments of the address that are not the same for all resources.
#[derive(Debug, Deserialize)]
pub(super) struct ResourcePath {
    pub(super) platform: String,
    pub(super) id: String,
}
