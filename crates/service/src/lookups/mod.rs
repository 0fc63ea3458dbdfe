//! Look-ups of receivers before a quote is created (money 7).

mod errors;
mod local;
mod provider;
mod record;
mod sender;

pub mod lookup_external_account;
pub mod lookup_uma;

pub(crate) use local::{check_facts, receivable};
pub(crate) use provider::{check_sender, provider_at};
