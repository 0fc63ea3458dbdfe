//! How much a file of customers may hold, and how much is kept of it (customers 12).

/// The most rows of data that a file may have.
pub const ROWS_MAX: u32 = 100_000;

/// The most errors of one file that are kept.
pub const ERRORS_MAX: i64 = 1000;
