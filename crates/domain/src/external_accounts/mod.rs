//! Accounts elsewhere: rails, status and the identifiers of accounts (money 4, 10.1).

mod identifiers;
mod rails;
mod state;

pub use identifiers::{is_same_identifier, normalized, suffix};
pub use rails::{Rail, SelectRailRefused, Selection, select_rail, settles_at};
pub use state::{ExternalAccountEvent, ExternalAccountStatus, Opening, created, next};
