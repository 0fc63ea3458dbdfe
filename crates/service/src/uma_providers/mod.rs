//! Providers of UMA addresses, and the rules for platforms that deal with them (money 5, uma 12).

pub mod get_available_uma_providers;
mod provider;
mod rules;

pub(crate) use provider::provider_at;
pub(crate) use rules::is_simulated;
pub use rules::is_simulated_and_allowed;
