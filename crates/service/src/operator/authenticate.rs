//! The channels: each learns its caller from the connection or the token, never from the request's content.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::{Extension, Router};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::caller::{Actor, Caller, Channel};
use super::grant::Grant;
use super::operator_grants::{DERIVED_TOKEN, grant_of_token, grant_of_user};
use super::permission::Permission;
use super::routes::refused;
use super::{Kind, OperatorError};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::Secret;
use crate::runtime::settings::{DERIVED_OPERATOR_TOKEN, DerivedToken, Settings};

/// The process at the other end of an operator socket. The server of the connection sets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocketPeer {
    /// User id of the process.
    pub uid: u32,
    pub actor: Actor,
}

/// The channel for users of the group of an operator socket.
#[derive(Clone)]
struct UserAccess {
    app: Arc<App>,
    /// The user of the server, who has all roles, as root has.
    owner: u32,
}

/// The channel for tokens.
#[derive(Clone)]
struct TokenAccess {
    app: Arc<App>,
    /// SHA-256 of the token that follows from the root key.
    derived: [u8; 32],
}

/// Gives all roles to everyone who can connect: the operator socket in the data folder is accessible to its
/// owner and root only.
pub fn with_owner(router: Router) -> Router {
    router.route_layer(middleware::from_fn(enter_as_owner))
}

/// Gives all roles to the owner and root, and to other users those that an operator has given them.
pub fn with_users(router: Router, app: Arc<App>, owner: u32) -> Router {
    router.route_layer(middleware::from_fn_with_state(UserAccess { app, owner }, enter_as_user))
}

/// Requires `Authorization: Bearer` with an operator token, whose roles count. `derived` is the token that
/// follows from the root key. Comparisons take constant time.
pub fn with_tokens(router: Router, app: Arc<App>, derived: &Secret<String>) -> Router {
    let derived: [u8; 32] = Sha256::digest(derived.expose().as_bytes()).into();
    router.route_layer(middleware::from_fn_with_state(TokenAccess { app, derived }, enter_with_token))
}

/// Admits callers to the metrics of the deployment: those who may look at it, and the token that follows from
/// the root key.
pub fn guard_metrics(router: Router) -> Router {
    router.route_layer(middleware::from_fn(enter_metrics))
}

async fn enter_as_owner(peer: Option<Extension<SocketPeer>>, request: Request, next: Next) -> Response {
    let Some(Extension(peer)) = peer else { return refused(&unknown_peer()) };
    enter(Caller::new(peer.actor, Channel::Socket, Grant::all()), request, next).await
}

async fn enter_as_user(
    State(channel): State<UserAccess>,
    peer: Option<Extension<SocketPeer>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(Extension(peer)) = peer else { return refused(&unknown_peer()) };
    match channel.grant(peer.uid).await {
        Ok(grant) => enter(Caller::new(peer.actor, Channel::Socket, grant), request, next).await,
        Err(error) => refused(&error),
    }
}

/// Returns the error for a connection whose process the system does not name any more.
fn unknown_peer() -> OperatorError {
    OperatorError::new(Kind::Unauthorized, "the process that opened this connection has ended or is hidden")
        .remedy(
            "connect from a process that waits for the answer; the server has to see processes of other users in \
             /proc (no hidepid, no ProtectProc=invisible)",
        )
}

async fn enter_with_token(State(channel): State<TokenAccess>, request: Request, next: Next) -> Response {
    let sent = bearer_token(request.headers());
    match channel.caller(sent).await {
        Ok(caller) => enter(caller, request, next).await,
        Err(error) => refused(&error),
    }
}

async fn enter_metrics(Extension(caller): Extension<Caller>, request: Request, next: Next) -> Response {
    if caller.may_scrape || caller.may(Permission::Look, None) {
        return next.run(request).await;
    }
    refused(&OperatorError::new(Kind::NotFound, "there is no page /metrics"))
}

/// Passes a request on with its caller.
async fn enter(caller: Caller, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(caller);
    next.run(request).await
}

/// Returns the only bearer token of a request; empty if there is none or several.
fn bearer_token(headers: &HeaderMap) -> String {
    let mut all = headers.get_all(AUTHORIZATION).iter();
    let only = all.next().filter(|_| all.next().is_none());
    let token = only.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    token.unwrap_or_default().to_owned()
}

impl UserAccess {
    /// Returns the grant to a user.
    async fn grant(&self, uid: u32) -> Result<Grant, OperatorError> {
        if uid == self.owner || uid == 0 {
            return Ok(Grant::all());
        }
        let app = Arc::clone(&self.app);
        let grant = self.app.store.read(move |tx| grant_of_user(tx, &app, uid)).await?;
        if grant == Grant::default() {
            let remedy = format!(
                "an administrator can add the user: causeway user add NAME --uid {uid} --roles ROLES"
            );
            return Err(OperatorError::new(Kind::Unauthorized, format!("user {uid} is not an operator"))
                .remedy(remedy));
        }
        Ok(grant)
    }
}

impl TokenAccess {
    /// Returns the caller with this token.
    async fn caller(&self, sent: String) -> Result<Caller, OperatorError> {
        let digest: [u8; 32] = Sha256::digest(sent.as_bytes()).into();
        if bool::from(digest.ct_eq(&self.derived)) {
            return Ok(self.derived_caller().await);
        }
        let app = Arc::clone(&self.app);
        let found = self.app.store.read(move |tx| grant_of_token(tx, &app, &sent)).await?;
        let token = found.ok_or_else(|| {
            OperatorError::new(Kind::Unauthorized, "the operator token is missing, wrong or expired")
                .remedy("an administrator can create one: causeway operator-token create NAME --roles ROLES")
        })?;
        let caller = Caller::new(Actor::new(&token.name), Channel::Network, token.grant);
        Ok(Caller { token: Some(token.id), ..caller })
    }

    /// Returns the caller with the token that follows from the root key. If the setting cannot be read, the
    /// token serves `/metrics` only.
    async fn derived_caller(&self) -> Caller {
        let app = Arc::clone(&self.app);
        let setting = self.app.store.read(move |tx| {
            let settings = Settings::of_deployment(tx, &app.deployment)?;
            Ok::<_, OperatorError>(settings.get(&DERIVED_OPERATOR_TOKEN).map_err(ApiError::from)?)
        });
        let grant = match setting.await {
            Ok(DerivedToken::All) => Grant::all(),
            Ok(DerivedToken::Metrics) | Err(_) => Grant::default(),
        };
        Caller { may_scrape: true, ..Caller::new(Actor::new(DERIVED_TOKEN), Channel::Network, grant) }
    }
}
