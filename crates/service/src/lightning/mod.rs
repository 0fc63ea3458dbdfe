//! Settlement over Lightning (uma 7, docs/operating/lightning.md): a settlement layer over a node, and the
//! adapter to a node behind a service of the operator.
//!
//! ```text
//! payments ──▶ LnLayer, which checks every answer ──▶ HttpNode ──signed JSON──▶ the operator's adapter
//! ```

mod http_node;
mod layer;
mod protocol;

pub use http_node::HttpNode;
pub use layer::LnLayer;

#[cfg(test)]
mod tests;
