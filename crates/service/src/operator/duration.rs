//! Durations in text form.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A duration: numbers with units, such as `90s`, `15m`, `1d12h`, `250ms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct HumanDuration(Duration);

const NOT_A_DURATION: &str = "not a duration such as 90s, 15m, 2h, 7d or 1d12h, up to 20 years";

const UNITS: [(&str, u64); 6] =
    [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000)];

/// Longer than any period of the service, and short enough for every calendar.
const MAX: Duration = Duration::from_hours(20 * 366 * 24);

impl HumanDuration {
    pub(super) const fn duration(self) -> Duration {
        self.0
    }
}

impl TryFrom<String> for HumanDuration {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        let mut rest = text.as_str();
        let mut total = Duration::ZERO;
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest_after_number) = rest.split_at(digits);
            let letters = rest_after_number.bytes().take_while(u8::is_ascii_alphabetic).count();
            let (unit, following) = rest_after_number.split_at(letters);
            let millis = UNITS.iter().find(|(name, _)| *name == unit).ok_or(NOT_A_DURATION)?.1;
            let count: u64 = number.parse().map_err(|_| NOT_A_DURATION)?;
            let part = Duration::from_millis(count.checked_mul(millis).ok_or(NOT_A_DURATION)?);
            total = total.checked_add(part).ok_or(NOT_A_DURATION)?;
            rest = following;
        }
        if total.is_zero() || total > MAX { Err(NOT_A_DURATION) } else { Ok(Self(total)) }
    }
}

impl From<HumanDuration> for String {
    fn from(duration: HumanDuration) -> Self {
        format!("{}ms", duration.0.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        let duration = |text: &str| HumanDuration::try_from(text.to_owned());
        let seconds = |text: &str| duration(text).map(|duration| duration.0.as_secs());
        assert_eq!(seconds("90s"), Ok(90));
        assert_eq!(seconds("1d12h"), Ok(129_600));
        assert_eq!(seconds("2w"), Ok(1_209_600));
        assert_eq!(duration("250ms").unwrap().0, Duration::from_millis(250));
        for text in ["", "5", "s", "-5s", "1.5h", "5 s", "5S", "0s", "99999d", "99999999999999999999s"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_duration_survives_a_json_round_trip() {
        let duration = HumanDuration::try_from("1d12h".to_owned()).unwrap();
        let json = serde_json::to_string(&duration).unwrap();
        assert_eq!(serde_json::from_str::<HumanDuration>(&json).unwrap(), duration);
    }
}
