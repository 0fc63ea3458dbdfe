//! Internal accounts: their types and statuses (money 3).

mod rules;
mod state;

pub use rules::{InternalAccountType, Owner, may_close, platform_may_own};
pub use state::{BeforeFreeze, InternalAccountEvent, InternalAccountState, InternalAccountStatus, next};
