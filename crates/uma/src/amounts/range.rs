//! Ranges of amounts.

use serde::Serialize;

use super::conversion::Conversion;
use super::multiplier::Multiplier;

/// A range of amounts with both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AmountRange {
    pub min: u64,
    pub max: u64,
}

impl AmountRange {
    #[must_use]
    pub const fn contains(self, amount: u64) -> bool {
        self.min <= amount && amount <= self.max
    }

    /// Returns the range in settlement units, without a fee; an end above 64 bits becomes the largest number.
    #[must_use]
    pub fn in_settlement_units(self, multiplier: Multiplier) -> Self {
        let terms = Conversion { multiplier, fee: 0 };
        let converted = |amount| terms.settlement_amount(amount).unwrap_or(u64::MAX);
        Self { min: converted(self.min), max: converted(self.max) }
    }

    /// Returns the range in the currency that settlement amounts within this range convert to. An end above 64
    /// bits becomes the largest number.
    #[must_use]
    pub fn in_currency_units(self, terms: Conversion) -> Self {
        let converted = |amount: u64| {
            let net = amount.saturating_sub(terms.fee);
            let terms = Conversion { fee: 0, ..terms };
            terms.currency_amount(net).unwrap_or(u64::MAX)
        };
        Self { min: converted(self.min), max: converted(self.max) }
    }

    /// Returns the smallest range that contains both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_converted_and_joined() {
        let range = AmountRange { min: 1, max: 1_000 };
        let multiplier = Multiplier::parse("8330").unwrap();
        let settled = range.in_settlement_units(multiplier);
        assert_eq!(settled, AmountRange { min: 8_330, max: 8_330_000 });
        assert_eq!(settled.in_currency_units(Conversion { multiplier, fee: 0 }), range);
        let large = AmountRange { min: 0, max: u64::MAX };
        assert_eq!(large.in_settlement_units(multiplier), large);
        assert_eq!(settled.union(large), large);
        assert!(range.contains(1) && range.contains(1_000) && !range.contains(0) && !range.contains(1_001));
    }
}
