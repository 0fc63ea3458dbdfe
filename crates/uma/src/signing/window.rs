//! Time window of signed messages.

/// The largest distance between a message's timestamp and now, in seconds.
pub const WINDOW_SECONDS: i64 = 5 * 60;
/// The shortest time for which a nonce must be remembered, in seconds: a message is acceptable from five
/// minutes before to five minutes after its timestamp.
pub const NONCE_RETENTION_SECONDS: i64 = 15 * 60;

/// Returns `true` if a timestamp is close enough to now, both in seconds.
#[must_use]
pub const fn is_within_window(timestamp: i64, now: i64) -> bool {
    match now.checked_sub(timestamp) {
        Some(distance) => distance.saturating_abs() <= WINDOW_SECONDS,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_window_has_both_ends() {
        for (timestamp, expected) in [(700, true), (699, false), (1_000, true), (1_300, true), (1_301, false)]
        {
            assert_eq!(is_within_window(timestamp, 1_000), expected, "{timestamp}");
        }
    }

    proptest! {
        #[test]
        fn any_times_are_compared(timestamp: i64, now: i64) {
            let distance = i128::from(timestamp) - i128::from(now);
            prop_assert_eq!(is_within_window(timestamp, now), distance.abs() <= 300);
        }
    }
}
