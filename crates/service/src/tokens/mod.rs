//! API tokens: the credentials of a platform (customers 10).

pub mod create_token;
pub mod delete_token_by_id;
pub mod get_token_by_id;
mod issue;
pub mod list_tokens;
mod render;

pub use issue::{IssuedToken, NewToken, issue};
