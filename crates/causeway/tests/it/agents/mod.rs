//! Agents (agents A): creation, installation, policies, decisions of the platform, and the agents' own
//! operations.

mod approvals;
mod installing;
mod kills;
mod limits;
mod lists;
mod operators;
mod policies;
mod races;
pub(crate) mod scene;
mod scopes;
mod spending;
mod wallets;
