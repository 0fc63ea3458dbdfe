//! The keys of simulated providers: derived from the host, so that they are the same in every process (uma 3). They
//! protect nothing.

use causeway_service::ports::PeerReply;
use causeway_uma::addresses::Host;
use causeway_uma::certificates::{CertificateTerms, PublicKeyResponse, self_signed_certificate};
use causeway_uma::keys::PrivateKey;
use sha2::{Digest, Sha256};

use super::host::SimulatedHost;
use super::reply::reply;
use crate::magic::UmaFault;

/// The purpose of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyPurpose {
    Signing,
    Encryption,
    /// A key that is not published.
    Foreign,
}

const DAY_SECONDS: i64 = 24 * 60 * 60;
/// Time from now until which the keys may be cached, in seconds.
const CACHEABLE_SECONDS: i64 = 60 * 60;

impl KeyPurpose {
    const fn number(self) -> u8 {
        match self {
            Self::Signing => 1,
            Self::Encryption => 2,
            Self::Foreign => 3,
        }
    }
}

/// Derives a key of a provider.
pub(super) fn key(host: &Host, purpose: KeyPurpose) -> Option<PrivateKey> {
    // Nearly all digests are keys.
    (0..=u8::MAX).find_map(|turn| {
        let text = format!("simulated UMA provider|{host}|{}|{turn}", purpose.number());
        PrivateKey::from_bytes(&Sha256::digest(text)).ok()
    })
}

/// Answers with the keys. `now` is in seconds.
pub(super) fn answer(peer: &SimulatedHost, now: i64) -> Option<PeerReply> {
    if peer.fault == Some(UmaFault::NoKeys) {
        return Some(reply(404, String::new()));
    }
    let days_left = if peer.fault == Some(UmaFault::Expired) { -1 } else { 365 };
    let ends_at = now.saturating_add(DAY_SECONDS * days_left);
    let signing = certificate(&peer.host, KeyPurpose::Signing, now, ends_at)?;
    let encryption = certificate(&peer.host, KeyPurpose::Encryption, now, ends_at)?;
    let cacheable = now.saturating_add(CACHEABLE_SECONDS);
    let published = PublicKeyResponse::new(&[signing], &[encryption], cacheable).ok()?;
    Some(reply(200, published.to_json()))
}

/// Returns a certificate in DER that began two days ago. Times are in seconds.
fn certificate(host: &Host, purpose: KeyPurpose, now: i64, ends_at: i64) -> Option<Vec<u8>> {
    let terms = CertificateTerms {
        host,
        serial: [purpose.number(); 16],
        not_before: u64::try_from(now.saturating_sub(2 * DAY_SECONDS)).ok()?,
        not_after: u64::try_from(ends_at).ok()?,
    };
    self_signed_certificate(&key(host, purpose)?, terms).ok()
}
