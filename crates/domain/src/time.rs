//! Instants: milliseconds since the Unix epoch, in UTC.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use causeway_vocabulary::leap_seconds::had_leap_second;
use jiff::SignedDuration;
use jiff::civil::{self, Date, DateTime};
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An instant in UTC with millisecond precision (conventions 5.2).
///
/// Written as `2025-10-03T12:00:00.123Z`; read from RFC 3339 with any offset. Finer fractions are truncated,
/// and a leap second is read as the second that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

/// The start of a range. It is read like [`Time`], but rounded up to the next millisecond if the text is
/// finer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RangeStart(pub Time);

/// A text that is not an instant: not RFC 3339, without an offset, or outside the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotATime;

impl Time {
    /// Returns the instant this many milliseconds after 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Returns the instant moved forward, saturating at the last representable one.
    #[must_use]
    pub fn plus(self, by: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Returns the instant moved backward, saturating at the first representable one.
    #[must_use]
    pub fn minus(self, by: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Returns the duration from `earlier` to this instant; zero if `earlier` is the later one.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(at) => write!(f, "{at:.3}"),
            Err(_) => f.write_str("outside of time"),
        }
    }
}

impl FromStr for Time {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, NotATime> {
        let normalized = with_nanoseconds(text);
        let pieces = Pieces::parse(normalized.as_bytes()).map_err(|_| NotATime)?;
        let (Some(time), Some(offset)) = (pieces.time(), pieces.to_numeric_offset()) else {
            return Err(NotATime);
        };
        let leap = if is_leap_second(text, pieces.date(), time, offset)? { 1_000 } else { 0 };
        // A `jiff::Timestamp` would end a day before the calendar does.
        let local =
            pieces.date().to_datetime(time).duration_since(DateTime::constant(1970, 1, 1, 0, 0, 0, 0));
        let at = local - SignedDuration::from_secs(offset.seconds().into());
        Ok(Self(at.as_secs() * 1_000 + i64::from(at.subsec_nanos().div_euclid(1_000_000)) + leap))
    }
}

impl FromStr for RangeStart {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, NotATime> {
        let at: Time = text.parse()?;
        let fraction = text.split_once('.').map_or("", |(_, rest)| rest);
        let mut beyond = fraction.bytes().take_while(u8::is_ascii_digit).skip(3);
        let is_finer = beyond.any(|digit| digit != b'0');
        Ok(Self(if is_finer { at.plus(Duration::from_millis(1)) } else { at }))
    }
}

/// Returns `true` if a text has a second 60, which is parsed as 59, at an instant that had a leap second.
fn is_leap_second(text: &str, date: Date, time: civil::Time, offset: Offset) -> Result<bool, NotATime> {
    if text.get(17..19) != Some("60") {
        return Ok(false);
    }
    let [year, month, day] =
        [i32::from(date.year()), date.month().into(), date.day().into()].map(i32::unsigned_abs);
    let minute = i32::from(time.hour()) * 60 + i32::from(time.minute());
    let was = had_leap_second(year, month, day, minute, offset.seconds() / 60);
    if was { Ok(true) } else { Err(NotATime) }
}

/// Truncates the fraction of a text to nanoseconds.
fn with_nanoseconds(text: &str) -> Cow<'_, str> {
    let Some((before, rest)) = text.split_once('.') else { return text.into() };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match (rest.get(..9), rest.get(digits..)) {
        (Some(fraction), Some(offset)) if digits > 9 => format!("{before}.{fraction}{offset}").into(),
        _ => text.into(),
    }
}

impl fmt::Display for NotATime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an RFC 3339 date-time with an offset, such as 2025-10-03T15:00:00Z")
    }
}

impl std::error::Error for NotATime {}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        causeway_vocabulary::text::parsed(deserializer)
    }
}

impl Serialize for RangeStart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RangeStart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        causeway_vocabulary::text::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_milliseconds_and_reads_any_offset() {
        let time: Time = "2025-10-03T14:00:00.1239+02:00".parse().unwrap();
        assert_eq!(time.to_string(), "2025-10-03T12:00:00.123Z");
        assert_eq!(Time::from_millis(0).to_string(), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn reads_extreme_dates_offsets_and_fractions() {
        for (text, millis) in [
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("9999-12-31T23:59:59-23:59", 253_402_387_139_000),
            ("0001-01-01T00:00:00+23:59", -62_135_683_140_000),
            ("1969-12-31T23:59:59.9995Z", -1),
            ("1970-01-01T00:00:00.0019999999999Z", 1),
            ("1970-01-01t01:00:00.1z", 3_600_100),
        ] {
            assert_eq!(text.parse::<Time>(), Ok(Time(millis)), "{text}");
        }
    }

    #[test]
    fn a_leap_second_is_the_next_one() {
        for (text, same) in [
            ("2008-12-31T23:59:60Z", "2009-01-01T00:00:00Z"),
            ("2008-12-31T23:59:60.987Z", "2009-01-01T00:00:00.987Z"),
            ("2012-07-01T05:29:60+05:30", "2012-07-01T00:00:00Z"),
            ("1981-06-30T16:59:60.5-07:00", "1981-07-01T00:00:00.5Z"),
        ] {
            assert_eq!(text.parse::<Time>(), same.parse(), "{text}");
        }
        for text in [
            "2009-12-31T23:59:60Z",
            "2008-12-31T23:59:61Z",
            "2008-12-31T12:00:60Z",
            "2008-12-31T23:59:60+01:00",
        ] {
            assert_eq!(text.parse::<Time>(), Err(NotATime), "{text}");
        }
    }

    #[test]
    fn a_range_begins_with_the_first_millisecond_that_is_not_before_it() {
        for (text, first) in [
            ("2025-10-03T12:00:00.6201Z", "2025-10-03T12:00:00.621Z"),
            ("2025-10-03T12:00:00.620000000000001+01:00", "2025-10-03T11:00:00.621Z"),
            ("2025-10-03T12:00:00.99999Z", "2025-10-03T12:00:01Z"),
            ("1969-12-31T23:59:59.9995Z", "1970-01-01T00:00:00Z"),
            ("2025-10-03T12:00:00.620000000000000Z", "2025-10-03T12:00:00.62Z"),
            ("2025-10-03T12:00:00.62-01:00", "2025-10-03T13:00:00.62Z"),
            ("2025-10-03T12:00:00Z", "2025-10-03T12:00:00Z"),
        ] {
            assert_eq!(text.parse(), Ok(RangeStart(first.parse().unwrap())), "{text}");
        }
        assert_eq!("2025-10-03".parse::<RangeStart>(), Err(NotATime));
    }

    #[test]
    fn refuses_a_local_time_and_an_impossible_one() {
        for text in ["2025-10-03T12:00:00", "2025-02-30T12:00:00Z", "2025-10-03", "", "now"] {
            assert_eq!(text.parse::<Time>(), Err(NotATime), "{text}");
        }
    }
}
