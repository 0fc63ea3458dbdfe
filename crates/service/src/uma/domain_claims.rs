//! Domains that platforms of this deployment claim (uma 1). Any tenant can claim any free domain, so a domain in
//! production counts as one of this deployment only after a proof: it publishes the platform's key, or an operator has
//! allowed the platform its own domain.

use std::sync::Arc;

use causeway_store::platforms::{self, Environment};
use causeway_store::{Tx, uma_providers};
use causeway_uma::addresses::Host;
use causeway_uma::certificates::PublicKeyResponse;
use causeway_uma::keys::PublicKey;

use super::key_ring::KeyRing;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::peer_exchange::{self, PeerRule};

/// The relation of this deployment to a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DomainClaim {
    /// No platform of the environment has it.
    None,
    /// The endpoints of this deployment answer at the host.
    Confirmed,
    /// A platform claims it, and must publish this key there.
    Unconfirmed(PublicKey),
}

/// Returns the claim to a host: that of a platform of the environment, or of the service itself.
///
/// # Errors
/// `INTERNAL_ERROR` if the keys of the platform cannot be decrypted.
pub(super) fn find(
    tx: &mut Tx<'_>,
    app: &App,
    environment: Environment,
    host: &str,
) -> Result<DomainClaim, ApiError> {
    let service_host = app.deployment.uma_service_host.as_str();
    if host == service_host {
        return Ok(DomainClaim::Confirmed);
    }
    let label = host.strip_suffix(service_host).and_then(|rest| rest.strip_suffix('.'));
    // A disabled platform answers too: that it has no customers.
    let platform = match platforms::find_at_uma_domain(tx, environment, host, label)? {
        Some(platform) => Some(platform),
        None => {
            platforms::find_at_host(tx, host, label)?.filter(|platform| platform.environment == environment)
        }
    };
    let Some(platform) = platform else { return Ok(DomainClaim::None) };
    let needs_proof = environment == Environment::Production && label.is_none();
    if !needs_proof || uma_providers::find_decision(tx, platform.id, host)? == Some(true) {
        return Ok(DomainClaim::Confirmed);
    }
    let keys = KeyRing::load(tx, app, &platform)?;
    Ok(DomainClaim::Unconfirmed(keys.signing().public_key()))
}

/// Returns `true` if a domain publishes this key. The outcome is remembered for a while.
pub(super) async fn is_proven(
    app: &Arc<App>,
    environment: Environment,
    domain: &str,
    key: PublicKey,
) -> bool {
    let now = app.clock.now();
    if let Some(is_proven) = app.uma_domain_proofs.find(domain, key, now) {
        return is_proven;
    }
    let is_proven = publishes(app, environment, domain, key).await;
    if !is_proven {
        tracing::warn!(%domain, "the domain of a platform does not publish its key; see uma 1");
    }
    app.uma_domain_proofs.remember(domain, key, is_proven, now);
    is_proven
}

/// Returns the URL of a provider's keys.
pub(super) fn key_url(domain: &Host) -> String {
    format!("{}://{domain}/.well-known/lnurlpubkey", domain.scheme())
}

async fn publishes(app: &Arc<App>, environment: Environment, domain: &str, key: PublicKey) -> bool {
    let Ok(domain) = Host::parse(domain) else { return false };
    let Ok(target) = peer_exchange::target(&key_url(&domain)) else { return false };
    let rule = PeerRule { environment, is_provider_local: domain.is_local() };
    let Ok(answer) = peer_exchange::get(app, rule, target).await else { return false };
    let seconds = app.clock.now().millis().div_euclid(1_000);
    let published =
        PublicKeyResponse::parse(&answer.body).and_then(|published| published.signing_key(seconds));
    answer.status == 200 && published == Ok(key)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use causeway_domain::ids::PlatformId;
    use causeway_uma::certificates::{CertificateTerms, self_signed_certificate};
    use causeway_uma::keys::PrivateKey;

    use super::*;
    use crate::fixture::{Fixture, START, ScriptedOutcome};

    const DOMAIN: &str = "pay.example";

    async fn claims(fixture: &Fixture, platform: PlatformId) {
        fixture
            .write(move |tx| {
                let mut record = platforms::lock(tx, platform)?;
                record.uma_domain = Some(DOMAIN.to_owned());
                Ok(platforms::update(tx, &record)?)
            })
            .await;
    }

    async fn claim(fixture: &Fixture, environment: Environment, host: &'static str) -> DomainClaim {
        let app = Arc::clone(&fixture.app);
        fixture.write(move |tx| find(tx, &app, environment, host)).await
    }

    /// Returns the published keys of a provider that is not of this deployment.
    fn published(key: &PrivateKey) -> ScriptedOutcome {
        let host = Host::parse(DOMAIN).unwrap();
        let now = START.millis() / 1_000;
        let seconds = |at: i64| u64::try_from(at).unwrap();
        let terms = CertificateTerms {
            host: &host,
            serial: [1; 16],
            not_before: seconds(now - 60),
            not_after: seconds(now + 10 * 86_400),
        };
        let chain = [self_signed_certificate(key, terms).unwrap()];
        ScriptedOutcome::Body(PublicKeyResponse::new(&chain, &chain, now + 60).unwrap().to_json())
    }

    #[tokio::test]
    async fn a_claim_in_production_needs_a_proof_or_an_operator() {
        let fixture = Fixture::new().await;
        let production = fixture.add_platform(Environment::Production).await;
        claims(&fixture, production).await;
        let claimed = claim(&fixture, Environment::Production, DOMAIN).await;
        assert!(matches!(claimed, DomainClaim::Unconfirmed(_)), "{claimed:?}");
        assert_eq!(claim(&fixture, Environment::Sandbox, DOMAIN).await, DomainClaim::None);
        assert_eq!(claim(&fixture, Environment::Production, "uma.localhost").await, DomainClaim::Confirmed);
        fixture.write(move |tx| Ok(uma_providers::decide(tx, production, DOMAIN, true)?)).await;
        assert_eq!(claim(&fixture, Environment::Production, DOMAIN).await, DomainClaim::Confirmed);
    }

    #[tokio::test]
    async fn a_claim_in_the_sandbox_needs_no_proof() {
        let fixture = Fixture::new().await;
        claims(&fixture, fixture.platform).await;
        assert_eq!(claim(&fixture, Environment::Sandbox, DOMAIN).await, DomainClaim::Confirmed);
    }

    #[tokio::test]
    async fn a_domain_is_proven_by_the_key_that_it_publishes() {
        let fixture = Fixture::new().await;
        let [own, other] = [1, 2].map(|seed| PrivateKey::from_bytes(&[seed; 32]).unwrap());
        fixture.transport.play_in_order([published(&other), published(&own)]);
        let proven =
            async || is_proven(&fixture.app, Environment::Production, DOMAIN, own.public_key()).await;
        assert!(!proven().await, "another provider is at the domain");
        assert!(!proven().await, "it is not asked each time");
        fixture.clock.advance(Duration::from_mins(1));
        assert!(proven().await);
        fixture.clock.advance(Duration::from_mins(59));
        assert!(proven().await);
        assert_eq!(fixture.transport.exchanges().len(), 2);
    }
}
