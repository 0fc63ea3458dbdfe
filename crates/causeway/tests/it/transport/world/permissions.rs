//! Permissions that allow an operation: a token needs one of them (conventions 4).

pub(super) const VIEW: &[&str] = &["VIEW", "TRANSACT", "MANAGE"];
pub(super) const MANAGE: &[&str] = &["MANAGE"];
pub(super) const TRANSACT: &[&str] = &["TRANSACT"];
pub(super) const MANAGE_OR_TRANSACT: &[&str] = &["MANAGE", "TRANSACT"];
