//! Check digits of account numbers and addresses (money 4.3).

mod addresses;
mod brazil;
mod check;
mod iban;
mod numbers;

pub use check::Check;
pub use iban::has_ibans;

#[cfg(test)]
mod tests;
