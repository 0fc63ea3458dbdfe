//! Public key of a passkey, in COSE (RFC 9052).

use super::cbor::Reader;
use crate::keys::{PublicKey, Signature};
use crate::{ed25519, oidc};

/// The signature algorithm of a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// ECDSA over P-256 with SHA-256.
    Es256,
    /// RSA, PKCS#1 v1.5, with SHA-256.
    Rs256,
    /// Ed25519.
    EdDsa,
}

/// A passkey's public key. Its bytes are stored and read again with [`CoseKey::parse`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoseKey {
    bytes: Vec<u8>,
    public: KeyMaterial,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyMaterial {
    Es256(PublicKey),
    Rs256 { n: Vec<u8>, e: Vec<u8> },
    EdDsa([u8; 32]),
}

/// Label of a key's type (`kty`).
const KEY_TYPE: i64 = 1;
/// Label of a key's algorithm (`alg`).
const ALGORITHM: i64 = 3;
/// Label of the first member that depends on the key's type: a curve, or a modulus.
const FIRST: i64 = -1;
/// Label of the second member that depends on the key's type.
const SECOND: i64 = -2;
/// Label of the third member that depends on the key's type.
const THIRD: i64 = -3;

/// Lengths in bytes of moduli of 2048 to 8192 bits.
const MODULUS_LENGTHS: std::ops::RangeInclusive<usize> = 256..=1024;

#[derive(Default)]
struct Members<'a> {
    key_type: Option<i64>,
    algorithm: Option<i64>,
    curve: Option<i64>,
    /// Modulus of an RSA key, which has the same label as a curve.
    modulus: Option<&'a [u8]>,
    second: Option<&'a [u8]>,
    third: Option<&'a [u8]>,
}

impl CoseKey {
    /// Reads a key with nothing after it.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let key = Self::read(&mut reader)?;
        reader.rest().is_empty().then_some(key)
    }

    /// Reads a key, leaving the bytes after it.
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let start = reader.rest();
        let members = Members::read(reader)?;
        let bytes = start.get(..start.len() - reader.rest().len())?.to_vec();
        Some(Self { bytes, public: members.public()? })
    }

    /// Returns the bytes as the authenticator wrote them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the signature algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        match self.public {
            KeyMaterial::Es256(_) => Algorithm::Es256,
            KeyMaterial::Rs256 { .. } => Algorithm::Rs256,
            KeyMaterial::EdDsa(_) => Algorithm::EdDsa,
        }
    }

    /// Returns `true` if the passkey signed this. Signatures are DER for ES256 and 64 bytes for EdDSA.
    pub(super) fn verifies(&self, signed: &[u8], signature: &[u8]) -> bool {
        match &self.public {
            KeyMaterial::Es256(key) => {
                Signature::from_der(signature).is_ok_and(|signature| key.verifies(signed, &signature))
            }
            KeyMaterial::Rs256 { n, e } => oidc::rs256_verifies(n, e, signed, signature),
            KeyMaterial::EdDsa(key) => ed25519::verifies(key, signed, signature),
        }
    }
}

impl<'a> Members<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let mut members = Self::default();
        let mut seen = Vec::new();
        for _ in 0..reader.map()? {
            let label = reader.integer()?;
            if seen.contains(&label) {
                return None;
            }
            seen.push(label);
            match label {
                KEY_TYPE => members.key_type = Some(reader.integer()?),
                ALGORITHM => members.algorithm = Some(reader.integer()?),
                FIRST => {
                    let mut ahead = *reader;
                    members.curve = ahead.integer();
                    members.modulus = if members.curve.is_none() { Some(reader.bytes()?) } else { None };
                    if members.curve.is_some() {
                        *reader = ahead;
                    }
                }
                SECOND => members.second = Some(reader.bytes()?),
                THIRD => members.third = Some(reader.bytes()?),
                _ => reader.skip()?,
            }
        }
        Some(members)
    }

    /// Returns the key if its type and curve fit its algorithm.
    fn public(&self) -> Option<KeyMaterial> {
        match (self.algorithm?, self.key_type?) {
            (-7, 2) if self.curve == Some(1) => {
                let x = self.second?;
                let y = self.third?;
                if x.len() != 32 {
                    return None;
                }
                PublicKey::from_bytes(&[&[4], x, y].concat()).ok().map(KeyMaterial::Es256)
            }
            (-257, 3) => {
                let n = self.modulus?;
                let e = self.second?;
                let fits =
                    MODULUS_LENGTHS.contains(&n.len()) && n.first()? >= &0x80 && (1..=5).contains(&e.len());
                fits.then(|| KeyMaterial::Rs256 { n: n.to_vec(), e: e.to_vec() })
            }
            (-8, 1) if self.curve == Some(6) => self.second?.try_into().ok().map(KeyMaterial::EdDsa),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;
    use crate::testdata::{private_key, text, wallet};

    fn parse(text: &str) -> Option<CoseKey> {
        CoseKey::parse(&hex::decode(text).unwrap())
    }

    #[test]
    fn the_known_key_is_read() {
        let known = wallet("/passkey/registration");
        let key = parse(text(&known, "coseKeyHex")).unwrap();
        let expected = private_key(&wallet("/passkey/authenticatorKey")).public_key();
        assert_eq!(key.public, KeyMaterial::Es256(expected));
        assert_eq!(key.algorithm(), Algorithm::Es256);
        assert_eq!(hex::encode(key.as_bytes()), text(&known, "coseKeyHex"));
    }

    #[test]
    fn other_keys_are_refused() {
        let known = wallet("/passkey/registration");
        let good = text(&known, "coseKeyHex");
        for (bad, why) in [
            (good.replacen("a50102", "a50103", 1), "another type"),
            (good.replacen("0326", "0327", 1), "another algorithm"),
            (good.replacen("2001", "2002", 1), "another curve"),
            (format!("{good}00"), "something behind"),
            (good[..good.len() - 2].to_owned(), "cut off"),
            (good.replacen("a5", "a4", 1), "a member less"),
            (good.replacen("a50102", "a601020102", 1), "a member twice"),
            (format!("{}00", &good[..good.len() - 2]), "not on the curve"),
            (format!("a4010103272006215820{}", "11".repeat(31)), "short"),
            (format!("a401030339010020590100{}2143010001", "11".repeat(256)), "2045 bits"),
        ] {
            assert_eq!(parse(&bad), None, "{why}");
        }
        assert!(parse(&format!("a401030339010020590100{}2143010001", "91".repeat(256))).is_some());
        assert!(parse(&format!("a4010103272006215820{}", "11".repeat(32))).is_some());
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_key_or_refused(bytes: Vec<u8>, at: prop::sample::Index, byte: u8) {
            let _ = CoseKey::parse(&bytes);
            let mut known = hex::decode(text(&wallet("/passkey/registration"), "coseKeyHex")).unwrap();
            let at = at.index(known.len());
            known[at] = byte;
            if let Some(key) = CoseKey::parse(&known) {
                prop_assert_eq!(key.as_bytes(), &known[..]);
            }
        }
    }
}
