//! Messages to UMA providers: the only way out (uma 2). Platforms of this deployment are asked in process, at the
//! endpoints that also answer strangers (uma 7), and so are the providers that the sandbox simulates (money 13.1).

use std::sync::Arc;

use axum::http::Method;
use bytes::Bytes;
use causeway_domain::payments::LayerName;
use causeway_store::Tx;
use causeway_store::platforms::Environment;
use causeway_uma::addresses::Host;
use futures_util::future::BoxFuture;

use super::domain_claims::{self, DomainClaim, key_url};
use super::endpoints::{self, Origin, WireRequest};
use crate::ports::{PeerMessage, PeerReply, PeerUnreachable};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::outbound::{Failure, OutboundResponse, Target};
use crate::runtime::peer_exchange::{self, PeerRule};
use crate::runtime::settings::{SANDBOX_UMA_DOMAIN, Settings};
use crate::runtime::timers;
use crate::runtime::uma_key_cache::FetchCause;

/// A provider's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PeerAnswer {
    pub(crate) response: OutboundResponse,
    /// The layer over which this process settles with itself; `None` if the answer is from elsewhere.
    pub(crate) own_layer: Option<LayerName>,
}

/// The location of a provider.
enum ProviderLocation {
    /// This deployment.
    Here,
    /// The sandbox, which simulates providers at these domains.
    Simulated {
        domains: Vec<String>,
    },
    Outside,
}

/// The reason why the keys of a provider were not fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyFetchError {
    /// Too many fetches are under way in this process.
    Busy,
    Failed,
}

/// Sends a request to the provider at the host of a URL. It may arrive twice: it is repeated once if the connection
/// fails.
///
/// # Errors
/// [`Failure::Unconnected`] also for a URL that must not be called.
pub(crate) async fn get(app: &Arc<App>, environment: Environment, url: &str) -> Result<PeerAnswer, Failure> {
    let target = peer_exchange::target(url)?;
    let location = locate(app, environment, &target).await?;
    get_from(app, environment, location, target).await
}

/// Fetches the keys of a provider. Only providers outside of this deployment need a permit.
///
/// # Errors
/// Any [`KeyFetchError`].
pub(crate) async fn fetch_keys(
    app: &Arc<App>,
    environment: Environment,
    domain: &Host,
    cause: FetchCause,
) -> Result<PeerAnswer, KeyFetchError> {
    let failed = |_: Failure| KeyFetchError::Failed;
    let target = peer_exchange::target(&key_url(domain)).map_err(failed)?;
    let location = locate(app, environment, &target).await.map_err(failed)?;
    let _permit = match location {
        ProviderLocation::Outside => Some(app.uma_keys.permit(cause).await.ok_or(KeyFetchError::Busy)?),
        ProviderLocation::Here | ProviderLocation::Simulated { .. } => None,
    };
    get_from(app, environment, location, target).await.map_err(failed)
}

/// Sends a request that must not arrive twice. `provider` is the host of the provider that gave the URL.
///
/// # Errors
/// [`Failure::Unconnected`] also for a URL that must not be called.
pub(crate) async fn post(
    app: &Arc<App>,
    environment: Environment,
    provider: &Host,
    url: &str,
    body: String,
) -> Result<PeerAnswer, Failure> {
    let target = peer_exchange::target(url)?;
    match locate(app, environment, &target).await? {
        ProviderLocation::Here => ask_here(app, environment, Method::POST, &target, body.into()).await,
        ProviderLocation::Simulated { domains } => {
            ask_simulated(app, environment, &domains, Method::POST, target, body.into()).await
        }
        ProviderLocation::Outside => {
            let rule = PeerRule { environment, is_provider_local: provider.is_local() };
            peer_exchange::post(app, rule, target, body.into()).await.map(PeerAnswer::of_outside)
        }
    }
}

async fn get_from(
    app: &Arc<App>,
    environment: Environment,
    location: ProviderLocation,
    target: Target,
) -> Result<PeerAnswer, Failure> {
    match location {
        ProviderLocation::Here => ask_here(app, environment, Method::GET, &target, Bytes::new()).await,
        ProviderLocation::Simulated { domains } => {
            ask_simulated(app, environment, &domains, Method::GET, target, Bytes::new()).await
        }
        ProviderLocation::Outside => {
            let rule = PeerRule { environment, is_provider_local: peer_exchange::is_local(&target) };
            peer_exchange::get(app, rule, target).await.map(PeerAnswer::of_outside)
        }
    }
}

impl PeerAnswer {
    const fn of_outside(response: OutboundResponse) -> Self {
        Self { response, own_layer: None }
    }
}

/// Finds the provider at the host of a URL. Callbacks of this deployment name the service's own host.
async fn locate(
    app: &Arc<App>,
    environment: Environment,
    target: &Target,
) -> Result<ProviderLocation, Failure> {
    let host = target.authority();
    let shared = Arc::clone(app);
    let asked_host = host.clone();
    let read = move |tx: &mut Tx<'_>| {
        let claim = domain_claims::find(tx, &shared, environment, &asked_host)?;
        if claim != DomainClaim::None {
            return Ok((claim, ProviderLocation::Here));
        }
        let settings = Settings::of_deployment(tx, &shared.deployment)?;
        let domains = settings.get(&SANDBOX_UMA_DOMAIN)?;
        let is_simulated = shared.ports.of(environment).uma_peers.simulates(&asked_host, &domains);
        let elsewhere =
            if is_simulated { ProviderLocation::Simulated { domains } } else { ProviderLocation::Outside };
        Ok::<(DomainClaim, ProviderLocation), ApiError>((claim, elsewhere))
    };
    let (claim, location) = app.store.read(read).await.map_err(|error: ApiError| {
        error.log_cause();
        Failure::Unconnected
    })?;
    // A platform that claims the domain of another provider gets no messages to it.
    if let DomainClaim::Unconfirmed(key) = claim
        && !domain_claims::is_proven(app, environment, &host, key).await
    {
        return Ok(ProviderLocation::Outside);
    }
    Ok(location)
}

/// Asks the endpoints of this deployment, which answer only for platforms of the environment. No locks and no permits
/// may be held that they need: the caller is outside of any transaction.
async fn ask_here(
    app: &Arc<App>,
    environment: Environment,
    method: Method,
    target: &Target,
    body: Bytes,
) -> Result<PeerAnswer, Failure> {
    let request = WireRequest {
        method,
        host: target.authority(),
        path: target.path().to_owned(),
        query: target.query().to_owned(),
        body,
    };
    let answered = timers::within(timers::UMA_EXCHANGE, answer_here(app, environment, &request)).await;
    let response = answered.map_err(|timers::Timeout| Failure::Timeout)?;
    Ok(PeerAnswer { response, own_layer: Some(LayerName::Internal) })
}

/// Answers a message in process. The future is boxed, because an answer may itself need a message: the one for the
/// sender's keys.
fn answer_here<'a>(
    app: &'a Arc<App>,
    environment: Environment,
    request: &'a WireRequest,
) -> BoxFuture<'a, OutboundResponse> {
    Box::pin(async move {
        match endpoints::serve(app, Origin::Internal(environment), request).await {
            Some(reply) => OutboundResponse::of(reply.status, reply.body),
            None => OutboundResponse::of(404, Bytes::new()),
        }
    })
}

/// Asks a provider that the sandbox simulates. No connection is made.
async fn ask_simulated(
    app: &App,
    environment: Environment,
    domains: &[String],
    method: Method,
    target: Target,
    body: Bytes,
) -> Result<PeerAnswer, Failure> {
    let host = target.authority();
    let message = PeerMessage {
        method: method.as_str(),
        host: &host,
        path: target.path(),
        query: target.query(),
        body: &body,
    };
    let peers = &app.ports.of(environment).uma_peers;
    let answered = peers.exchange(message, domains, app.clock.now()).await;
    let PeerReply { status, body } = answered.map_err(|PeerUnreachable| Failure::Unconnected)?;
    let response = OutboundResponse::of(status, body);
    Ok(PeerAnswer { response, own_layer: Some(LayerName::Sandbox) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[tokio::test]
    async fn a_provider_on_the_internet_leads_to_no_local_host() {
        let fixture = Fixture::new().await;
        let remote = Host::parse("pay.example").unwrap();
        let local = Host::parse("localhost:9").unwrap();
        let send = async |provider: &Host| {
            let url = "http://localhost:9/payreq";
            let sent = post(&fixture.app, Environment::Sandbox, provider, url, "{}".to_owned()).await;
            sent.map(|answer| answer.response.status)
        };
        assert_eq!(send(&remote).await, Err(Failure::Unconnected));
        assert_eq!(fixture.transport.exchanges().len(), 0);
        assert_eq!(send(&local).await, Ok(200));
    }
}
