//! Accounts that the service holds: their types and their status (money 3).

mod rules;
mod state;

pub use rules::{InternalAccountType, Owner, may_close, platform_may_own};
pub use state::{BeforeFreeze, InternalAccountEvent, InternalAccountState, InternalAccountStatus, next};
