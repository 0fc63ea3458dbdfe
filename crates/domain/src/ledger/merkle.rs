//! The Merkle tree of RFC 6962 (section 2.1), built leaf by leaf.

use sha2::{Digest, Sha256};

use crate::ids::PlatformId;

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// The head of a platform's ledger: the root of the tree over its first `size` journals, in the order in
/// which they were sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeHead {
    pub platform: PlatformId,
    /// The number of journals.
    pub size: u64,
    pub root: Hash,
}

/// The part of a tree that suffices to add leaves and to compute its root: the roots of its perfect subtrees,
/// the largest first. There is one for each bit that is set in the number of leaves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CompactRange {
    size: u64,
    hashes: Vec<Hash>,
}

impl CompactRange {
    /// Creates the tree without leaves.
    #[must_use]
    pub const fn new() -> Self {
        Self { size: 0, hashes: Vec::new() }
    }

    /// Restores a tree of `size` leaves from the bytes of [`CompactRange::to_bytes`]. `None` if their length
    /// does not fit the size.
    #[must_use]
    pub fn from_bytes(size: u64, bytes: &[u8]) -> Option<Self> {
        let (hashes, rest) = bytes.as_chunks::<32>();
        let fits = rest.is_empty() && u32::try_from(hashes.len()) == Ok(size.count_ones());
        fits.then(|| Self { size, hashes: hashes.to_vec() })
    }

    /// Returns the concatenated roots of the perfect subtrees.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.hashes.concat()
    }

    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Adds a leaf by its hash.
    pub fn push(&mut self, leaf: Hash) {
        let mut hash = leaf;
        // Two perfect subtrees of one size merge into one of the next, as carries do in binary addition.
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.hashes.pop() {
                hash = node_hash(&left, &hash);
            }
        }
        self.hashes.push(hash);
        self.size += 1;
    }

    #[must_use]
    pub fn root(&self) -> Hash {
        let mut from_the_right = self.hashes.iter().rev();
        let Some(last) = from_the_right.next() else { return Sha256::digest([]).into() };
        from_the_right.fold(*last, |right, left| node_hash(left, &right))
    }
}

/// Returns the hash of a leaf with this content.
#[must_use]
pub fn leaf_hash(content: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(content).finalize().into()
}

fn node_hash(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Computes the root by the definition of RFC 6962, word for word.
    fn naive(leaves: &[Vec<u8>]) -> Hash {
        match leaves {
            [] => Sha256::digest([]).into(),
            [one] => leaf_hash(one),
            many => {
                let mut left = 1;
                while left * 2 < many.len() {
                    left *= 2;
                }
                node_hash(&naive(&many[..left]), &naive(&many[left..]))
            }
        }
    }

    fn grown(leaves: &[Vec<u8>]) -> CompactRange {
        let mut range = CompactRange::new();
        leaves.iter().for_each(|leaf| range.push(leaf_hash(leaf)));
        range
    }

    fn hex(hash: Hash) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Checks leaves and roots that implementations of the RFC commonly use as test vectors.
    #[test]
    fn known_trees_have_their_roots() {
        let leaves: [&[u8]; 8] = [
            b"",
            b"\x00",
            b"\x10",
            b"\x20\x21",
            b"\x30\x31",
            b"\x40\x41\x42\x43",
            b"\x50\x51\x52\x53\x54\x55\x56\x57",
            b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
        ];
        let roots = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        for (size, root) in roots.iter().enumerate() {
            let leaves: Vec<Vec<u8>> = leaves[..size].iter().map(|leaf| leaf.to_vec()).collect();
            assert_eq!(hex(grown(&leaves).root()), *root, "{size} leaves");
        }
    }

    #[test]
    fn a_range_of_another_length_is_refused() {
        assert_eq!(CompactRange::from_bytes(3, &[0; 32]), None);
        assert_eq!(CompactRange::from_bytes(1, &[0; 33]), None);
        assert_eq!(CompactRange::from_bytes(0, &[]), Some(CompactRange::new()));
    }

    proptest! {
        #[test]
        fn an_incremental_tree_equals_the_defined_tree(
            leaves in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..4), 0..70),
            stored_after in 0_usize..70,
        ) {
            let first = grown(&leaves[..stored_after.min(leaves.len())]);
            let mut range = CompactRange::from_bytes(first.size(), &first.to_bytes()).unwrap();
            leaves.iter().skip(stored_after).for_each(|leaf| range.push(leaf_hash(leaf)));
            prop_assert_eq!(range.root(), naive(&leaves));
            prop_assert_eq!(range, grown(&leaves));
        }
    }
}
