//! Durations in words, of two units at most.

use std::time::Duration;

/// The units in seconds, largest first.
const UNITS: [(u64, &str); 4] = [(86_400, "day"), (3_600, "h"), (60, "min"), (1, "s")];

/// Returns a duration such as `4 days 2 h`, `5 min` or `0 s`. Smaller units are left out.
pub(crate) fn duration(length: Duration) -> String {
    let mut left = length.as_secs();
    let Some(first) = UNITS.iter().position(|(seconds, _)| left >= *seconds) else { return "0 s".to_owned() };
    let mut words = Vec::new();
    for (seconds, unit) in UNITS.iter().skip(first).take(2) {
        let count = left / seconds;
        left %= seconds;
        let plural = if *unit == "day" && count != 1 { "s" } else { "" };
        if count > 0 {
            words.push(format!("{count} {unit}{plural}"));
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_two_units() {
        for (seconds, text) in [
            (0, "0 s"),
            (59, "59 s"),
            (3_600, "1 h"),
            (3_660, "1 h 1 min"),
            (86_399, "23 h 59 min"),
            (86_400 + 59, "1 day"),
            (4 * 86_400 + 7_260, "4 days 2 h"),
        ] {
            assert_eq!(duration(Duration::from_secs(seconds)), text);
        }
    }
}
