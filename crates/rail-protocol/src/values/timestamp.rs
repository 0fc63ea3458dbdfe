//! Instants.

use std::fmt;
use std::str::FromStr;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::json;

use crate::shape::written_as_text;

/// An instant in UTC, in milliseconds since 1970 (rails 5.1).
///
/// Written as `2026-11-21T12:00:00.123Z`; read from RFC 3339 with `Z` and up to nine digits of a fraction, of
/// which those beyond milliseconds are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// The error for a text that is no instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidTimestamp;

const RULE: &str = "must be an instant in UTC such as 2026-11-21T12:00:00Z";

impl fmt::Display for InvalidTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RULE)
    }
}

impl std::error::Error for InvalidTimestamp {}

impl Timestamp {
    /// Returns the instant this many milliseconds after 1970-01-01T00:00:00Z.
    ///
    /// # Errors
    /// An instant outside the years 1 to 9999.
    pub fn from_millis(millis: i64) -> Result<Self, InvalidTimestamp> {
        let at = jiff::Timestamp::from_millisecond(millis).map_err(|_| InvalidTimestamp)?;
        let year = TimeZone::UTC.to_datetime(at).year();
        if year < 1 { Err(InvalidTimestamp) } else { Ok(Self(millis)) }
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(at) => write!(f, "{at:.3}"),
            Err(_) => f.write_str("outside of time"),
        }
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        let civil = text.strip_suffix('Z').ok_or(InvalidTimestamp)?;
        let (whole, fraction) = civil.split_once('.').unwrap_or((civil, "0"));
        // jiff would read a leap second as the second before it.
        if !has_form(whole, "0000-00-00T00:00:00") || whole.ends_with(":60") || !is_fraction(fraction) {
            return Err(InvalidTimestamp);
        }
        let whole: DateTime = whole.parse().map_err(|_| InvalidTimestamp)?;
        let at = TimeZone::UTC.to_timestamp(whole).map_err(|_| InvalidTimestamp)?;
        let millis: i64 = format!("{fraction:0<3}")[..3].parse().map_err(|_| InvalidTimestamp)?;
        Self::from_millis(at.as_second() * 1_000 + millis)
    }
}

/// Returns `true` if the text has digits where the form has `0`, and the same characters elsewhere.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, form)| if form == b'0' { byte.is_ascii_digit() } else { byte == form })
}

fn is_fraction(digits: &str) -> bool {
    (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

written_as_text! {
    Timestamp: RULE, json!({
        "type": "string",
        "format": "date-time",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$",
    });
}
