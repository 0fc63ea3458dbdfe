//! Sums that may exceed 64 bits. No single amount does, but the amounts on a sandbox platform are arbitrary:
//! a thousand of the largest overflow a database integer, and no query may fail because of that.

use crate::{Error, Row};

/// Divisor of amounts: quotients and remainders are summed separately.
const SPLIT: i64 = 1_000_000_000;

/// Returns the sum of a column of integers as columns of a query: see [`read`]. Both engines round towards
/// zero.
pub(super) fn columns(of: &str) -> String {
    format!(
        "CAST(SUM({of} / {SPLIT}) AS BIGINT) AS sum_above, CAST(SUM({of} % {SPLIT}) AS BIGINT) AS sum_left"
    )
}

/// Returns the sum in a row that has its [`columns`].
///
/// # Errors
/// [`Error::Data`] if it has not.
pub(super) fn read(row: &Row<'_>) -> Result<i128, Error> {
    let above: i64 = row.get("sum_above")?;
    let left: i64 = row.get("sum_left")?;
    Ok(i128::from(above) * i128::from(SPLIT) + i128::from(left))
}
