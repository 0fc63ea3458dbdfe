//! Look-ups of receivers before a quote is created (money 7).

mod errors;
mod record;
mod sender;

pub mod lookup_external_account;
pub mod lookup_uma;
