//! Invitations to create a UMA address (customers 9).

mod rules;
mod state;

pub use causeway_vocabulary::invitations::InvitationStatus;
pub use rules::{generated_code, is_code};
pub use state::{InvitationEvent, at, created, next};
