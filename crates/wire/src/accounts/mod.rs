//! Account details as described by the catalogues of external accounts and of payment instructions.

pub(crate) mod details;
pub(crate) mod field;
pub(crate) mod info;

pub use field::{Field, Rule};
pub use info::AccountDetails;
