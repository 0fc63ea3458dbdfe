//! An agent's spending of the current day and month (agents A4.4).

use serde::{Deserialize, Serialize};

use crate::date::Date;
use crate::time::Time;

/// Counters of the day and the month (UTC, on the platform's clock) of the last update, in the smallest unit
/// of the limits' currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub day: Date,
    /// Payments on that day.
    pub count: i64,
    /// Amount spent on that day.
    pub daily: i64,
    /// Amount spent in the month of that day.
    pub monthly: i64,
}

impl Usage {
    /// Returns the counters of an agent that has spent nothing.
    #[must_use]
    pub fn none(now: Time) -> Self {
        Self { day: Date::of(now), count: 0, daily: 0, monthly: 0 }
    }

    /// Returns the counters at an instant: they restart at zero on a later day and in a later month. An
    /// earlier day counts towards the current one, because the clocks of processes differ.
    #[must_use]
    pub fn at(self, now: Time) -> Self {
        let today = Self::none(now);
        if self.day >= today.day {
            self
        } else if self.day.is_in_month_of(today.day) {
            Self { monthly: self.monthly, ..today }
        } else {
            today
        }
    }

    /// Returns the counters with one more payment, or `None` on overflow.
    #[must_use]
    pub fn with_payment(self, spent: i64) -> Option<Self> {
        Some(Self {
            day: self.day,
            count: self.count.checked_add(1)?,
            daily: self.daily.checked_add(spent)?,
            monthly: self.monthly.checked_add(spent)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Time {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_and_a_month_begin_at_midnight_in_utc() {
        let last = at("2026-01-31T23:59:59.999Z");
        let used = Usage::none(last).with_payment(7).unwrap();
        assert_eq!((used.count, used.daily, used.monthly), (1, 7, 7));
        assert_eq!(used.at(last), used);
        let next = used.at(at("2026-02-01T00:00:00Z"));
        assert_eq!((next.count, next.daily, next.monthly), (0, 0, 0));
        let earlier = Usage::none(at("2026-01-30T00:00:00Z")).with_payment(5).unwrap();
        let later = earlier.at(last);
        assert_eq!((later.count, later.daily, later.monthly), (0, 0, 5));
        assert_eq!(next.at(last), next, "no day begins twice");
        let a_year_on = earlier.at(at("2027-01-30T00:00:00Z"));
        assert_eq!(a_year_on.monthly, 0);
    }

    #[test]
    fn sums_do_not_wrap() {
        let used = Usage::none(Time::from_millis(0)).with_payment(i64::MAX).unwrap();
        assert_eq!(used.with_payment(1), None);
    }
}
