//! Multipliers of currencies.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::decimal::{ExactDecimal, ExactDecimalError};

/// The price of a currency: settlement units per smallest currency unit, above zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Multiplier(ExactDecimal);

impl Multiplier {
    /// One settlement unit per currency unit, as on the internal layer.
    pub const ONE: Self = Self(ExactDecimal::ONE);

    /// Returns the multiplier.
    ///
    /// # Errors
    /// Zero.
    pub const fn new(number: ExactDecimal) -> Result<Self, ExactDecimalError> {
        if number.digits() == 0 { Err(ExactDecimalError) } else { Ok(Self(number)) }
    }

    /// Reads a multiplier as JSON writes it.
    ///
    /// # Errors
    /// The same as [`ExactDecimal::parse`], and zero.
    pub fn parse(text: &str) -> Result<Self, ExactDecimalError> {
        ExactDecimal::parse(text).and_then(Self::new)
    }

    #[must_use]
    pub const fn number(self) -> ExactDecimal {
        self.0
    }
}

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Multiplier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(ExactDecimal::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_multiplier_is_above_zero() {
        assert_eq!(Multiplier::parse("1"), Ok(Multiplier::ONE));
        for text in ["0", "0.0", "-1", "x"] {
            assert_eq!(Multiplier::parse(text), Err(ExactDecimalError));
            assert!(serde_json::from_str::<Multiplier>(text).is_err());
        }
        assert_eq!(serde_json::to_string(&Multiplier::parse("8330.50").unwrap()).unwrap(), "8330.5");
    }
}
