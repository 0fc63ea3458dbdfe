//! MACs with keys that tests can change.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};

use causeway_store::{MAC_BYTES, Mac, MacPurpose, Macs};
use hmac::{Hmac, KeyInit, Mac as _};
use sha2::Sha256;

/// MACs with keys derived from a secret byte, which an attacker does not know.
pub(crate) struct TestMacs {
    pub(crate) secret: AtomicU8,
    pub(crate) newest: AtomicU32,
    /// Planted fault: every MAC is accepted.
    pub(crate) believes_all: AtomicBool,
}

impl Default for TestMacs {
    fn default() -> Self {
        Self { secret: AtomicU8::new(7), newest: AtomicU32::new(1), believes_all: AtomicBool::new(false) }
    }
}

impl TestMacs {
    fn hmac(&self, number: u32, purpose: MacPurpose, message: &[u8]) -> Hmac<Sha256> {
        let secret = self.secret.load(Ordering::Acquire);
        let key = format!("{secret} {number} {purpose:?}");
        Hmac::<Sha256>::new_from_slice(key.as_bytes()).unwrap().chain_update(message)
    }
}

impl Macs for TestMacs {
    fn make(&self, purpose: MacPurpose, message: &[u8]) -> Mac {
        let number = self.newest.load(Ordering::Acquire);
        let mut mac = [0; MAC_BYTES];
        mac[..4].copy_from_slice(&number.to_be_bytes());
        mac[4..].copy_from_slice(&self.hmac(number, purpose, message).finalize().into_bytes());
        mac
    }

    fn fits(&self, purpose: MacPurpose, message: &[u8], mac: &[u8]) -> bool {
        if self.believes_all.load(Ordering::Acquire) {
            return true;
        }
        let Some((number, tag)) = mac.split_first_chunk() else { return false };
        self.hmac(u32::from_be_bytes(*number), purpose, message).verify_slice(tag).is_ok()
    }
}
