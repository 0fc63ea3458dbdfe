//! Channels to the operator API that tests open: a network address, and a socket with a peer of their choice.

use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::{Extension, Router};
use causeway_service::operator::{self, Actor, SocketPeer};
use causeway_service::runtime::keys::Secret;
use causeway_testing::http::Client;
use serde_json::json;
use tokio::net::TcpListener;

use super::acting::{act, with};
use crate::harness::{Platform, Service};

/// The operator token that follows from the root key.
pub(crate) const DERIVED: &str = "operator-token-of-this-test";

/// The user of the server.
pub(crate) const OWNER: u32 = 999;

async fn serve(router: Router) -> Client {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(axum::serve(listener, router).into_future());
    Client::new(&base)
}

/// Opens a network address, and returns a client without a token.
pub(crate) async fn network(service: &Service) -> Client {
    let app = Arc::clone(service.app());
    serve(operator::with_tokens(operator::router(Arc::clone(&app)), app, &Secret::new(DERIVED.to_owned())))
        .await
}

/// Opens the socket in the data folder, which only its owner and root can reach, and returns a client as its
/// owner.
pub(crate) async fn owner_socket(service: &Service) -> Client {
    let peer = SocketPeer { uid: OWNER, actor: Actor::new("alice").acting_as("causeway") };
    serve(operator::with_owner(operator::router(Arc::clone(service.app()))).layer(Extension(peer))).await
}

/// Opens a socket for users, and returns a client as this user, who has logged in as `alice`.
pub(crate) async fn socket(service: &Service, uid: u32) -> Client {
    let app = Arc::clone(service.app());
    let peer = SocketPeer { uid, actor: Actor::new("alice").acting_as(&format!("user-{uid}")) };
    serve(operator::with_users(operator::router(Arc::clone(&app)), app, OWNER).layer(Extension(peer))).await
}

/// Returns the arguments of a grant of roles, for one platform or everything.
fn grant(roles: &[&str], platform: Option<&Platform>, mut arguments: serde_json::Value) -> serde_json::Value {
    arguments["roles"] = json!(roles);
    match platform {
        Some(platform) => with(platform, arguments),
        None => arguments,
    }
}

/// Creates an operator token, and returns a client with it.
pub(crate) async fn with_token(
    service: &Service,
    network: &Client,
    name: &str,
    roles: &[&str],
    platform: Option<&Platform>,
) -> Client {
    let arguments = grant(roles, platform, json!({ "name": name }));
    let created = act(service, "operator-token create", arguments).await.json;
    network.authorization(&format!("Bearer {}", created["operator_token"].as_str().unwrap()))
}

/// Adds a user of the socket, and returns a client as that user.
pub(crate) async fn with_user(
    service: &Service,
    uid: u32,
    roles: &[&str],
    platform: Option<&Platform>,
) -> Client {
    let arguments = grant(roles, platform, json!({ "name": format!("user-{uid}"), "uid": uid }));
    act(service, "user add", arguments).await;
    socket(service, uid).await
}
