//! Recovery of the secp256k1 public key from a signed message.

use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use sha2::Sha256;
use sha3::{Digest, Keccak256};

/// Hashes a personal message with the prefix of its chain: `Ethereum` or `TRON`.
pub(super) fn personal_hash(chain: &str, message: &str) -> [u8; 32] {
    let prefix = format!("\x19{chain} Signed Message:\n{}", message.len());
    Keccak256::new().chain_update(prefix).chain_update(message).finalize().into()
}

/// Hashes a Bitcoin message: lengths in Bitcoin's compact form, two rounds of SHA-256.
pub(super) fn bitcoin_hash(message: &str) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(b"\x18Bitcoin Signed Message:\n");
    hasher.update(compact_size(message.len()));
    hasher.update(message);
    Sha256::digest(hasher.finalize()).into()
}

/// Encodes a length: one byte below 253, otherwise a marker and two, four or eight bytes, little endian.
fn compact_size(length: usize) -> Vec<u8> {
    if let Ok(short) = u8::try_from(length)
        && short < 0xfd
    {
        return vec![short];
    }
    if let Ok(two) = u16::try_from(length) {
        return [&[0xfd][..], &two.to_le_bytes()].concat();
    }
    match u32::try_from(length) {
        Ok(four) => [&[0xfe][..], &four.to_le_bytes()].concat(),
        Err(_) => [&[0xff][..], &length.to_le_bytes()].concat(),
    }
}

/// Recovers the key that signed this hash. The higher S is refused: no wallet produces it, and each signature
/// should have one spelling only.
pub(super) fn recover(hash: &[u8; 32], rs: &[u8], recovery: u8) -> Option<VerifyingKey> {
    let signature = Signature::from_slice(rs).ok()?;
    if signature.normalize_s() != signature {
        return None;
    }
    VerifyingKey::recover_from_prehash(hash, &signature, RecoveryId::from_byte(recovery)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_as_bitcoin_writes_them() {
        assert_eq!(compact_size(0), [0]);
        assert_eq!(compact_size(252), [252]);
        assert_eq!(compact_size(253), [0xfd, 253, 0]);
        assert_eq!(compact_size(0xffff), [0xfd, 0xff, 0xff]);
        assert_eq!(compact_size(0x1_0000), [0xfe, 0, 0, 1, 0]);
    }
}
