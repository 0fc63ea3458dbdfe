//! What keeps a measurement from being made.

/// With whatever keeps a measurement from being made.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;
