//! Ed25519 signatures of Solana wallets and of passkeys.

use ring::signature::{ED25519, UnparsedPublicKey};

/// Returns `true` if the key signed the message. A key of small order is refused, because anyone can make
/// signatures that fit it.
pub(crate) fn verifies(key: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    !is_of_small_order(key) && UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
}

/// Returns `true` if the point has small order, in any encoding of it that a verifier may accept.
fn is_of_small_order(key: &[u8; 32]) -> bool {
    /// Y coordinates of the points of small order: 0, 1 and -1, those of the points of order 8, and the
    /// values below 2^255 that are congruent to them.
    const COORDINATES: [[u8; 32]; 7] = [
        [0; 32],
        first(1, 0),
        first(0xec, 0xff),
        first(0xed, 0xff),
        first(0xee, 0xff),
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ];
    let mut coordinate = *key;
    coordinate[31] &= 0x7f;
    COORDINATES.contains(&coordinate)
}

/// Returns a little-endian number of 255 bits with this first byte, its other bytes being `rest`.
const fn first(byte: u8, rest: u8) -> [u8; 32] {
    let mut bytes = [rest; 32];
    bytes[0] = byte;
    bytes[31] = rest & 0x7f;
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;

    #[test]
    fn a_key_of_small_order_is_refused() {
        // The neutral element is a valid signature of itself as the key over any message.
        let neutral = first(1, 0);
        let forged = [&neutral[..], &[0; 32]].concat();
        assert!(
            UnparsedPublicKey::new(&ED25519, neutral).verify(b"any", &forged).is_ok(),
            "without the check"
        );
        assert!(!verifies(&neutral, b"any", &forged));
        let mut signed = neutral;
        signed[31] |= 0x80;
        assert!(is_of_small_order(&signed));
    }

    /// Checks the second test vector of RFC 8032, 7.1.
    #[test]
    fn a_known_signature_verifies_and_a_changed_one_does_not() {
        let bytes = |text: &str| hex::decode(text).unwrap();
        let key: [u8; 32] =
            bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c").try_into().unwrap();
        let mut signature = bytes(concat!(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ));
        assert!(verifies(&key, &[0x72], &signature));
        assert!(!verifies(&key, &[0x73], &signature));
        assert!(!verifies(&key, &[0x72], &signature[..63]));
        signature[0] ^= 1;
        assert!(!verifies(&key, &[0x72], &signature));
    }

    proptest! {
        #[test]
        fn no_chance_signature_verifies(key: [u8; 32], signature in proptest::collection::vec(any::<u8>(), 0..70)) {
            prop_assert!(!verifies(&key, b"message", &signature));
        }
    }
}
