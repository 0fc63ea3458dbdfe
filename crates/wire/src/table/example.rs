//! Ids in the examples. Tests put those of things that exist in their places.

pub(super) const CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
pub(super) const INTERNAL_ACCOUNT: &str = "InternalAccount:0199a1b2-c3d4-7e8f-9a0b-2c3d4e5f6a7b";
pub(super) const EXTERNAL_ACCOUNT: &str = "ExternalAccount:0199a1b2-c3d4-7e8f-9a0b-3c4d5e6f7a8b";
