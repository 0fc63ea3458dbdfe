//! Calendar dates without a time zone (conventions 5.2).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::time::Time;

/// A day of the Gregorian calendar, written `YYYY-MM-DD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(jiff::civil::Date);

/// The error for a text that is not a real day written `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotADate;

impl Date {
    /// Returns the day of an instant in UTC; the first day of 1970 for an instant out of range.
    #[must_use]
    pub fn of(at: Time) -> Self {
        let instant = jiff::Timestamp::from_millisecond(at.millis()).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        Self(jiff::tz::Offset::UTC.to_datetime(instant).date())
    }

    /// Returns the year, 0 to 9999.
    #[must_use]
    pub fn year(self) -> i16 {
        self.0.year()
    }

    /// Returns the month, 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        u8::try_from(self.0.month()).unwrap_or(1)
    }

    /// Returns `true` if both days are in the same month of the same year.
    #[must_use]
    pub fn is_in_month_of(self, other: Self) -> bool {
        (self.0.year(), self.0.month()) == (other.0.year(), other.0.month())
    }

    /// Returns the day after this one, or the same day at the end of the calendar.
    #[must_use]
    pub fn next_day(self) -> Self {
        Self(self.0.tomorrow().unwrap_or(self.0))
    }

    /// Returns the month after this day's, written `YYYY-MM`.
    #[must_use]
    pub fn next_month(self) -> String {
        let first = self.0.last_of_month().tomorrow().unwrap_or(self.0);
        format!("{:04}-{:02}", first.year(), first.month())
    }

    /// Returns the whole years since an earlier day, such as a date of birth.
    #[must_use]
    pub fn years_since(self, earlier: Self) -> i16 {
        let day_of = |date: Self| (date.0.month(), date.0.day());
        self.year() - earlier.year() - i16::from(day_of(self) < day_of(earlier))
    }
}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        // The parser also accepts other forms than `YYYY-MM-DD`.
        let is_plain = text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if is_plain { text.parse().map(Self).map_err(|_| NotADate) } else { Err(NotADate) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for NotADate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a real day written YYYY-MM-DD")
    }
}

impl std::error::Error for NotADate {}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        causeway_vocabulary::text::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_real_days_in_one_form() {
        assert_eq!("2024-02-29".parse::<Date>().unwrap().to_string(), "2024-02-29");
        for text in
            ["2023-02-29", "2024-2-29", "20240229", "2024-02-29T00:00", "+2024-02-2", "", "2024-13-01"]
        {
            assert_eq!(text.parse::<Date>(), Err(NotADate), "{text}");
        }
        assert!("1999-12-31".parse::<Date>().unwrap() < "2000-01-01".parse().unwrap());
    }

    #[test]
    fn days_and_months_follow_each_other() {
        for (day, next_day, next_month) in [
            ("2024-02-28", "2024-02-29", "2024-03"),
            ("2025-12-31", "2026-01-01", "2026-01"),
            ("2026-11-23", "2026-11-24", "2026-12"),
        ] {
            let day: Date = day.parse().unwrap();
            assert_eq!((day.next_day().to_string(), day.next_month()), (next_day.into(), next_month.into()));
        }
        let in_month =
            |one: &str, other: &str| one.parse::<Date>().unwrap().is_in_month_of(other.parse().unwrap());
        assert!(in_month("2026-01-01", "2026-01-31") && !in_month("2026-01-31", "2025-01-31"));
    }

    #[test]
    fn the_day_of_an_instant_is_that_of_utc() {
        let at = |text: &str| Date::of(text.parse().unwrap()).to_string();
        assert_eq!(at("2025-10-03T00:30:00+02:00"), "2025-10-02");
        assert_eq!(at("1969-12-31T23:59:59.999Z"), "1969-12-31");
    }
}
