//! The tagged fields of an invoice.

/// A hash or a secret: 256 bits in groups of five.
const HASH_WORDS: usize = 52;
/// A public key: 264 bits in groups of five.
const KEY_WORDS: usize = 53;
/// The lifetime, in seconds, of an invoice that does not set one.
const DEFAULT_EXPIRY: u64 = 3_600;
/// The features of BOLT 9 that invoices may require: the even bit of each, and that of the feature on which
/// it depends.
const FEATURES: [(usize, Option<usize>); 6] =
    [(8, None), (14, Some(8)), (16, Some(14)), (24, Some(8)), (36, Some(8)), (48, Some(8))];

/// The fields that matter to a payer.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) payment_hash: [u8; 32],
    /// `None` if the invoice has the description itself.
    pub(super) description_hash: Option<[u8; 32]>,
    /// The compressed key of the payee, if the invoice names it.
    pub(super) payee: Option<[u8; 33]>,
    /// In seconds.
    pub(super) expiry: u64,
    /// Bits in groups of five, the lowest last.
    features: Vec<u8>,
}

impl Fields {
    /// Reads the groups of five bits between timestamp and signature. `None` unless there is exactly one
    /// payment hash, one secret, and one description or its hash; a field with a fixed length must have it.
    /// Unknown fields are skipped.
    pub(super) fn parse(mut words: &[u8]) -> Option<Self> {
        let mut hash = None;
        let mut secret = None;
        let mut description = None;
        let mut payee = None;
        let mut expiry = None;
        let mut features = None;
        while let Some((head, rest)) = words.split_first_chunk::<3>() {
            let (data, rest) = rest.split_at_checked(usize::from(head[1]) * 32 + usize::from(head[2]))?;
            words = rest;
            match head[0] {
                1 => once(&mut hash, hash_of(data)?)?,
                16 => once(&mut secret, hash_of(data)?)?,
                13 => once(&mut description, String::from_utf8(whole_bytes(data)).map(|_| None).ok()?)?,
                23 => once(&mut description, Some(hash_of(data)?))?,
                19 => once(&mut payee, key_of(data)?)?,
                6 => drop(expiry.get_or_insert(number(data))),
                5 => drop(features.get_or_insert(data.to_vec())),
                _ => {}
            }
        }
        let is_complete = words.is_empty() && secret.is_some() && description.is_some();
        is_complete.then_some(Self {
            payment_hash: hash?,
            description_hash: description?,
            payee,
            expiry: expiry.unwrap_or(DEFAULT_EXPIRY),
            features: features.unwrap_or_default(),
        })
    }

    /// Returns `true` if every required feature is known, and every feature comes with the one on which it
    /// depends.
    pub(super) fn has_known_features(&self) -> bool {
        let bits = self.features.len() * 5;
        let required = (0..bits).step_by(2).filter(|bit| self.bit(*bit));
        let is_offered = |bit: usize| self.bit(bit) || self.bit(bit + 1);
        required.clone().all(|bit| FEATURES.iter().any(|(known, _)| *known == bit))
            && FEATURES.iter().all(|(bit, base)| !is_offered(*bit) || base.is_none_or(is_offered))
    }

    fn bit(&self, bit: usize) -> bool {
        let word = self.features.len().checked_sub(1 + bit / 5).and_then(|at| self.features.get(at));
        word.is_some_and(|word| word >> (bit % 5) & 1 == 1)
    }
}

/// Stores a value, or returns `None` if there is one already.
fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

fn hash_of(words: &[u8]) -> Option<[u8; 32]> {
    (words.len() == HASH_WORDS).then(|| whole_bytes(words)).and_then(|bytes| bytes.try_into().ok())
}

fn key_of(words: &[u8]) -> Option<[u8; 33]> {
    (words.len() == KEY_WORDS).then(|| whole_bytes(words)).and_then(|bytes| bytes.try_into().ok())
}

/// Returns the number in groups of five bits, capped at the largest number.
pub(super) fn number(words: &[u8]) -> u64 {
    words.iter().fold(0, |value: u64, word| value.saturating_mul(32).saturating_add((*word).into()))
}

/// Returns the whole bytes in groups of five bits; the remaining bits are padding.
fn whole_bytes(words: &[u8]) -> Vec<u8> {
    let mut bytes = padded_bytes(words);
    bytes.truncate(words.len() * 5 / 8);
    bytes
}

/// Returns the bytes in groups of five bits, the last one padded with zeros.
pub(super) fn padded_bytes(words: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; (words.len() * 5).div_ceil(8)];
    for (at, word) in words.iter().enumerate() {
        let first = at * 5;
        // The group's bits, aligned within the two bytes that they touch.
        let spread = (u16::from(*word) << 11 >> (first % 8)).to_be_bytes();
        for (byte, part) in bytes[first / 8..].iter_mut().zip(spread) {
            *byte |= part;
        }
    }
    bytes
}
