//! Daily volume of a platform in a corridor (money 1.5: limits).

use std::time::Duration;

use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, Time};
use causeway_store::{Tx, volumes};

use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{CORRIDOR_LIMITS, Corridor, Settings, for_corridor};

const DAY: Duration = Duration::from_hours(24);

/// Counts a payment that is about to start towards its corridor's daily limit, if the operator has set one:
/// `total` is the amount sent, `receiving` the currency that arrives. A rollback undoes the count.
///
/// # Errors
/// `DAILY_VOLUME_LIMIT_EXCEEDED`, with the seconds to the next midnight (UTC) of the platform's clock.
pub(crate) fn count(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    total: Amount,
    receiving: CurrencyCode,
) -> Result<(), ApiError> {
    add(tx, context, settings, total, receiving, total.minor)
}

/// Checks that the day still has room for a payment; counts nothing.
///
/// # Errors
/// The same as [`count`].
pub(crate) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    total: Amount,
    receiving: CurrencyCode,
) -> Result<(), ApiError> {
    add(tx, context, settings, total, receiving, 0)
}

/// Adds `counted` of a payment to the day; the uncounted rest of the payment must fit too.
fn add(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    total: Amount,
    receiving: CurrencyCode,
    counted: i64,
) -> Result<(), ApiError> {
    let limits = settings.get(&CORRIDOR_LIMITS)?;
    let Some(limit) = for_corridor(&limits, total.currency, receiving) else { return Ok(()) };
    let Some(most) = limit.daily_volume else { return Ok(()) };
    let (_, to) = limit.currencies();
    let corridor = format!("{}>{}", total.currency, to.map_or_else(|| "*".to_owned(), |to| to.to_string()));
    let (day, left) = day_of(context.now);
    let volume = volumes::add(tx, context.platform, &corridor, day, counted)?;
    let uncounted = total.minor - counted;
    if volume.saturating_add(uncounted) > most {
        Err(errors::day_is_used_up(most, total.currency.as_str(), left))
    } else {
        Ok(())
    }
}

/// Returns the day of an instant, counted from 1970-01-01, and the time left of it.
fn day_of(now: Time) -> (i64, Duration) {
    let length = i64::try_from(DAY.as_millis()).unwrap_or(i64::MAX);
    let day = now.millis().div_euclid(length);
    let passed = now.millis().rem_euclid(length);
    (day, Duration::from_millis(length.abs_diff(passed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight() {
        let at = |text: &str| day_of(text.parse().unwrap());
        let (day, left) = at("2026-01-01T23:59:58.500Z");
        assert_eq!(left, Duration::from_millis(1_500));
        assert_eq!(at("2026-01-02T00:00:00Z"), (day + 1, DAY));
    }
}
