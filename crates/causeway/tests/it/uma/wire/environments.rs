//! No message passes between the environments of a deployment (uma 2, 7).

use axum::http::Method;
use bytes::Bytes;
use causeway_service::uma::endpoints::{Origin, WireRequest, serve};
use causeway_store::platforms::Environment;
use serde_json::json;

use super::pay_request::callback;
use super::{DOMAIN, Scene};
use crate::harness::{Service, journey};

/// The domain of the production platform.
const REAL: &str = "real.example";

/// Returns `true` if something is at a host and path for messages of this origin.
async fn is_answered(service: &Service, origin: Origin, method: Method, host: &str, path: &str) -> bool {
    let request = WireRequest {
        method,
        host: host.to_owned(),
        path: path.to_owned(),
        query: String::new(),
        body: Bytes::new(),
    };
    serve(service.app(), origin, &request).await.is_some()
}

journey! {
    async fn messages_in_process_stay_within_their_environment(service) {
        let scene = Scene::new(service).await;
        let production = service.platform(Environment::Production).await;
        production.patch("/config").json(&json!({ "umaDomain": REAL })).send().await.expect(200);
        let sandbox = Environment::Sandbox;
        let real = Environment::Production;
        for (host, own, other) in [(DOMAIN, sandbox, real), (REAL, real, sandbox)] {
            for path in ["/.well-known/lnurlpubkey", "/.well-known/uma-configuration", "/.well-known/lnurlp/$bob"] {
                for (origin, expected) in [
                    (Origin::Network, true),
                    (Origin::Internal(own), true),
                    (Origin::Internal(other), false),
                ] {
                    let answered = is_answered(service, origin, Method::GET, host, path).await;
                    assert_eq!(answered, expected, "{origin:?} {host}{path}");
                }
            }
        }

        // The callback is at the host of the service: its token decides.
        let callback = callback(&scene).await;
        let (_, token) = callback.split_once("/uma/payreq/").expect("a token");
        let path = format!("/uma/payreq/{token}");
        for (origin, expected) in [
            (Origin::Network, true),
            (Origin::Internal(sandbox), true),
            (Origin::Internal(real), false),
        ] {
            let answered = is_answered(service, origin, Method::POST, "uma.localhost", &path).await;
            assert_eq!(answered, expected, "{origin:?}");
        }
        assert_eq!(production.get("/transactions").send().await.expect(200)["totalCount"], 0);
    }
}
