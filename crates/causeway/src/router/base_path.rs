//! Where the operations live.

/// Where the operations live (conventions 1): the date is the interface's version.
pub const BASE_PATH: &str = "/svc/2025-10-13";
