//! Authentication of rows that money depends on, with keys derived from the root key.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use causeway_store::{Mac, MacPurpose, Macs};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::{Keyring, Purpose};

/// The root keys in use, shared by all parts of the process, so that a rotation reaches all of them at once.
#[derive(Clone)]
pub struct Keys(Arc<RwLock<Arc<Keyring>>>);

impl Keys {
    #[must_use]
    pub fn new(keyring: Keyring) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(keyring))))
    }

    /// Returns the keys in use now.
    #[must_use]
    pub fn current(&self) -> Arc<Keyring> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Switches to other keys.
    pub fn replace(&self, keyring: Keyring) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keyring);
    }
}

impl Macs for Keys {
    fn make(&self, purpose: MacPurpose, message: &[u8]) -> Mac {
        let keyring = self.current();
        let mut mac = [0; causeway_store::MAC_BYTES];
        let (number, tag) = mac.split_at_mut(size_of::<u32>());
        number.copy_from_slice(&keyring.newest().to_be_bytes());
        let computed = hmac(&keyring, keyring.newest(), purpose, message).map(Hmac::finalize);
        tag.copy_from_slice(&computed.map(|tag| tag.into_bytes()).unwrap_or_default());
        mac
    }

    fn fits(&self, purpose: MacPurpose, message: &[u8], mac: &[u8]) -> bool {
        let Some((number, tag)) = mac.split_first_chunk() else { return false };
        let computed = hmac(&self.current(), u32::from_be_bytes(*number), purpose, message);
        computed.is_some_and(|computed| computed.verify_slice(tag).is_ok())
    }
}

/// Returns the HMAC of a message; `None` if the root key is unknown.
fn hmac(keyring: &Keyring, number: u32, purpose: MacPurpose, message: &[u8]) -> Option<Hmac<Sha256>> {
    let purpose = match purpose {
        MacPurpose::Journals => Purpose::LedgerJournals,
        MacPurpose::Balances => Purpose::LedgerBalances,
        MacPurpose::Blocks => Purpose::LedgerBlocks,
        MacPurpose::Terms => Purpose::Terms,
    };
    let mut hmac = keyring.hmac(number, purpose)?;
    hmac.update(message);
    Some(hmac)
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.current().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Ids;
    use causeway_store::key_number;

    use super::*;

    #[test]
    fn a_code_is_that_of_its_message_purpose_and_key() {
        let ids = Ids::seeded(4);
        let keys = Keys::new(Keyring::generate(&ids));
        let mac = keys.make(MacPurpose::Journals, b"paid");
        assert_eq!(key_number(&mac), Some(1));
        assert!(keys.fits(MacPurpose::Journals, b"paid", &mac));
        assert!(!keys.fits(MacPurpose::Journals, b"Paid", &mac));
        assert!(!keys.fits(MacPurpose::Balances, b"paid", &mac));
        for forged in [&[][..], &mac[..35], &[0; 36], &[&[0, 0, 0, 9], &mac[4..]].concat()] {
            assert!(!keys.fits(MacPurpose::Journals, b"paid", forged));
        }
        let mut rotated = keys.current().as_ref().clone();
        rotated.rotate(&ids);
        keys.replace(rotated);
        assert!(keys.fits(MacPurpose::Journals, b"paid", &mac), "older keys still count");
        assert_eq!(key_number(&keys.make(MacPurpose::Journals, b"paid")), Some(2));
    }
}
