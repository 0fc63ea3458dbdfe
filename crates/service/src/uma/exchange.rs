//! Messages to UMA providers: the only way out (uma 2). Platforms of this deployment are asked in process, at the
//! endpoints that also answer strangers (uma 7), and so are the providers that the sandbox simulates (money 13.1).

use std::sync::Arc;

use axum::http::Method;
use bytes::Bytes;
use causeway_domain::payments::LayerName;
use causeway_store::platforms::{self, Environment};
use causeway_store::{Error, Tx};
use futures_util::future::BoxFuture;

use super::endpoints::{self, Origin, WireRequest};
use crate::ports::{PeerMessage, PeerReply, PeerUnreachable};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::outbound::{Failure, OutboundResponse, Target};
use crate::runtime::settings::{SANDBOX_UMA_DOMAIN, Settings};
use crate::runtime::{peer_exchange, timers};

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

/// Sends a request that may arrive twice. It is repeated once if the connection fails.
///
/// # Errors
/// [`Failure::Unconnected`] also for a URL that must not be called.
pub(crate) async fn get(app: &Arc<App>, environment: Environment, url: &str) -> Result<PeerAnswer, Failure> {
    let target = peer_exchange::target(url)?;
    match locate(app, environment, &target).await? {
        ProviderLocation::Here => ask_here(app, environment, Method::GET, &target, Bytes::new()).await,
        ProviderLocation::Simulated { domains } => {
            ask_simulated(app, environment, &domains, Method::GET, target, Bytes::new()).await
        }
        ProviderLocation::Outside => peer_exchange::get(app, target).await.map(PeerAnswer::of_outside),
    }
}

/// Sends a request that must not arrive twice.
///
/// # Errors
/// [`Failure::Unconnected`] also for a URL that must not be called.
pub(crate) async fn post(
    app: &Arc<App>,
    environment: Environment,
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
            peer_exchange::post(app, target, body.into()).await.map(PeerAnswer::of_outside)
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
    let read = move |tx: &mut Tx<'_>| {
        if is_here(tx, &shared, environment, &host)? {
            return Ok(ProviderLocation::Here);
        }
        let settings = Settings::of_deployment(tx, &shared.deployment)?;
        let domains = settings.get(&SANDBOX_UMA_DOMAIN)?;
        let is_simulated = shared.ports.of(environment).uma_peers.simulates(&host, &domains);
        Ok::<ProviderLocation, ApiError>(if is_simulated {
            ProviderLocation::Simulated { domains }
        } else {
            ProviderLocation::Outside
        })
    };
    app.store.read(read).await.map_err(|error: ApiError| {
        error.log_cause();
        Failure::Unconnected
    })
}

/// Returns `true` if the endpoints of this deployment answer at a host: that of a platform of the environment, or the
/// service's own one. There the token of a callback decides about the environment.
fn is_here(tx: &mut Tx<'_>, app: &App, environment: Environment, host: &str) -> Result<bool, Error> {
    let service_host = app.deployment.uma_service_host.as_str();
    if host == service_host {
        return Ok(true);
    }
    let label = host.strip_suffix(service_host).and_then(|rest| rest.strip_suffix('.'));
    // A disabled platform answers too: that it has no customers.
    if platforms::find_at_uma_domain(tx, environment, host, label)?.is_some() {
        return Ok(true);
    }
    let forwarded = platforms::find_at_host(tx, host, label)?;
    Ok(forwarded.is_some_and(|platform| platform.environment == environment))
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
            Some(reply) => OutboundResponse { status: reply.status, body: reply.body.into() },
            None => OutboundResponse { status: 404, body: Bytes::new() },
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
    let response = OutboundResponse { status, body: body.into() };
    Ok(PeerAnswer { response, own_layer: Some(LayerName::Sandbox) })
}
