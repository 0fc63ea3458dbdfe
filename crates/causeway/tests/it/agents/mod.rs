//! Agents: made, limited, installed and decided about by the platform, and what they do themselves (agents A).

mod approvals;
mod installing;
mod kills;
mod limits;
mod lists;
mod policies;
mod races;
pub(crate) mod scene;
mod scopes;
mod spending;
mod wallets;
