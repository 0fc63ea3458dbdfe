//! Check digits of account numbers and addresses (money 4.3).

mod addresses;
mod brazil;
mod check;
mod iban;
mod modulus;
mod national;
mod numbers;

pub use check::Check;
pub use iban::{has_ibans, iban_prefix, is_in_sepa};

#[cfg(test)]
mod tests;
