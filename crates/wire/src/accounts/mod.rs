//! Details of accounts, as tables say them: shared by external accounts and payment instructions.

pub(crate) mod details;
pub(crate) mod field;
pub(crate) mod info;

pub use field::{Field, Rule};
pub use info::AccountDetails;
