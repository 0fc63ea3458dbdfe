//! Addresses of chains, in the encodings that wallets check.

use causeway_domain::Ids;
use sha2::{Digest, Sha256};

const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const BECH32_FINAL: u32 = 1;
const BECH32M_FINAL: u32 = 0x2bc8_30a3;

/// An address of an account-based chain of the Ethereum family.
pub(super) fn evm(ids: &Ids) -> String {
    let account: [u8; 20] = ids.bytes();
    format!("0x{}", causeway_service::hex::encode(&account))
}

/// A Solana address: 32 bytes in base 58.
pub(super) fn solana(ids: &Ids) -> String {
    base58(&ids.bytes::<32>())
}

/// A Tron address: base 58 with a checksum.
pub(super) fn tron(ids: &Ids) -> String {
    let mut bytes = vec![0x41];
    bytes.extend(ids.bytes::<20>());
    let checksum = Sha256::digest(Sha256::digest(&bytes));
    bytes.extend(&checksum[..4]);
    base58(&bytes)
}

/// A Spark address: bech32m of a message with a compressed public key.
pub(super) fn spark(ids: &Ids) -> String {
    // Field 1, 33 bytes: the identity key.
    let mut bytes = vec![0x0a, 33, 2];
    bytes.extend(ids.bytes::<32>());
    bech32("spark", &five_bits(&bytes), BECH32M_FINAL)
}

/// A Bitcoin address of a network without value: nobody loses coins to an address that nobody owns.
pub(super) fn bitcoin(ids: &Ids) -> String {
    let program: [u8; 20] = ids.bytes();
    let mut data = vec![0];
    data.extend(five_bits(&program));
    bech32("bcrt", &data, BECH32_FINAL)
}

/// A Lightning invoice of the same network, without an amount. Its signature is none.
pub(super) fn lightning_invoice(ids: &Ids) -> String {
    let mut data = vec![0; 7];
    data.extend(five_bits(&ids.bytes::<32>()));
    data.extend(five_bits(&ids.bytes::<65>()));
    bech32("lnbcrt", &data, BECH32_FINAL)
}

fn base58(bytes: &[u8]) -> String {
    // The digits of the number that the bytes spell, least significant first.
    let mut digits: Vec<u8> = Vec::new();
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = u8::try_from(carry % 58).unwrap_or_default();
            carry /= 58;
        }
        while carry > 0 {
            digits.push(u8::try_from(carry % 58).unwrap_or_default());
            carry /= 58;
        }
    }
    let zeros = bytes.iter().take_while(|byte| **byte == 0).map(|_| '1');
    zeros.chain(digits.iter().rev().map(|digit| char::from(BASE58[usize::from(*digit)]))).collect()
}

/// Bytes in groups of five bits, filled up with zeros at the end.
fn five_bits(bytes: &[u8]) -> Vec<u8> {
    let bit = |at: usize| bytes.get(at / 8).is_some_and(|byte| byte >> (7 - at % 8) & 1 == 1);
    let groups = (bytes.len() * 8).div_ceil(5);
    (0..groups).map(|group| (0..5).fold(0, |value, at| value << 1 | u8::from(bit(group * 5 + at)))).collect()
}

fn bech32(prefix: &str, data: &[u8], last: u32) -> String {
    let mut values: Vec<u8> = prefix.bytes().map(|byte| byte >> 5).collect();
    values.push(0);
    values.extend(prefix.bytes().map(|byte| byte & 31));
    values.extend(data);
    values.extend([0; 6]);
    let checksum = polymod(&values) ^ last;
    let checked = (0..6).map(|at| u8::try_from(checksum >> (5 * (5 - at)) & 31).unwrap_or_default());
    let text: String =
        data.iter().copied().chain(checked).map(|value| char::from(BECH32[usize::from(value)])).collect();
    format!("{prefix}1{text}")
}

fn polymod(values: &[u8]) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    values.iter().fold(1, |checksum, value| {
        let top = checksum >> 25;
        let shifted = (checksum & 0x01ff_ffff) << 5 ^ u32::from(*value);
        let mixed = GENERATOR.iter().enumerate().filter(|(at, _)| top >> at & 1 == 1);
        mixed.fold(shifted, |checksum, (_, generator)| checksum ^ generator)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_give_known_results() {
        assert_eq!(base58(b"Hello World!"), "2NEpo7TZRRrLZSi2U");
        assert_eq!(base58(&[0, 0, 0x28, 0x7f, 0xb4, 0xcd]), "11233QC4");
        // The public test vector of segregated witness addresses.
        let program = causeway_service::hex::decode("751e76e8199196d454941c45d1b3a323f1433bd6").unwrap();
        let mut data = vec![0];
        data.extend(five_bits(&program));
        assert_eq!(bech32("bc", &data, BECH32_FINAL), "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
        assert_eq!(bech32("a", &[], BECH32M_FINAL), "a1lqfn3a");
    }

    #[test]
    fn addresses_have_the_form_of_their_chain() {
        let ids = Ids::seeded(2);
        assert!(tron(&ids).starts_with('T') && tron(&ids).len() == 34);
        assert!(spark(&ids).starts_with("spark1") && evm(&ids).len() == 42);
        assert!((32..=44).contains(&solana(&ids).len()) && bitcoin(&ids).starts_with("bcrt1q"));
        assert!(lightning_invoice(&ids).starts_with("lnbcrt1"));
        assert_ne!(spark(&ids), spark(&ids));
    }
}
