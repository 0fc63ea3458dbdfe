//! Short secrets that a person repeats: stored as keyed hashes, compared in constant time.

use hmac::Mac;
use subtle::ConstantTimeEq;

use super::{Keyring, Purpose};

impl Keyring {
    /// Returns the stored form of a secret: root key number (4 bytes), and HMAC-SHA-256 (32 bytes) of the
    /// parts, each preceded by its length (8 bytes). The parts besides the secret bind it to its use.
    #[must_use]
    pub fn keyed_hash(&self, purpose: Purpose, parts: &[&[u8]]) -> Vec<u8> {
        let number = self.newest();
        [&number.to_be_bytes()[..], &self.mac_of(number, purpose, parts)].concat()
    }

    /// Returns the possible stored forms of a secret, under each root key, the newest first: for lookups by
    /// hash.
    #[must_use]
    pub fn keyed_hashes(&self, purpose: Purpose, parts: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut numbers: Vec<u32> = self.numbers().collect();
        numbers.reverse();
        let hash = |number: u32| [&number.to_be_bytes()[..], &self.mac_of(number, purpose, parts)].concat();
        numbers.into_iter().map(hash).collect()
    }

    /// Returns `true` if these parts were hashed, in constant time. Does the same work and returns `false` if
    /// `stored` is `None` or a hash under an unknown key.
    #[must_use]
    pub fn keyed_hash_fits(&self, purpose: Purpose, parts: &[&[u8]], stored: Option<&[u8]>) -> bool {
        self.is_hash(stored, |number| self.mac_of(number, purpose, parts))
    }

    /// Compares a stored hash, a root key number (4 bytes) and a MAC, with the MAC under that key, in constant
    /// time. Does the same work and returns `false` if `stored` is `None` or names an unknown key.
    pub(super) fn is_hash(&self, stored: Option<&[u8]>, mac: impl FnOnce(u32) -> [u8; 32]) -> bool {
        let hash = stored.and_then(<[u8]>::split_first_chunk);
        let (number, expected) =
            hash.map_or((self.newest(), &[][..]), |(number, mac)| (u32::from_be_bytes(*number), mac));
        let is_same: bool = mac(number).ct_eq(expected).into();
        is_same && self.numbers().any(|known| known == number)
    }

    fn mac_of(&self, number: u32, purpose: Purpose, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.hmac_or_newest(number, purpose);
        for part in parts {
            mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Ids;

    use super::*;

    #[test]
    fn only_the_same_parts_match_also_after_a_rotation() {
        let ids = Ids::seeded(3);
        let mut keyring = Keyring::generate(&ids);
        let stored = keyring.keyed_hash(Purpose::ContactCodes, &[b"a", b"bc"]);
        keyring.rotate(&ids);
        let all = keyring.keyed_hashes(Purpose::ContactCodes, &[b"a", b"bc"]);
        assert_eq!(all, [keyring.keyed_hash(Purpose::ContactCodes, &[b"a", b"bc"]), stored.clone()]);
        let is_match =
            |purpose, parts: &[&[u8]], stored: Option<&[u8]>| keyring.keyed_hash_fits(purpose, parts, stored);
        assert!(is_match(Purpose::ContactCodes, &[b"a", b"bc"], Some(&stored)));
        assert!(!is_match(Purpose::ContactCodes, &[b"ab", b"c"], Some(&stored)));
        assert!(!is_match(Purpose::TokenSecrets, &[b"a", b"bc"], Some(&stored)));
        assert!(!is_match(Purpose::ContactCodes, &[b"a", b"bc"], None));
        assert!(!is_match(Purpose::ContactCodes, &[b"a", b"bc"], Some(&[])));
        let renumbered = [&u32::MAX.to_be_bytes()[..], &all[0][4..]].concat();
        assert!(!is_match(Purpose::ContactCodes, &[b"a", b"bc"], Some(&renumbered)));
    }
}
