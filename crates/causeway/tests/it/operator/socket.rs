//! The actions over HTTP.

use std::net::Ipv4Addr;
use std::sync::Arc;

use causeway_service::operator::{self, Channel, NOUNS};
use causeway_service::runtime::keys::Secret;
use causeway_store::platforms::Environment;
use causeway_testing::http::Client;
use serde_json::json;
use tokio::net::TcpListener;

use super::acting::trail;
use crate::harness::{Service, on_engines};

const TOKEN: &str = "operator-token-of-this-test";

async fn serve(service: &Service) -> Client {
    let open = operator::router(Arc::clone(service.app()), Channel::Network);
    let router = operator::with_token(open, Secret::new(TOKEN.to_owned()));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(axum::serve(listener, router).into_future());
    Client::new(&base)
}

on_engines! {
    async fn actions_over_http_require_the_token(service) {
        service.platform(Environment::Sandbox).await;
        let stranger = serve(service).await;
        for client in [stranger.clone(), stranger.authorization("Bearer guess"), stranger.basic("a", TOKEN)] {
            let error = client.post("/operator/platform/list").send().await.expect(401);
            assert!(error["remedy"].is_string(), "{error}");
        }
        let operator = stranger.authorization(&format!("Bearer {TOKEN}"));
        let all = operator.get("/operator").send().await.expect(200);
        assert_eq!(all.as_array().unwrap().len(), NOUNS.iter().map(|noun| noun.actions.len()).sum::<usize>());
        assert!(all.as_array().unwrap().iter().all(|action| action["about"].is_string()));

        let response = operator.post("/operator/platform/list").send().await;
        assert_eq!(response.expect(200)[0]["name"], "Test platform");
        assert_eq!(response.header("x-exit-code"), Some("0"));

        let request = json!({ "arguments": { "by": "1h" }, "operator": "grace", "reason": "time flies" });
        operator.post("/operator/clock/advance").json(&request).send().await.expect(200);
        let rows = trail(service).await;
        assert_eq!((&rows[0].actor[..], &rows[0].reason[..]), ("grace (network)", "time flies"));
        assert_eq!(rows[0].detail["by"], "3600000ms");

        let other_database = json!({ "database": "postgres://elsewhere:5432/payments" });
        let error = operator.post("/operator/platform/list").json(&other_database).send().await.expect(409);
        assert!(error["message"].as_str().unwrap().contains("not on postgres://elsewhere:5432/payments"), "{error}");
        let here = json!({ "database": service.app().store.identity() });
        operator.post("/operator/platform/list").json(&here).send().await.expect(200);

        let unknown = operator.post("/operator/clock/stop").send().await.expect(404);
        assert_eq!(unknown["kind"], "not_found");
        for bad in [json!({ "argument": {} }), json!({ "arguments": { "byy": "1h" } }), json!({ "arguments": {} })] {
            let error = operator.post("/operator/clock/advance").json(&bad).send().await.expect(400);
            assert_eq!(error["kind"], "invalid");
        }

        let lines = operator.post("/operator/export/postings").send().await;
        assert_eq!((lines.status, lines.header("x-exit-code")), (200, None));
        assert!(lines.body.starts_with(b"cursor,"), "{lines}");
    }
}
