//! Creation of BOLT 11 invoices, for a simulated settlement layer. The reader is in the domain crate.

use bech32::{ByteIterExt, Fe32};
use k256::ecdsa::SigningKey;
use sha2::{Digest, Sha256};

use crate::bech32_text;
use crate::keys::PrivateKey;

/// The content of an invoice that is bound to a description by its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bolt11Terms {
    pub network: Bolt11Network,
    /// In millisatoshi.
    pub amount: u64,
    /// In seconds; at most 35 bits.
    pub timestamp: u64,
    /// In seconds after the timestamp.
    pub expiry: u64,
    pub payment_hash: [u8; 32],
    pub payment_secret: [u8; 32],
    pub description_hash: [u8; 32],
}

/// The network of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bolt11Network {
    Bitcoin,
    Testnet,
    /// Bitcoin on one machine, without value.
    Regtest,
}

/// The lifetime of invoices that do not name one, in seconds.
const DEFAULT_EXPIRY: u64 = 3_600;
/// The features that every invoice here has: payment secret and variable onion, both required.
const FEATURES: u64 = 1 << 14 | 1 << 8;

impl Bolt11Terms {
    /// Returns the invoice, signed with the key of the node. `None` if the timestamp has more than 35 bits.
    #[must_use]
    pub fn sign(&self, key: &PrivateKey) -> Option<String> {
        let readable = format!("{}{}", self.network.prefix(), amount(self.amount));
        let mut groups = fixed_number(self.timestamp, 7)?;
        tagged(&mut groups, 16, &bytes(&self.payment_secret))?;
        tagged(&mut groups, 1, &bytes(&self.payment_hash))?;
        tagged(&mut groups, 23, &bytes(&self.description_hash))?;
        if self.expiry != DEFAULT_EXPIRY {
            tagged(&mut groups, 6, &number(self.expiry)?)?;
        }
        tagged(&mut groups, 5, &number(FEATURES)?)?;
        let hash = Sha256::new().chain_update(&readable).chain_update(padded_bytes(&groups)).finalize();
        let (signature, recovery) = SigningKey::from(key.inner()).sign_prehash_recoverable(&hash);
        let signature = [&signature.to_bytes()[..], &[recovery.to_byte()]].concat();
        groups.extend(bytes(&signature));
        bech32_text::encode_groups(&readable, &groups)
    }
}

impl Bolt11Network {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Bitcoin => "lnbc",
            Self::Testnet => "lntb",
            Self::Regtest => "lnbcrt",
        }
    }
}

/// Returns an amount with the largest unit in which it is whole; thousandths of satoshis are ten `p`.
fn amount(millisatoshi: u64) -> String {
    let units = [(100_000_000_000, ""), (100_000_000, "m"), (100_000, "u"), (100, "n")];
    let whole = units.into_iter().find(|(size, _)| millisatoshi.is_multiple_of(*size));
    match whole {
        Some((size, unit)) => format!("{}{unit}", millisatoshi / size),
        None => format!("{millisatoshi}0p"),
    }
}

/// Returns bytes in groups of five bits, the last one padded.
fn bytes(bytes: &[u8]) -> Vec<Fe32> {
    bytes.iter().copied().bytes_to_fes().collect()
}

/// Returns a number in exactly this many groups, or `None` if it is larger.
fn fixed_number(number: u64, groups: usize) -> Option<Vec<Fe32>> {
    let mut rest = number;
    let mut found = Vec::with_capacity(groups);
    for _ in 0..groups {
        found.push(Fe32::try_from(u8::try_from(rest % 32).ok()?).ok()?);
        rest /= 32;
    }
    found.reverse();
    (rest == 0).then_some(found)
}

/// Returns a number in the fewest groups.
fn number(number: u64) -> Option<Vec<Fe32>> {
    (1..=13).find_map(|groups| fixed_number(number, groups))
}

/// Adds a tagged field: the type, the length in two groups, and the data.
fn tagged(groups: &mut Vec<Fe32>, kind: u8, data: &[Fe32]) -> Option<()> {
    groups.push(Fe32::try_from(kind).ok()?);
    groups.extend(fixed_number(u64::try_from(data.len()).ok()?, 2)?);
    groups.extend(data);
    Some(())
}

/// Returns groups of five bits as bytes, the last one padded with zeros.
fn padded_bytes(groups: &[Fe32]) -> Vec<u8> {
    let mut found = Vec::new();
    let mut rest = 0_u16;
    let mut bits = 0_u32;
    for group in groups {
        rest = rest << 5 | u16::from(group.to_u8());
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            found.extend(u8::try_from(rest >> bits));
            rest &= (1 << bits) - 1;
        }
    }
    if bits > 0 {
        found.extend(u8::try_from(rest << (8 - bits)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex;

    fn node() -> PrivateKey {
        let key = "e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734";
        PrivateKey::from_bytes(&hex::decode(key).unwrap()).unwrap()
    }

    fn terms() -> Bolt11Terms {
        let hash = "0001020304050607080900010203040506070809000102030405060708090102";
        let description = "One piece of chocolate cake, one icecream cone, one pickle, one slice of swiss cheese, one slice of salami, one lollypop, one piece of cherry pie, one sausage, one cupcake, and one slice of watermelon";
        Bolt11Terms {
            network: Bolt11Network::Bitcoin,
            amount: 2_000_000_000,
            timestamp: 1_496_314_658,
            expiry: 3_600,
            payment_hash: hex::decode(hash).unwrap().try_into().unwrap(),
            payment_secret: [0x11; 32],
            description_hash: Sha256::digest(description).into(),
        }
    }

    /// Checks the example with a hashed list of items of the specification (github.com/lightning/bolts, by its
    /// authors under CC BY 4.0).
    #[test]
    fn an_example_of_the_specification_is_written() {
        let expected = "lnbc20m1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqs9qrsgq7ea976txfraylvgzuxs8kgcw23ezlrszfnh8r6qtfpr6cxga50aj6txm9rxrydzd06dfeawfk6swupvz4erwnyutnjq7x39ymw6j38gp7ynn44";
        assert_eq!(terms().sign(&node()).as_deref(), Some(expected));
    }

    #[test]
    fn amounts_have_the_shortest_unit() {
        for (millisatoshi, text) in [
            (100_000_000_000, "1"),
            (2_000_000_000, "20m"),
            (250_000_000, "2500u"),
            (100, "1n"),
            (1, "10p"),
            (12_345, "123450p"),
        ] {
            assert_eq!(amount(millisatoshi), text);
        }
    }

    #[test]
    fn an_expiry_of_its_own_is_written() {
        let short = Bolt11Terms { expiry: 300, network: Bolt11Network::Regtest, amount: 1, ..terms() };
        let text = short.sign(&node()).unwrap();
        assert!(text.starts_with("lnbcrt10p1pvjluez") && text.contains("xqzfv9qrsgq"), "{text}");
        assert_eq!(Bolt11Terms { timestamp: 1 << 35, ..terms() }.sign(&node()), None);
    }
}
