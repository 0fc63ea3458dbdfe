//! The private keys of a platform, for messages between providers (uma 3).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::platforms::{Environment, PlatformRecord};
use causeway_store::{Error, Tx, secret_keys};
use causeway_uma::addresses::Host;
use causeway_uma::certificates::{
    CertificateError, CertificateTerms, PublicKeyResponse, self_signed_certificate,
};
use causeway_uma::keys::PrivateKey;

use super::keys::{CACHEABLE, ENCRYPTION, SIGNING};
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::stored;
use crate::runtime::uma_key_cache::{FetchCause, Verifier};

/// The keys of a platform's domain.
#[derive(Debug)]
pub(crate) struct KeyRing {
    platform: PlatformId,
    host: Host,
    signing: OwnKey,
    encryption: OwnKey,
}

/// A key pair in use.
#[derive(Debug)]
struct OwnKey {
    key: PrivateKey,
    /// The bytes of the key's id, which become the serial number of its certificate.
    serial: [u8; 16],
    created_at: Time,
    /// Wall time of its replacement; `None` if that is not known yet.
    replaced_at: Option<Time>,
}

/// Validity of a certificate before the creation of its key, in seconds: clocks of peers differ.
const VALID_BEFORE_SECONDS: u64 = 24 * 60 * 60;
/// Validity of a certificate after the creation of its key, in seconds: ten years.
const VALID_AFTER_SECONDS: u64 = 10 * 365 * 24 * 60 * 60;

impl KeyRing {
    /// Decrypts the keys of a platform.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` if a key in use is missing or cannot be decrypted.
    pub(crate) fn load(tx: &mut Tx<'_>, app: &App, platform: &PlatformRecord) -> Result<Self, ApiError> {
        let domain = customers::uma_domain(platform, &app.deployment.uma_service_host);
        let host = Host::parse(&domain).map_err(ApiError::internal)?;
        let signing = in_use(tx, app, platform, SIGNING)?;
        let encryption = in_use(tx, app, platform, ENCRYPTION)?;
        Ok(Self { platform: platform.id, host, signing, encryption })
    }

    /// Returns the domain whose messages the keys sign.
    pub(crate) const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the side that verifies answers to messages with these keys.
    pub(crate) const fn verifier(&self, environment: Environment) -> Verifier {
        Verifier { environment, platform: self.platform, cause: FetchCause::OwnRequest }
    }

    /// Returns the key that signs messages.
    pub(crate) const fn signing(&self) -> &PrivateKey {
        &self.signing.key
    }

    /// Returns the published keys, which peers may cache until they are replaced, but not for longer than an hour.
    /// `now` is wall time.
    ///
    /// # Errors
    /// [`CertificateError`] for times outside the years of certificates.
    pub(crate) fn published(&self, now: Time) -> Result<PublicKeyResponse, CertificateError> {
        let signing = self.signing.certificate(&self.host)?;
        let encryption = self.encryption.certificate(&self.host)?;
        let replaced_at = [self.signing.replaced_at, self.encryption.replaced_at].into_iter().flatten();
        let expires_at = replaced_at.fold(now.plus(CACHEABLE), Time::min);
        PublicKeyResponse::new(&[signing], &[encryption], expires_at.millis().div_euclid(1_000))
    }
}

impl OwnKey {
    /// Returns the certificate in DER: always the same one.
    fn certificate(&self, host: &Host) -> Result<Vec<u8>, CertificateError> {
        let seconds = self.created_at.millis().div_euclid(1_000);
        let created_at = u64::try_from(seconds).map_err(|_| CertificateError::Validity)?;
        let terms = CertificateTerms {
            host,
            serial: self.serial,
            not_before: created_at.saturating_sub(VALID_BEFORE_SECONDS),
            not_after: created_at.saturating_add(VALID_AFTER_SECONDS),
        };
        self_signed_certificate(&self.key, terms)
    }
}

/// Returns the key in use for a purpose.
fn in_use(tx: &mut Tx<'_>, app: &App, platform: &PlatformRecord, purpose: &str) -> Result<OwnKey, ApiError> {
    let record = secret_keys::in_use(tx, Some(platform.id), purpose)?.ok_or(Error::Missing)?;
    let secret = stored::open(&app.keys(), &record).map_err(ApiError::internal)?;
    Ok(OwnKey {
        key: PrivateKey::from_bytes(secret.expose()).map_err(ApiError::internal)?,
        serial: record.id.into_bytes(),
        created_at: record.created_at,
        replaced_at: record.retired_at,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use causeway_store::platforms;
    use causeway_uma::keys::PublicKey;

    use super::*;
    use crate::fixture::Fixture;
    use crate::uma::keys::{self, PublicKeys};

    /// Returns the published signing key, which also signs, and the time in seconds for which it may be cached.
    async fn published(fixture: &Fixture) -> (PublicKey, i64) {
        let app = Arc::clone(&fixture.app);
        let platform = fixture.platform;
        let now = fixture.clock.now();
        let load = move |tx: &mut Tx<'_>| {
            let record = platforms::get(tx, platform)?;
            KeyRing::load(tx, &app, &record)
        };
        let ring = fixture.write(load).await;
        let response = ring.published(now).unwrap();
        let seconds = now.millis() / 1_000;
        let key = response.signing_key(seconds).unwrap();
        assert_eq!(key, ring.signing().public_key());
        (key, response.cacheable_until(seconds) - seconds)
    }

    /// Replaces the keys after a time.
    async fn rotate(fixture: &Fixture, after: Duration) -> PublicKeys {
        let app = Arc::clone(&fixture.app);
        let platform = fixture.platform;
        let used_from = fixture.clock.now().plus(after);
        fixture.write(move |tx| keys::rotate(tx, &app, platform, used_from)).await
    }

    fn signing(keys: &PublicKeys) -> PublicKey {
        PublicKey::from_hex(&keys.signing).unwrap()
    }

    #[tokio::test]
    async fn replaced_keys_are_used_while_peers_may_remember_them() {
        let fixture = Fixture::new().await;
        let (first, cacheable) = published(&fixture).await;
        assert_eq!(cacheable, 3_600);
        let second = signing(&rotate(&fixture, CACHEABLE).await);
        assert_eq!(published(&fixture).await, (first, 3_600));
        fixture.clock.advance(Duration::from_mins(20));
        let third = signing(&rotate(&fixture, CACHEABLE).await);
        assert_eq!(published(&fixture).await, (first, 2_400));
        fixture.clock.advance(Duration::from_secs(2_399));
        assert_eq!(published(&fixture).await, (first, 1));
        fixture.clock.advance(Duration::from_secs(1));
        assert_eq!(published(&fixture).await, (second, 1_200));
        fixture.clock.advance(Duration::from_mins(20));
        assert_eq!(published(&fixture).await, (third, 3_600));
    }

    #[tokio::test]
    async fn keys_are_replaced_at_once_on_demand() {
        let fixture = Fixture::new().await;
        rotate(&fixture, CACHEABLE).await;
        let last = signing(&rotate(&fixture, Duration::ZERO).await);
        assert_eq!(published(&fixture).await, (last, 3_600));
        fixture.clock.advance(CACHEABLE);
        assert_eq!(published(&fixture).await, (last, 3_600));
    }
}
