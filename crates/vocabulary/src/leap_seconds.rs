//! Leap seconds of UTC.

/// Years with a leap second at the end of June. IERS Bulletin C announces further ones half a year ahead.
const JUNE: [u32; 11] = [1972, 1981, 1982, 1983, 1985, 1992, 1993, 1994, 1997, 2012, 2015];
/// Years with a leap second at the end of December.
const DECEMBER: [u32; 16] =
    [1972, 1973, 1974, 1975, 1976, 1977, 1978, 1979, 1987, 1989, 1990, 1995, 1998, 2005, 2008, 2016];

/// Last minute of a day.
const LAST: i32 = 24 * 60 - 1;

/// Returns `true` if UTC had a second 60 in this minute of a day, read on a clock that is `ahead` minutes
/// ahead of UTC.
#[must_use]
pub fn had_leap_second(year: u32, month: u32, day: u32, minute: i32, ahead: i32) -> bool {
    match (month, day, minute - ahead) {
        (6, 30, LAST) | (7, 1, -1) => JUNE.contains(&year),
        (12, 31, LAST) => DECEMBER.contains(&year),
        (1, 1, -1) => DECEMBER.iter().any(|last| last + 1 == year),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leap_seconds_match_the_past_announcements() {
        for ((year, month, day), minute, ahead) in [
            ((1972, 6, 30), LAST, 0),
            ((2005, 12, 31), LAST, 0),
            ((1990, 12, 31), 15 * 60 + 59, -8 * 60),
            ((2009, 1, 1), 59, 60),
            ((2015, 7, 1), 5 * 60 + 29, 5 * 60 + 30),
        ] {
            assert!(had_leap_second(year, month, day, minute, ahead), "{year}-{month}-{day}");
        }
        for ((year, month, day), minute, ahead) in [
            ((1971, 12, 31), LAST, 0),
            ((2016, 6, 30), LAST, 0),
            ((2020, 12, 31), LAST, 0),
            ((2016, 12, 30), LAST, 0),
            ((2016, 12, 31), LAST - 1, 0),
            ((2016, 12, 31), LAST, 1),
            ((2016, 1, 1), 59, 60),
            ((2017, 1, 1), LAST, 0),
        ] {
            assert!(!had_leap_second(year, month, day, minute, ahead), "{year}-{month}-{day}");
        }
    }
}
