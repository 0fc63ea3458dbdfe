//! Search terms, by which operators find customers, accounts and payments (conventions 2.3), and the readings
//! of a text that an operator searches for.

mod kind;
mod normal;
#[cfg(test)]
mod properties;
mod reading;
mod terms;
#[cfg(test)]
mod tests;

pub use kind::ResourceKind;
pub use normal::{last_letters, letters_and_digits, phone_digits, words};
pub use reading::{Reading, WordSearch, readings};
pub use terms::{Term, TermClass, Terms};
