//! Sums that may leave 64 bits. No single amount does, but a sandbox platform is paid what it says: a thousand of its largest
//! amounts are too much for one integer of a database, and adding them up must fail for nobody.

use crate::{Error, Row};

/// What is above it in an amount, and what is left, are added up by themselves.
const SPLIT: i64 = 1_000_000_000;

/// The sum of a column of integers, as columns of a query: see [`read`]. Both engines round towards zero.
pub(super) fn columns(of: &str) -> String {
    format!(
        "CAST(SUM({of} / {SPLIT}) AS BIGINT) AS sum_above, CAST(SUM({of} % {SPLIT}) AS BIGINT) AS sum_left"
    )
}

/// The sum in a row that has its [`columns`].
///
/// # Errors
/// [`Error::Data`] when it has not.
pub(super) fn read(row: &Row<'_>) -> Result<i128, Error> {
    let (above, left): (i64, i64) = (row.get("sum_above")?, row.get("sum_left")?);
    Ok(i128::from(above) * i128::from(SPLIT) + i128::from(left))
}
