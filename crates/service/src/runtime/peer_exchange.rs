//! Requests to UMA providers and to servers of Lightning addresses outside of this deployment (uma 2, money 4.7).

use std::sync::Arc;

use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method};
use bytes::Bytes;
use causeway_store::Tx;
use causeway_store::platforms::Environment;
use causeway_uma::MAX_BODY;
use causeway_uma::addresses::Host;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Reach, Scheme, Target};
use crate::runtime::settings::{Settings, UMA_LOCAL_HOSTS_ALLOWED};
use crate::runtime::timers;

/// The party on whose behalf a server is asked, and the provider that named the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PeerRule {
    pub(crate) environment: Environment,
    /// The provider is at a local host. Only such a provider may name another local host.
    pub(crate) is_provider_local: bool,
}

/// Sends a request that may arrive twice. It is repeated once if the connection fails.
///
/// # Errors
/// [`Failure::Unconnected`] also for a URL that must not be called.
pub(crate) async fn get(app: &Arc<App>, rule: PeerRule, target: Target) -> Result<OutboundResponse, Failure> {
    let reach = reach(app, rule, &target).await?;
    let request = request(Method::GET, target, Bytes::new(), reach);
    let sending = async {
        match app.outbound.exchange(request.clone()).await {
            Err(Failure::Unconnected | Failure::ConnectionFailed) => {
                timers::pause(timers::RECONNECT_BACKOFF).await;
                app.outbound.exchange(request).await
            }
            outcome => outcome,
        }
    };
    timers::within(timers::UMA_EXCHANGE, sending).await.map_err(|timers::Timeout| Failure::Timeout)?
}

/// Sends a request that must not arrive twice.
///
/// # Errors
/// [`Failure::Unconnected`] also for a URL that must not be called.
pub(crate) async fn post(
    app: &Arc<App>,
    rule: PeerRule,
    target: Target,
    body: Bytes,
) -> Result<OutboundResponse, Failure> {
    let reach = reach(app, rule, &target).await?;
    app.outbound.exchange(request(Method::POST, target, body, reach)).await
}

/// Reads a URL.
///
/// # Errors
/// [`Failure::Unconnected`].
pub(crate) fn target(url: &str) -> Result<Target, Failure> {
    url.parse().map_err(|_| Failure::Unconnected)
}

/// Builds a request. `reach` limits the addresses that may be connected to.
fn request(method: Method, target: Target, body: Bytes, reach: Reach) -> OutboundRequest {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    if method == Method::POST {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    let is_only_attempt = method == Method::POST;
    // One byte more than messages may have, so that a longer one is not mistaken for a complete one.
    let body_max = MAX_BODY + 1;
    let limit = timers::UMA_EXCHANGE;
    OutboundRequest { method, target, headers, body, reach, limit, is_only_attempt, body_max }
}

/// Returns `true` for a server at a local host, which is called without TLS too (uma 2).
pub(crate) fn is_local(target: &Target) -> bool {
    Host::parse(&target.host().to_string()).is_ok_and(|host| host.is_local())
}

/// Returns the addresses that may be connected to.
async fn reach(app: &Arc<App>, rule: PeerRule, target: &Target) -> Result<Reach, Failure> {
    match (is_local(target), target.scheme()) {
        (false, Scheme::Https) => Ok(Reach::Public),
        (false, Scheme::Http) => Err(Failure::Unconnected),
        (true, _) if !rule.is_provider_local => Err(Failure::Unconnected),
        (true, _) if !are_local_hosts_allowed(app, rule.environment).await => Err(Failure::Unconnected),
        // Messages without TLS must not cross the internet.
        (true, Scheme::Http) => Ok(Reach::Inside),
        (true, Scheme::Https) => Ok(Reach::Private),
    }
}

/// Returns `true` if local hosts are called for platforms of an environment: for those of production in development
/// mode only.
async fn are_local_hosts_allowed(app: &Arc<App>, environment: Environment) -> bool {
    if environment == Environment::Production && !app.deployment.development_mode {
        return false;
    }
    let reader = Arc::clone(app);
    let read = move |tx: &mut Tx<'_>| {
        let settings = Settings::of_deployment(tx, &reader.deployment)?;
        Ok::<bool, ApiError>(settings.get(&UMA_LOCAL_HOSTS_ALLOWED)?)
    };
    app.store.read(read).await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, ScriptedOutcome};

    async fn answer(fixture: &Fixture, rule: PeerRule, url: &str) -> Result<u16, Failure> {
        fixture.transport.play_in_order([ScriptedOutcome::Status(200)]);
        post(&fixture.app, rule, target(url).unwrap(), Bytes::new()).await.map(|response| response.status)
    }

    #[tokio::test]
    async fn only_a_local_provider_of_the_sandbox_leads_to_local_hosts() {
        let sandbox = PeerRule { environment: Environment::Sandbox, is_provider_local: true };
        let remote = PeerRule { is_provider_local: false, ..sandbox };
        let production = PeerRule { environment: Environment::Production, ..sandbox };
        let local = ["http://localhost:9/x", "http://127.0.0.1:9/x", "https://db.internal/x"];
        for url in local {
            assert_eq!(answer(&Fixture::new().await, sandbox, url).await, Ok(200), "{url}");
            for rule in [remote, production] {
                let fixture = Fixture::new().await;
                assert_eq!(answer(&fixture, rule, url).await, Err(Failure::Unconnected), "{url} {rule:?}");
                assert_eq!(fixture.transport.exchanges().len(), 0, "{url} {rule:?}");
            }
        }
        for rule in [sandbox, remote, production] {
            let answered = answer(&Fixture::new().await, rule, "https://pay.example/x").await;
            assert_eq!(answered, Ok(200), "{rule:?}");
        }
    }
}
