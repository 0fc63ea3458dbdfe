//! Sums that may exceed 64 bits. No single amount does, but the amounts on a sandbox platform are arbitrary:
//! a thousand of the largest overflow a database integer, and no query may fail because of that.

use crate::{Error, Row};

/// Divisor of amounts: quotients and remainders are summed separately.
const SPLIT: i64 = 1_000_000_000;
/// Name of the only sum of a query.
const SUM: &str = "sum";

/// Returns the sum of a column of integers as columns of a query: see [`read`]. Both engines round towards
/// zero.
pub(super) fn columns(of: &str) -> String {
    columns_as(of, SUM)
}

/// Returns the sum of a column under a name, for queries of several sums: see [`read_as`].
pub(super) fn columns_as(of: &str, name: &str) -> String {
    format!(
        "CAST(SUM({of} / {SPLIT}) AS BIGINT) AS {name}_above, CAST(SUM({of} % {SPLIT}) AS BIGINT) AS {name}_left"
    )
}

/// Returns the sum in a row that has its [`columns`].
///
/// # Errors
/// [`Error::Data`] if it has not.
pub(super) fn read(row: &Row<'_>) -> Result<i128, Error> {
    read_as(row, SUM)
}

/// Returns the sum under a name in a row that has its [`columns_as`].
///
/// # Errors
/// [`Error::Data`] if it has not.
pub(super) fn read_as(row: &Row<'_>, name: &str) -> Result<i128, Error> {
    let above: i64 = row.get(&format!("{name}_above"))?;
    let left: i64 = row.get(&format!("{name}_left"))?;
    Ok(i128::from(above) * i128::from(SPLIT) + i128::from(left))
}
