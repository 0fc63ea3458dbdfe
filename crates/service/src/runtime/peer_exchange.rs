//! Requests to UMA providers and to servers of Lightning addresses outside of this deployment (uma 2, money 4.7).

use std::sync::Arc;

use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method};
use bytes::Bytes;
use causeway_store::Tx;
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
pub(crate) async fn get(app: &Arc<App>, target: Target) -> Result<OutboundResponse, Failure> {
    let reach = reach(app, &target).await?;
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
pub(crate) async fn post(app: &Arc<App>, target: Target, body: Bytes) -> Result<OutboundResponse, Failure> {
    let reach = reach(app, &target).await?;
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

/// Returns the addresses that may be connected to.
async fn reach(app: &Arc<App>, target: &Target) -> Result<Reach, Failure> {
    let is_local = Host::parse(&target.host().to_string()).is_ok_and(|host| host.is_local());
    match (is_local, target.scheme()) {
        (false, Scheme::Https) => Ok(Reach::Public),
        (false, Scheme::Http) => Err(Failure::Unconnected),
        (true, _) if !are_local_hosts_allowed(app).await => Err(Failure::Unconnected),
        // Messages without TLS must not cross the internet.
        (true, Scheme::Http) => Ok(Reach::Inside),
        (true, Scheme::Https) => Ok(Reach::Private),
    }
}

async fn are_local_hosts_allowed(app: &Arc<App>) -> bool {
    let reader = Arc::clone(app);
    let read = move |tx: &mut Tx<'_>| {
        let settings = Settings::of_deployment(tx, &reader.deployment)?;
        Ok::<bool, ApiError>(settings.get(&UMA_LOCAL_HOSTS_ALLOWED)?)
    };
    app.store.read(read).await.unwrap_or(false)
}
