//! Providers of UMA addresses, and the rules for platforms that deal with them (money 5, uma 12).

pub mod get_available_uma_providers;
mod provider;
mod rules;

pub(crate) use provider::check_provider;
pub use rules::is_simulated_and_allowed;
