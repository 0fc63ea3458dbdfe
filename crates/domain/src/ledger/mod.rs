//! What proves a ledger: the Merkle tree over its journals, and the signed heads of it that are kept elsewhere.

mod merkle;

pub use merkle::{CompactRange, Hash, TreeHead, leaf_hash};
