//! Exact arithmetic between a currency and the settlement asset (uma 6.3). No floating-point numbers.

mod conversion;
mod decimal;
mod multiplier;
mod product;
mod range;

pub use conversion::Conversion;
pub use decimal::{ExactDecimal, ExactDecimalError};
pub use multiplier::Multiplier;
pub use range::AmountRange;
