//! Keys that sign for a wallet when one of its cards is used (wallet 9, cards 7).

mod errors;
mod render;
mod target;

pub mod create_delegated_key;
pub mod get_delegated_key_by_id;
pub mod list_delegated_keys;
pub mod revoke_delegated_key;
