//! Why no price is given.

use std::fmt;

/// Why a payment cannot be priced. All are `AMOUNT_OUT_OF_RANGE` to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceRefused {
    /// The locked amount or a fixed fee is not in 1…9·10^15, or 0…9·10^15 for a fee.
    AmountOutOfRange,
    /// A currency has more decimals than can be priced.
    TooManyDecimals,
    /// The fees leave nothing to convert.
    FeesExceedAmount,
    /// Less than one smallest unit would arrive.
    NothingArrives,
    /// The other side would be larger than an amount can be.
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
