//! Requests to UMA providers and to servers of Lightning addresses: the only way out (uma 2, money 4.7).

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

/// Sends a request that may arrive twice. It is repeated once if the connection fails.
///
/// # Errors
/// [`Failure::Unconnected`] also for a URL that must not be called.
pub(crate) async fn get(
    app: &Arc<App>,
    environment: Environment,
    url: &str,
) -> Result<OutboundResponse, Failure> {
    let request = request(app, Method::GET, url, Bytes::new()).await?;
    let sending = async {
        match send(app, environment, &request).await {
            Err(Failure::Unconnected | Failure::ConnectionFailed) => {
                timers::pause(timers::RECONNECT_BACKOFF).await;
                send(app, environment, &request).await
            }
            outcome => outcome,
        }
    };
    timers::within(timers::UMA_EXCHANGE, sending).await.map_err(|_| Failure::Timeout)?
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
) -> Result<OutboundResponse, Failure> {
    let request = request(app, Method::POST, url, body.into()).await?;
    send(app, environment, &request).await
}

/// Sends to a provider that the environment simulates, or else through the outbound client.
async fn send(
    app: &App,
    environment: Environment,
    request: &OutboundRequest,
) -> Result<OutboundResponse, Failure> {
    match app.ports.of(environment).uma_peers.exchange(request) {
        Some(simulated) => simulated.await,
        None => app.outbound.exchange(request.clone()).await,
    }
}

async fn request(app: &Arc<App>, method: Method, url: &str, body: Bytes) -> Result<OutboundRequest, Failure> {
    let target: Target = url.parse().map_err(|_| Failure::Unconnected)?;
    let is_local = Host::parse(&target.host().to_string()).is_ok_and(|host| host.is_local());
    let reach = match (is_local, target.scheme()) {
        (false, Scheme::Https) => Reach::Public,
        (false, Scheme::Http) => return Err(Failure::Unconnected),
        (true, _) if !are_local_hosts_allowed(app).await => return Err(Failure::Unconnected),
        // Messages without TLS must not cross the internet.
        (true, Scheme::Http) => Reach::Inside,
        (true, Scheme::Https) => Reach::Private,
    };
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    if method == Method::POST {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    let is_only_attempt = method == Method::POST;
    // One byte more than messages may have, so that a longer one is not mistaken for a complete one.
    let body_max = MAX_BODY + 1;
    let limit = timers::UMA_EXCHANGE;
    Ok(OutboundRequest { method, target, headers, body, reach, limit, is_only_attempt, body_max })
}

async fn are_local_hosts_allowed(app: &Arc<App>) -> bool {
    let reader = Arc::clone(app);
    let read = move |tx: &mut Tx<'_>| {
        let settings = Settings::of_deployment(tx, &reader.deployment)?;
        Ok::<bool, ApiError>(settings.get(&UMA_LOCAL_HOSTS_ALLOWED)?)
    };
    app.store.read(read).await.unwrap_or(false)
}
