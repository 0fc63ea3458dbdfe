//! Invitations to get a UMA address (customers 9). They move no money.

mod errors;
pub(crate) mod find;
mod render;

pub mod cancel_invitation;
pub mod claim_invitation;
pub mod create_invitation;
pub mod get_invitation;
