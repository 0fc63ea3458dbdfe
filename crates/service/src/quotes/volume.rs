//! How much a platform has sent through a corridor today (money 1.5: limits).

use std::time::Duration;

use causeway_domain::Time;
use causeway_store::payments::ConversionTerms;
use causeway_store::{Tx, volumes};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{CORRIDOR_LIMITS, Corridor, Settings, for_corridor};

const DAY: Duration = Duration::from_hours(24);

/// Counts a payment that is about to start towards the limit of its corridor, where the operator has set one.
/// A refusal of the whole undoes it.
///
/// # Errors
/// `DAILY_VOLUME_LIMIT_EXCEEDED`, with the seconds to the next midnight (UTC) of the platform's clock.
pub(super) fn count(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    conversion: &ConversionTerms,
) -> Result<(), ApiError> {
    add(tx, context, settings, conversion, conversion.price.total_sending)
}

/// Whether the day still has room for a payment; nothing is counted.
///
/// # Errors
/// As [`count`].
pub(super) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    conversion: &ConversionTerms,
) -> Result<(), ApiError> {
    add(tx, context, settings, conversion, 0)
}

/// Adds `counted` of a payment to the day; what is left of the payment must fit into it too.
fn add(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    conversion: &ConversionTerms,
    counted: i64,
) -> Result<(), ApiError> {
    let limits = settings.get(&CORRIDOR_LIMITS)?;
    let Some(limit) = for_corridor(&limits, conversion.sending, conversion.receiving) else { return Ok(()) };
    let Some(most) = limit.daily_volume else { return Ok(()) };
    let (_, to) = limit.currencies();
    let corridor =
        format!("{}>{}", conversion.sending, to.map_or_else(|| "*".to_owned(), |to| to.to_string()));
    let (day, left) = day_of(context.now);
    let volume = volumes::add(tx, context.platform, &corridor, day, counted)?;
    let uncounted = conversion.price.total_sending - counted;
    if volume.saturating_add(uncounted) > most {
        Err(errors::day_is_used_up(most, conversion.sending.as_str(), left))
    } else {
        Ok(())
    }
}

/// The day of an instant, counted from 1970-01-01, and how long it still lasts.
fn day_of(now: Time) -> (i64, Duration) {
    let length = i64::try_from(DAY.as_millis()).unwrap_or(i64::MAX);
    let (day, passed) = (now.millis().div_euclid(length), now.millis().rem_euclid(length));
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
