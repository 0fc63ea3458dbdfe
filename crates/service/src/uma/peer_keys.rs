//! Keys of other providers: fetched when a message of theirs is to be verified, and cached in memory (uma 3).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::platforms::Environment;
use causeway_uma::addresses::Host;
use causeway_uma::certificates::PublicKeyResponse;
use causeway_uma::keys::PublicKey;
use causeway_uma::signing::{BackingSignature, SignatureError};
use tokio::sync::MutexGuard;

use super::exchange::{self, KeyFetchError};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::timers;
use crate::runtime::uma_key_cache::{CachedKeys, KeySlot};
pub use crate::runtime::uma_key_cache::{FetchCause, PeerKeyError, PeerKeySet, Verifier};
use crate::uma_providers::check_provider;

/// Maximum time for which keys are cached, whatever the provider says.
const LONGEST: Duration = Duration::from_hours(24);
/// Minimum time between two fetches from one provider. A failure is remembered for as long.
const SHORTEST: Duration = Duration::from_secs(30);

/// The reason why a message's signature does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeerSignatureError {
    Keys(PeerKeyError),
    Signature,
}

/// Returns the keys of the provider at a domain, from the cache if possible.
///
/// # Errors
/// Any [`PeerKeyError`].
pub async fn keys_of(
    app: &Arc<App>,
    environment: Environment,
    domain: &Host,
    cause: FetchCause,
) -> Result<PeerKeySet, PeerKeyError> {
    let slot = app.uma_keys.slot(environment, domain);
    let mut cached = lock(&slot).await?;
    let now = app.clock.now();
    if let Some(known) = cached.filter(|known| now < known.ends_at) {
        return known.keys;
    }
    let fetched = fetch(app, environment, domain, cause, now).await;
    if !is_busy(&fetched) {
        *cached = Some(fetched);
    }
    fetched.keys
}

/// Returns the keys after a signature failed: fetched anew, unless they were fetched in the last 30 s. If the
/// provider does not answer, the old keys stay.
///
/// # Errors
/// Any [`PeerKeyError`].
pub async fn refetch(
    app: &Arc<App>,
    environment: Environment,
    domain: &Host,
    cause: FetchCause,
) -> Result<PeerKeySet, PeerKeyError> {
    let slot = app.uma_keys.slot(environment, domain);
    let mut cached = lock(&slot).await?;
    let now = app.clock.now();
    if let Some(known) = cached.filter(|known| now < known.fetched_at.plus(SHORTEST)) {
        return known.keys;
    }
    let fetched = fetch(app, environment, domain, cause, now).await;
    let kept = cached.filter(|known| fetched.keys.is_err() && known.keys.is_ok() && now < known.ends_at);
    if is_busy(&fetched) {
        return kept.map_or(fetched.keys, |known| known.keys);
    }
    let current = kept.map_or(fetched, |known| CachedKeys { fetched_at: now, ..known });
    *cached = Some(current);
    current.keys
}

/// Waits for the keys of a provider, which one request fetches at a time.
async fn lock(slot: &KeySlot) -> Result<MutexGuard<'_, Option<CachedKeys>>, PeerKeyError> {
    let locked = timers::within(timers::UMA_EXCHANGE, slot.lock()).await;
    locked.map_err(|timers::Timeout| PeerKeyError::Busy)
}

/// Checks a signature with the key of a provider, and once more with a key fetched anew.
///
/// # Errors
/// Any [`PeerSignatureError`].
pub async fn verify(
    app: &Arc<App>,
    verifier: Verifier,
    domain: &Host,
    check: impl Fn(&PublicKey) -> Result<(), SignatureError>,
) -> Result<(), PeerSignatureError> {
    let Verifier { environment, cause, .. } = verifier;
    let known = keys_of(app, environment, domain, cause).await.map_err(PeerSignatureError::Keys)?;
    if check(&known.signing).is_err() {
        let fresh = refetch(app, environment, domain, cause).await.map_err(PeerSignatureError::Keys)?;
        if fresh.signing == known.signing {
            return Err(PeerSignatureError::Signature);
        }
        check(&fresh.signing).map_err(|SignatureError| PeerSignatureError::Signature)?;
    }
    app.uma_keys.confirm(environment, domain);
    Ok(())
}

/// Checks the backing signatures of a message over its payload. Providers that the platform must not deal with are
/// not asked for their keys (uma 12).
///
/// # Errors
/// [`PeerSignatureError::Signature`] if one does not verify, its provider's key is not known, or its provider is not
/// allowed.
pub async fn verify_backing(
    app: &Arc<App>,
    verifier: Verifier,
    payload: &str,
    signatures: &[BackingSignature],
) -> Result<(), PeerSignatureError> {
    for backing in signatures {
        let domain = Host::parse(&backing.domain).map_err(|_| PeerSignatureError::Signature)?;
        if !is_allowed(app, verifier.platform, &domain).await {
            return Err(PeerSignatureError::Signature);
        }
        let verified = verify(app, verifier, &domain, |key| backing.verify(payload, key)).await;
        verified.map_err(|_| PeerSignatureError::Signature)?;
    }
    Ok(())
}

/// Returns `true` if the platform may deal with the provider at a domain (uma 12).
async fn is_allowed(app: &Arc<App>, platform: PlatformId, domain: &Host) -> bool {
    let shared = Arc::clone(app);
    let domain = domain.clone();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        check_provider(tx, &context, domain.as_str())
    };
    let checked: Result<(), ApiError> = app.store.read(read).await;
    checked.is_ok()
}

/// Returns `true` for an outcome that says nothing about the provider, and is not remembered.
fn is_busy(fetched: &CachedKeys) -> bool {
    fetched.keys == Err(PeerKeyError::Busy)
}

async fn fetch(
    app: &Arc<App>,
    environment: Environment,
    domain: &Host,
    cause: FetchCause,
    now: Time,
) -> CachedKeys {
    let outcome = read(app, environment, domain, cause, now).await;
    let ends_at = match &outcome {
        Ok((_, ends_at)) => (*ends_at).clamp(now.plus(SHORTEST), now.plus(LONGEST)),
        Err(error) => {
            tracing::warn!(%domain, %error, "keys of a UMA provider are not usable");
            now.plus(SHORTEST)
        }
    };
    CachedKeys { keys: outcome.map(|(keys, _)| keys), fetched_at: now, ends_at }
}

/// Fetches and reads the keys; also returns their end, as the provider gives it.
async fn read(
    app: &Arc<App>,
    environment: Environment,
    domain: &Host,
    cause: FetchCause,
    now: Time,
) -> Result<(PeerKeySet, Time), PeerKeyError> {
    let fetched = exchange::fetch_keys(app, environment, domain, cause).await;
    let answer = fetched.map_err(|error| match error {
        KeyFetchError::Busy => PeerKeyError::Busy,
        KeyFetchError::Failed => PeerKeyError::Fetch,
    })?;
    let response = answer.response;
    if response.status != 200 {
        return Err(PeerKeyError::Fetch);
    }
    let published = PublicKeyResponse::parse(&response.body).map_err(PeerKeyError::Certificate)?;
    let seconds = now.millis().div_euclid(1_000);
    let signing = published.signing_key(seconds).map_err(PeerKeyError::Certificate)?;
    let keys = PeerKeySet { signing, encryption: published.encryption_key(seconds) };
    let ends_at = Time::from_millis(published.cacheable_until(seconds).saturating_mul(1_000));
    Ok((keys, ends_at))
}

#[cfg(test)]
mod tests {
    use causeway_store::uma_providers;
    use causeway_uma::certificates::{CertificateError, CertificateTerms, self_signed_certificate};
    use causeway_uma::keys::PrivateKey;
    use futures_util::future::join;

    use super::*;
    use crate::fixture::{Fixture, START, ScriptedOutcome};
    use crate::runtime::outbound::Failure;

    fn host() -> Host {
        Host::parse("p1.example").unwrap()
    }

    fn key(seed: u8) -> PrivateKey {
        PrivateKey::from_bytes(&[seed; 32]).unwrap()
    }

    /// Returns the published keys, which may be cached for `cacheable` seconds.
    fn published(seed: u8, cacheable: i64) -> ScriptedOutcome {
        let now = START.millis() / 1_000;
        let seconds = |at: i64| u64::try_from(at).unwrap();
        let terms = CertificateTerms {
            host: &host(),
            serial: [1; 16],
            not_before: seconds(now - 60),
            not_after: seconds(now + 10 * 86_400),
        };
        let chain = [self_signed_certificate(&key(seed), terms).unwrap()];
        ScriptedOutcome::Body(PublicKeyResponse::new(&chain, &chain, now + cacheable).unwrap().to_json())
    }

    async fn signing(fixture: &Fixture) -> Result<PublicKey, PeerKeyError> {
        keys_of(&fixture.app, Environment::Sandbox, &host(), FetchCause::PeerMessage)
            .await
            .map(|keys| keys.signing)
    }

    #[tokio::test]
    async fn keys_are_cached_until_their_end_and_no_longer_than_a_day() {
        let fixture = Fixture::new().await;
        fixture.transport.play_in_order([published(1, 100), published(2, 9 * 86_400), published(3, 60)]);
        assert_eq!(signing(&fixture).await, Ok(key(1).public_key()));
        fixture.clock.advance(Duration::from_secs(99));
        assert_eq!(signing(&fixture).await, Ok(key(1).public_key()));
        fixture.clock.advance(Duration::from_secs(1));
        assert_eq!(signing(&fixture).await, Ok(key(2).public_key()));
        fixture.clock.advance(LONGEST);
        assert_eq!(signing(&fixture).await, Ok(key(3).public_key()));
        let urls: Vec<_> =
            fixture.transport.exchanges().iter().map(|one| one.target.as_str().to_owned()).collect();
        assert_eq!(urls, ["https://p1.example/.well-known/lnurlpubkey"; 3]);
    }

    #[tokio::test]
    async fn a_failure_is_remembered_for_half_a_minute() {
        let fixture = Fixture::new().await;
        let seen = ScriptedOutcome::Status(200);
        let outcomes =
            [ScriptedOutcome::Status(500), seen, ScriptedOutcome::Failure(Failure::Dns), published(1, 60)];
        fixture.transport.play_in_order(outcomes);
        let format = PeerKeyError::Certificate(CertificateError::Format);
        for expected in [PeerKeyError::Fetch, format, PeerKeyError::Fetch] {
            assert_eq!(signing(&fixture).await, Err(expected));
            fixture.clock.advance(SHORTEST - Duration::from_secs(1));
            assert_eq!(signing(&fixture).await, Err(expected));
            fixture.clock.advance(Duration::from_secs(1));
        }
        assert!(signing(&fixture).await.is_ok());
        assert_eq!(fixture.transport.exchanges().len(), 4);
    }

    #[tokio::test]
    async fn a_wrong_signature_fetches_the_keys_again_once_in_half_a_minute() {
        let fixture = Fixture::new().await;
        fixture.transport.play_in_order([
            published(1, 3_600),
            published(2, 3_600),
            ScriptedOutcome::Status(500),
        ]);
        let verify = |seed: u8| {
            let check = move |signer: &PublicKey| {
                if *signer == key(seed).public_key() { Ok(()) } else { Err(SignatureError) }
            };
            let app = Arc::clone(&fixture.app);
            let verifier = Verifier {
                environment: Environment::Sandbox,
                platform: fixture.platform,
                cause: FetchCause::PeerMessage,
            };
            async move { verify(&app, verifier, &host(), check).await }
        };
        assert_eq!(verify(1).await, Ok(()));
        assert_eq!(verify(2).await, Err(PeerSignatureError::Signature), "they are fresh");
        fixture.clock.advance(SHORTEST);
        assert_eq!(verify(2).await, Ok(()), "the provider has new keys");
        fixture.clock.advance(SHORTEST);
        assert_eq!(verify(3).await, Err(PeerSignatureError::Signature));
        assert_eq!(verify(2).await, Ok(()), "the keys stay if the provider does not answer");
        assert_eq!(fixture.transport.exchanges().len(), 3);
    }

    #[tokio::test]
    async fn one_request_fetches_and_the_others_wait() {
        let fixture = Fixture::new().await;
        fixture.transport.play_in_order([published(1, 3_600)]);
        let (one, other) = join(signing(&fixture), signing(&fixture)).await;
        assert_eq!((one, other), (Ok(key(1).public_key()), Ok(key(1).public_key())));
        assert_eq!(fixture.transport.exchanges().len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_lack_of_permits_is_not_remembered_as_the_failure_of_the_provider() {
        let fixture = Fixture::new().await;
        let mut taken = Vec::new();
        while let Some(permit) = fixture.app.uma_keys.permit(FetchCause::PeerMessage).await {
            taken.push(permit);
        }
        assert_eq!(signing(&fixture).await, Err(PeerKeyError::Busy));
        drop(taken);
        fixture.transport.play_in_order([published(1, 3_600)]);
        assert_eq!(signing(&fixture).await, Ok(key(1).public_key()));
    }

    #[tokio::test]
    async fn a_backing_provider_that_is_not_allowed_is_not_asked() {
        let fixture = Fixture::new().await;
        let platform = fixture.platform;
        fixture.write(move |tx| Ok(uma_providers::decide(tx, platform, "p1.example", false)?)).await;
        let verifier =
            Verifier { environment: Environment::Sandbox, platform, cause: FetchCause::PeerMessage };
        let backing = [BackingSignature { domain: "p1.example".to_owned(), signature: "00".to_owned() }];
        let verified = verify_backing(&fixture.app, verifier, "payload", &backing).await;
        assert_eq!(verified, Err(PeerSignatureError::Signature));
        assert_eq!(fixture.transport.exchanges().len(), 0);
    }
}
