//! Authenticator data: relying party, flags, counter and a new credential.

use super::cbor::Reader;
use super::cose::CoseKey;

/// Parsed authenticator data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AuthenticatorData {
    pub(super) rp_id_hash: [u8; 32],
    pub(super) user_present: bool,
    pub(super) sign_count: u32,
    pub(super) attested: AttestedCredential,
}

/// The credential in the data of a new passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AttestedCredential {
    Absent,
    /// `key` is `None` if its kind is not supported.
    Present {
        credential_id: Vec<u8>,
        key: Option<CoseKey>,
    },
}

const USER_PRESENT: u8 = 0x01;
const ATTESTED: u8 = 0x40;
const EXTENSIONS: u8 = 0x80;
const AAGUID: usize = 16;
const MAX_ID_LENGTH: usize = 1023;

impl AuthenticatorData {
    /// Parses authenticator data. `None` if it is cut off or has trailing bytes.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let rp_id_hash = reader.take(32)?.try_into().ok()?;
        let flags = *reader.take(1)?.first()?;
        let sign_count = u32::from_be_bytes(reader.take(4)?.try_into().ok()?);
        let attested = if flags & ATTESTED == 0 {
            AttestedCredential::Absent
        } else {
            AttestedCredential::read(&mut reader)?
        };
        if flags & EXTENSIONS != 0 {
            let mut ahead = reader;
            ahead.map()?;
            reader.skip()?;
        }
        let user_present = flags & USER_PRESENT != 0;
        reader.rest().is_empty().then_some(Self { rp_id_hash, user_present, sign_count, attested })
    }
}

impl AttestedCredential {
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        reader.take(AAGUID)?;
        let length = usize::from(u16::from_be_bytes(reader.take(2)?.try_into().ok()?));
        if length == 0 || length > MAX_ID_LENGTH {
            return None;
        }
        let credential_id = reader.take(length)?.to_vec();
        let mut ahead = *reader;
        let key = CoseKey::read(&mut ahead);
        reader.skip()?;
        Some(Self::Present { credential_id, key })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;
    use crate::testdata::{text, wallet};

    fn known(part: &str) -> Vec<u8> {
        hex::decode(text(&wallet(&format!("/passkey/{part}")), "authenticatorDataHex")).unwrap()
    }

    #[test]
    fn known_data_is_split() {
        let registration = AuthenticatorData::parse(&known("registration")).unwrap();
        assert_eq!((registration.user_present, registration.sign_count), (true, 0));
        let AttestedCredential::Present { credential_id, key: Some(_) } = registration.attested else {
            panic!("a key")
        };
        assert_eq!(credential_id.len(), 32);
        let assertion = AuthenticatorData::parse(&known("assertion")).unwrap();
        assert_eq!((assertion.sign_count, assertion.attested), (1, AttestedCredential::Absent));
    }

    #[test]
    fn lengths_must_fit_the_flags() {
        let good = known("assertion");
        assert_eq!(AuthenticatorData::parse(&good[..36]), None);
        assert_eq!(AuthenticatorData::parse(&[&good[..], &[0]].concat()), None, "bytes after the end");
        let with = |flags: u8, after: &[u8]| {
            let mut bytes = [&good[..], after].concat();
            bytes[32] = flags;
            AuthenticatorData::parse(&bytes).is_some()
        };
        assert!(with(0x81, &[0xa0]), "no extension in the map of extensions");
        assert!(!with(0x81, &[]), "extensions are said to be there");
        assert!(!with(0x81, &[0x00]), "extensions are a map");
        assert!(!with(0x41, &[0; 18]), "an id of no length");
        assert!(!with(0x41, &[]), "a key is said to be there");
    }

    proptest! {
        #[test]
        fn any_bytes_are_split_or_refused(bytes: Vec<u8>, at: prop::sample::Index, byte: u8, end: prop::sample::Index) {
            let _ = AuthenticatorData::parse(&bytes);
            let mut changed = known("registration");
            let at = at.index(changed.len());
            changed[at] = byte;
            changed.truncate(end.index(changed.len()) + 1);
            let _ = AuthenticatorData::parse(&changed);
        }
    }
}
