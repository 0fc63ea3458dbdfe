//! Cards of customers: issuing and changing them (cards 2 to 5).

mod eligibility;
mod errors;
mod keys;
mod lifecycle;
mod operate;
pub mod render;
mod reveal;

pub mod create_card;
pub mod get_card_by_id;
pub mod list_cards;
pub mod notify_issuer;
pub mod provision;
pub mod reveal_card;
pub mod update_card_by_id;

pub use keys::revoke as revoke_key;
pub use lifecycle::close_all;
pub use operate::close;
