//! Search terms, by which operators find customers, accounts and payments (conventions 2.3), and the readings
//! of a text that an operator searches for.

mod kind;
mod normal;
#[cfg(test)]
mod properties;
mod reading;
mod short_id;
mod terms;
#[cfg(test)]
mod tests;

pub use kind::ResourceKind;
pub use normal::{last_letters, letters_and_digits, phone_digits, words};
pub use reading::{NamedAmount, Reading, WordSearch, readings};
pub use short_id::ShortId;
pub use terms::{Term, TermClass, Terms};
