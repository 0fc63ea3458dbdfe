//! Instants: milliseconds since the Unix epoch, in UTC.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::fmt::temporal::Pieces;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An instant in UTC with millisecond precision (conventions 5.2).
///
/// Written as `2025-10-03T12:00:00.123Z`; read from RFC 3339 with any offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

/// A text that is not an instant: not RFC 3339, without an offset, or outside the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotATime;

impl Time {
    /// The instant that lies this many milliseconds after 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// This instant moved forward; stops at the end of the representable time.
    #[must_use]
    pub fn plus(self, by: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// This instant moved backward; stops at the beginning of the representable time.
    #[must_use]
    pub fn minus(self, by: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// How long it is from `earlier` to this instant; zero when `earlier` is the later one.
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
        let text = with_nanoseconds(text);
        let said = Pieces::parse(text.as_bytes()).map_err(|_| NotATime)?;
        let (Some(time), Some(offset)) = (said.time(), said.to_numeric_offset()) else {
            return Err(NotATime);
        };
        // Not as a `jiff::Timestamp`, which ends a day before the calendar does.
        let local = said.date().to_datetime(time).duration_since(DateTime::constant(1970, 1, 1, 0, 0, 0, 0));
        let at = local - SignedDuration::from_secs(offset.seconds().into());
        Ok(Self(at.as_secs() * 1_000 + i64::from(at.subsec_nanos().div_euclid(1_000_000))))
    }
}

/// The text without what its fraction says beyond nanoseconds.
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
        f.write_str("not an RFC 3339 date-time with an offset")
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
    fn reads_whatever_the_calendar_has_and_any_fraction() {
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
    fn refuses_a_local_time_and_an_impossible_one() {
        for text in ["2025-10-03T12:00:00", "2025-02-30T12:00:00Z", "2025-10-03", "", "now"] {
            assert_eq!(text.parse::<Time>(), Err(NotATime), "{text}");
        }
    }
}
