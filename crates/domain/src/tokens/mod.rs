//! API tokens: what they permit (conventions 4, customers 10).

mod rules;

pub use rules::{Needed, Permissions, TokenPermission, check_deletable, may_grant};
