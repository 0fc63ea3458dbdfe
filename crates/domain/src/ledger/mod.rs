//! The evidence for a ledger: the Merkle tree over its journals, and its signed heads, which are also kept
//! elsewhere.

mod merkle;

pub use merkle::{CompactRange, Hash, TreeHead, leaf_hash};
