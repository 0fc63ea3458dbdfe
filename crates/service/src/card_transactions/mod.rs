//! Card transactions (cards 8): issuers' events, the decision about authorizations, pulls and their
//! confirmation, and the end of holds.
//!
//! All events of a card network enter by one entry point, [`inbound`].

mod authorize;
mod books;
mod credits;
mod debits;
mod errors;
mod event;
mod funding;
mod locked;
mod operate;
mod refusals;
pub mod render;
mod signature;

pub mod confirm_pull;
pub mod end_hold;
pub mod inbound;
pub mod post_credit;
pub mod release_suspended;
pub mod undo_credit;

pub use books::{among_transactions, card_simulation};
pub use operate::{collect, resolve};
pub use refusals::{not_cancellable, not_confirmable, not_pending_approval};
