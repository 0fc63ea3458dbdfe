//! Ed25519 keys and signatures (rails 3.4).

use std::fmt;
use std::str::FromStr;

use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use crate::values::{decode, encode};

/// A private key. Its seed is the caller's to keep.
pub struct SigningKey(Ed25519KeyPair);

/// A public key, written as its 32 bytes in base 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VerifyingKey([u8; 32]);

/// The name of a public key in signatures: the first 8 bytes of its SHA-256, written as 16 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId([u8; 8]);

/// A signature, written as its 64 bytes in base 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature([u8; 64]);

/// The error for bytes or a text that are no key, key id or signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyError;

impl SigningKey {
    /// Builds the key of 32 random bytes.
    ///
    /// # Errors
    /// None for any 32 bytes.
    pub fn from_seed(seed: &[u8; 32]) -> Result<Self, KeyError> {
        Ed25519KeyPair::from_seed_unchecked(seed).map(Self).map_err(|_| KeyError)
    }

    /// Returns the public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.0.public_key().as_ref());
        VerifyingKey(bytes)
    }

    /// Signs a message.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Signature {
        let mut bytes = [0; 64];
        bytes.copy_from_slice(self.0.sign(message).as_ref());
        Signature(bytes)
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.verifying_key().key_id())
    }
}

impl VerifyingKey {
    /// Reads a key.
    ///
    /// # Errors
    /// A point of small order, for which anyone can make signatures.
    pub fn from_bytes(bytes: [u8; 32]) -> Result<Self, KeyError> {
        if is_of_small_order(bytes) { Err(KeyError) } else { Ok(Self(bytes)) }
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the name of the key in signatures.
    #[must_use]
    pub fn key_id(&self) -> KeyId {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&digest(&SHA256, &self.0).as_ref()[..8]);
        KeyId(bytes)
    }

    /// Returns `true` if the key signed the message.
    #[must_use]
    pub fn has_signed(&self, message: &[u8], signature: &Signature) -> bool {
        UnparsedPublicKey::new(&ED25519, &self.0).verify(message, &signature.0).is_ok()
    }

    /// Returns the key in the form that OpenSSL reads (PEM of a SubjectPublicKeyInfo).
    #[must_use]
    pub fn to_pem(&self) -> String {
        /// DER of the structure around the 32 bytes of a key.
        const HEADER: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
        let der = [&HEADER[..], &self.0].concat();
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", encode(der))
    }
}

/// Returns `true` if the point has small order, in any encoding of it that a verifier may accept.
fn is_of_small_order(mut key: [u8; 32]) -> bool {
    /// Y coordinates of the points of order 8, little endian.
    const OF_ORDER_8: [[u8; 32]; 2] = [
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ];
    key[31] &= 0x7f;
    let is_around_zero = key[0] <= 1 && key[1..].iter().all(|byte| *byte == 0);
    // From the prime less 1 to the prime plus 1.
    let is_around_prime =
        (0xec..=0xee).contains(&key[0]) && key[1..31].iter().all(|byte| *byte == 0xff) && key[31] == 0x7f;
    is_around_zero || is_around_prime || OF_ORDER_8.contains(&key)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Signature {
    /// Returns the signature with these bytes, which is not verified.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 64]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

impl FromStr for VerifyingKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes = decode(text).ok_or(KeyError)?;
        Self::from_bytes(bytes.try_into().map_err(|_| KeyError)?)
    }
}

impl FromStr for Signature {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes = decode(text).ok_or(KeyError)?;
        bytes.try_into().map(Self).map_err(|_| KeyError)
    }
}

impl FromStr for KeyId {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let number = u64::from_str_radix(text, 16).map_err(|_| KeyError)?;
        let id = Self(number.to_be_bytes());
        if id.to_string() == text { Ok(id) } else { Err(KeyError) }
    }
}

impl fmt::Display for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode(self.0))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode(self.0))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an Ed25519 key, key id or signature of this protocol")
    }
}

impl std::error::Error for KeyError {}
