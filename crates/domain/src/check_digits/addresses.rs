//! Checksums of blockchain addresses.

use bech32::Bech32m;
use bech32::primitives::decode::CheckedHrpstring;
use sha2::{Digest, Sha256};
use sha3::Keccak256;

/// Checks the letters of an Ethereum address (EIP-55).
///
/// Letters of one case carry no checksum. In mixed case, a letter is upper case exactly if the hash of the
/// lower-case address has a digit of 8 or more at its position.
pub(super) fn eip55(address: &str) -> bool {
    let Some(digits) = address.strip_prefix("0x").filter(|digits| digits.len() == 40) else { return false };
    let letters = || digits.chars().filter(char::is_ascii_alphabetic);
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    if letters().all(|c| c.is_ascii_lowercase()) || letters().all(|c| c.is_ascii_uppercase()) {
        return true;
    }
    let hash = Keccak256::digest(digits.to_ascii_lowercase());
    let halves = hash.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits.chars().zip(halves).all(|(c, half)| c.is_ascii_digit() || c.is_ascii_uppercase() == (half >= 8))
}

pub(super) fn spark(address: &str) -> bool {
    let decoded = CheckedHrpstring::new::<Bech32m>(address);
    decoded.is_ok_and(|decoded| decoded.hrp().as_str() == "spark" && decoded.byte_iter().next().is_some())
}

pub(super) fn solana(address: &str) -> bool {
    bs58::decode(address).into_vec().is_ok_and(|bytes| bytes.len() == 32)
}

pub(super) fn bitcoin(address: &str) -> bool {
    /// The version bytes of addresses that belong to a key or to a script.
    const OWNERS: [u8; 2] = [0x00, 0x05];
    let is_segwit = bech32::segwit::decode(address).is_ok_and(|(network, ..)| network.to_lowercase() == "bc");
    is_segwit || checked_base58(address).is_some_and(|payload| OWNERS.contains(&payload[0]))
}

pub(super) fn tron(address: &str) -> bool {
    /// The first byte of an account's address.
    const ACCOUNT: u8 = 0x41;
    checked_base58(address).is_some_and(|payload| payload[0] == ACCOUNT)
}

/// Returns the payload before the checksum, or `None` if the checksum is wrong.
fn checked_base58(address: &str) -> Option<[u8; 21]> {
    let bytes = bs58::decode(address).into_vec().ok()?;
    let (payload, checksum) = bytes.split_first_chunk::<21>()?;
    let hash = Sha256::digest(Sha256::digest(payload));
    (checksum == &hash[..4]).then_some(*payload)
}
