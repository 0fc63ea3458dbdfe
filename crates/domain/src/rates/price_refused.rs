//! The reasons for not giving a price.

use std::fmt;

/// The reason why a payment cannot be priced. Clients see `AMOUNT_OUT_OF_RANGE` for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceRefused {
    /// The locked amount is not in 1…9·10^15, or a fixed fee is not in 0…9·10^15.
    AmountOutOfRange,
    /// A currency has more than [`super::MAX_DECIMALS`] decimals.
    TooManyDecimals,
    FeesExceedAmount,
    /// Less than one smallest unit would arrive.
    NothingArrives,
    /// The other side would exceed the maximum amount.
    TooLarge,
}

impl fmt::Display for PriceRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AmountOutOfRange => "the amount is out of range",
            Self::TooManyDecimals => "a currency has too many decimals to be priced",
            Self::FeesExceedAmount => "the fees leave nothing to convert",
            Self::NothingArrives => "less than one smallest unit would arrive",
            Self::TooLarge => "the other side of the payment would be too large",
        })
    }
}

impl std::error::Error for PriceRefused {}
