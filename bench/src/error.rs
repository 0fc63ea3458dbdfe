//! Errors that prevent a measurement.

/// A result with any error that prevents a measurement.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;
