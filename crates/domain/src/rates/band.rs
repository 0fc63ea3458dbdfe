//! The band in which a new exchange rate needs no confirmation.

use super::decimal::Precision;
use super::rate::Rate;

/// Digits of the compared quotient: more than a rate has.
const DIGITS: u8 = 18;

impl Rate {
    /// Returns the rate of the opposite direction, or `None` if it is out of range.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        Self::from_prices(self.as_decimal(), Self::PAR.as_decimal()).ok()
    }

    /// Returns `true` if neither rate exceeds the other one by more than so many percent. So the lower bound counts
    /// however wide the band is.
    #[must_use]
    pub fn is_within(self, percent: u32, other: Self) -> bool {
        self.exceeds_by_at_most(percent, other) && other.exceeds_by_at_most(percent, self)
    }

    fn exceeds_by_at_most(self, percent: u32, other: Self) -> bool {
        let ratio = self.as_decimal().divided_by(other.as_decimal(), Precision::Significant(DIGITS));
        let Some(ratio) = ratio else { return false };
        let Some(one) = 10_u128.checked_pow(ratio.scale().into()) else { return false };
        let Some(hundredfold) = ratio.digits().checked_mul(100) else { return false };
        let most = one.checked_mul(100_u32.saturating_add(percent).into());
        most.is_some_and(|most| hundredfold <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(text: &str) -> Rate {
        Rate::try_new(text.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_rate_is_within_a_band_of_percent_around_another() {
        for (new, old, percent, expected) in [
            ("0.92", "0.92", 0, true),
            ("0.920000000001", "0.92", 0, false),
            ("0.99", "0.9", 10, true),
            ("0.9901", "0.9", 10, false),
            ("0.8182", "0.9", 10, true),
            ("0.8181", "0.9", 10, false),
            ("9.2", "0.92", 10, false),
            ("0.092", "0.92", 10, false),
            ("0.00001", "100000", 10, false),
            ("1", "3", 200, true),
            ("0.99", "3", 200, false),
            ("2", "1", 100, true),
            ("0.00001", "1", 100, false),
            ("0.00001", "1", 1_000, false),
        ] {
            assert_eq!(rate(new).is_within(percent, rate(old)), expected, "{new} {old} {percent}");
        }
    }

    #[test]
    fn the_inverse_is_the_rate_of_the_opposite_direction() {
        assert_eq!(rate("0.8").inverse(), Some(rate("1.25")));
        assert_eq!(rate("3").inverse(), Some(rate("0.333333333333")));
    }
}
