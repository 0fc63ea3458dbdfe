//! Settlement over Lightning (uma 7, money 4.7, docs/operating/lightning.md): a settlement layer over a node,
//! the adapter to a node behind a service of the operator, and the invoices of Lightning addresses.
//!
//! ```text
//! payments ──▶ LnLayer, which checks every answer ──▶ HttpNode ──signed JSON──▶ the operator's adapter
//! ```

pub(crate) mod address;
mod http_node;
mod layer;
mod payee;
mod protocol;

pub use http_node::HttpNode;
pub use layer::LnLayer;
pub(crate) use payee::LightningPayee;

#[cfg(test)]
mod tests;
