//! API tokens and their permissions (conventions 4, customers 10).

mod rules;

pub use rules::{Permissions, RequiredPermission, TokenPermission, check_deletable, may_grant};
