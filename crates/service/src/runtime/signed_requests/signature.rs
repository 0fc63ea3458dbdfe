//! The signature of a request: HMAC-SHA-256 over its id, time and body, in the three headers that webhook
//! libraries read.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use causeway_domain::Time;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::runtime::keys::Secret;

/// The header of the request's id.
pub const ID_HEADER: &str = "webhook-id";

/// The header of its time, in seconds since 1970.
pub const TIME_HEADER: &str = "webhook-timestamp";

/// The header of its signatures: `v1,BASE64`, one for each secret, separated by spaces.
pub const SIGNATURE_HEADER: &str = "webhook-signature";

/// Optional prefix of a secret.
const PREFIX: &str = "whsec_";

/// Minimum length of a secret, in bytes.
const MIN_SECRET: usize = 24;

/// The secrets that sign the requests to one service.
#[derive(Debug, Clone)]
pub struct SigningSecrets(Vec<Secret<Vec<u8>>>);

impl SigningSecrets {
    /// Parses the current secret, and the previous secret while the receiver may still know only that.
    ///
    /// # Errors
    /// The defect of one of them, and the command that generates a secret.
    pub fn parse(current: &str, previous: Option<&str>) -> Result<Self, String> {
        let texts = [Some(current), previous].into_iter().flatten();
        Ok(Self(texts.map(read).collect::<Result<_, _>>()?))
    }

    /// Returns the signatures of a body that is sent under this id at this time.
    #[must_use]
    pub fn sign(&self, id: &str, at: Time, body: &[u8]) -> String {
        let head = format!("{id}.{}.", seconds(at));
        let signatures = self.0.iter().map(|secret| format!("v1,{}", sign(secret, &head, body)));
        signatures.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the value of [`TIME_HEADER`].
pub(super) const fn seconds(at: Time) -> i64 {
    at.millis().div_euclid(1_000)
}

fn read(text: &str) -> Result<Secret<Vec<u8>>, String> {
    let encoded = text.strip_prefix(PREFIX).unwrap_or(text);
    match BASE64_STANDARD.decode(encoded) {
        Ok(bytes) if bytes.len() >= MIN_SECRET => Ok(Secret::new(bytes)),
        _ => {
            Err(format!("must be {MIN_SECRET} bytes or more in Base64; to make one: openssl rand -base64 32"))
        }
    }
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn sign(secret: &Secret<Vec<u8>>, head: &str, body: &[u8]) -> String {
    let mut hmac: Hmac<Sha256> = Hmac::new_from_slice(secret.expose()).expect("any length fits");
    hmac.update(head.as_bytes());
    hmac.update(body);
    BASE64_STANDARD.encode(hmac.finalize().into_bytes())
}
