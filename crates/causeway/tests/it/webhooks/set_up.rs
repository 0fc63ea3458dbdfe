//! Setting and testing an endpoint.

use std::time::Duration;

use bytes::Bytes;
use causeway_store::platforms::Environment;
use causeway_testing::http::Client;
use causeway_testing::receiver::{Answer, BadSignature, ReceivedRequest, Receiver, closed_url, verify};
use serde_json::json;

use crate::harness::{Platform, Service, journey, on_engines};

const TEST: &str = "/sandbox/webhooks/test";

async fn set_endpoint(platform: &Platform, url: &str) {
    let config = platform.patch("/config").json(&json!({ "webhookEndpoint": url })).send().await.expect(200);
    assert_eq!(config["webhookEndpoint"], url);
}

/// Returns the published key, which can be fetched without credentials.
async fn published_key(service: &Service, platform: &Platform) -> String {
    let config = platform.get("/config").send().await.expect(200);
    let origin = service.bases()[0].replace(causeway::router::BASE_PATH, "");
    let path = format!("/.well-known/svc-webhook-keys/{}.pem", config["id"].as_str().unwrap());
    let response = Client::new(&origin).get(&path).send().await;
    assert_eq!((response.status, response.header("content-type")), (200, Some("application/x-pem-file")));
    String::from_utf8(response.body.to_vec()).unwrap()
}

fn altered(delivery: &ReceivedRequest) -> ReceivedRequest {
    let mut body = delivery.body.to_vec();
    body[10] ^= 1;
    ReceivedRequest { body: Bytes::from(body), ..delivery.clone() }
}

journey! {
    async fn conventions_j09_webhook_set_up(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for path in [TEST, "/webhooks/test"] {
            platform.post(path).send().await.expect_error(400, "WEBHOOK_ENDPOINT_NOT_SET");
        }

        let receiver = Receiver::start().await;
        receiver.answer_always(Answer::status(200).body("thank you"));
        set_endpoint(&platform, &receiver.url()).await;
        let test = receiver.wait_for_event("TEST").await;
        assert_eq!((&test.method[..], &test.json()["data"]), ("POST", &json!({})));
        assert!(test.id().starts_with("Webhook:"), "{test}");
        let key = published_key(service, &platform).await;
        assert_eq!(key, platform.webhook_pem);
        assert_eq!(verify(&key, &test), Ok(()));
        assert_eq!(verify(&key, &altered(&test)), Err(BadSignature::Forged));

        let response = platform.post(TEST).send().await.expect(200);
        assert_eq!(response, json!({
            "url": receiver.url(), "response_status": 200, "response_body": "thank you",
        }));
        let both = receiver.wait_for("the test that was asked for", PATIENCE, |all| all.len() == 2).await;
        assert_ne!(both[0].id(), both[1].id());
        assert_eq!(verify(&key, &both[1]), Ok(()));

        platform.freeze().await;
        receiver.answer_always(Answer::status(500).body("out of order"));
        let error = platform.post(TEST).send().await.expect_error(400, "WEBHOOK_DELIVERY_ERROR");
        assert_eq!(error["details"], json!({
            "url": receiver.url(), "response_status": 500, "response_body": "out of order",
        }));
        platform.advance(Duration::from_hours(1)).await;
        assert_eq!(receiver.received().len(), 3, "a test is never repeated: {receiver:?}");

        let closed = closed_url().unwrap();
        set_endpoint(&platform, &closed).await;
        let error = platform.post(TEST).send().await.expect_error(400, "WEBHOOK_DELIVERY_ERROR");
        assert_eq!(error["details"], json!({ "url": closed, "reason": "CONNECTION_FAILED" }));

        let bad = platform.patch("/config").json(&json!({ "webhookEndpoint": "not a url" })).send().await;
        assert_eq!(bad.expect_error(400, "INVALID_INPUT")["details"]["errors"][0]["field"], "webhookEndpoint");
        assert_eq!(platform.get("/config").send().await.expect(200)["webhookEndpoint"], closed);
    }
}

const PATIENCE: Duration = causeway_testing::wait::PATIENCE;

journey! {
    async fn the_same_endpoint_again_is_not_tried_and_an_empty_one_is_none(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        set_endpoint(&platform, &receiver.url()).await;
        let cleared = platform.patch("/config").json(&json!({ "webhookEndpoint": "" })).send().await.expect(200);
        assert_eq!(cleared.get("webhookEndpoint"), None);
        platform.customer(&["USD"]).await;
        platform.post(TEST).send().await.expect_error(400, "WEBHOOK_ENDPOINT_NOT_SET");
        set_endpoint(&platform, &receiver.url()).await;
        receiver.wait_for_event("TEST").await;
        let requests = receiver.received();
        assert_eq!(requests.len(), 1, "neither a second test nor what happened without an endpoint: {receiver:?}");
    }
}

on_engines! {
    async fn a_production_platform_sends_over_tls_to_public_addresses_only(service) {
        let platform = service.platform(Environment::Production).await;
        let receiver = Receiver::start().await;
        let inside = ["https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://localhost/", "https://169.254.169.254/"];
        for url in inside.iter().copied().chain([&receiver.url()[..], "http://example.com/"]) {
            let response = platform.patch("/config").json(&json!({ "webhookEndpoint": url })).send().await;
            response.expect_error(400, "INVALID_INPUT");
        }
        assert_eq!(platform.get("/config").send().await.expect(200).get("webhookEndpoint"), None);
        platform.post(TEST).send().await.expect_error(400, "WEBHOOK_ENDPOINT_NOT_SET");
        assert_eq!(receiver.received().len(), 0);
    }
}

journey! {
    async fn an_address_goes_over_the_wire_in_ascii_or_is_refused_when_it_is_set(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = Receiver::start().await;
        let origin = receiver.url().replace("/webhooks", "");
        for (given, sent) in [
            ("/gebühren/straße", "/geb%C3%BChren/stra%C3%9Fe"),
            ("/приём?ключ=значение", "/%D0%BF%D1%80%D0%B8%D1%91%D0%BC?%D0%BA%D0%BB%D1%8E%D1%87=%D0%B7%D0%BD%D0%B0%D1%87%D0%B5%D0%BD%D0%B8%D0%B5"),
            ("/\u{1f514}", "/%F0%9F%94%94"),
            ("/hooks/{tenant}|a", "/hooks/%7Btenant%7D%7Ca"),
            ("/%F0%9F%94%94?q=%2F", "/%F0%9F%94%94?q=%2F"),
        ] {
            receiver.forget();
            set_endpoint(&platform, &format!("{origin}{given}")).await;
            let response = platform.post(TEST).send().await.expect(200);
            assert_eq!(response["url"], format!("{origin}{sent}"));
            // The test of a new address, and the requested one.
            receiver.wait_for("both tests", PATIENCE, |all| all.len() == 2).await;
            assert!(receiver.received().iter().all(|request| request.target == sent), "{receiver:?}");
        }

        let set = platform.get("/config").send().await.expect(200)["webhookEndpoint"].clone();
        let long = format!("{origin}/{}", "ü".repeat(400));
        for url in ["http://bücher.example/", "http://例え.テスト/", &format!("{origin}/100%"), &long] {
            let response = platform.patch("/config").json(&json!({ "webhookEndpoint": url })).send().await;
            assert_eq!(response.expect_error(400, "INVALID_INPUT")["details"]["errors"][0]["field"], "webhookEndpoint");
        }
        assert_eq!(platform.get("/config").send().await.expect(200)["webhookEndpoint"], set);
    }
}

journey! {
    async fn an_answer_with_more_headers_than_usual_counts_by_its_status(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let with_headers = |status| (0..333).fold(Answer::status(status), |all, n| all.header(&format!("x-trace-{n}"), "1"));
        receiver.answer_always(with_headers(200));
        assert_eq!(platform.post(TEST).send().await.expect(200)["response_status"], 200);
        receiver.answer_always(with_headers(418));
        let error = platform.post(TEST).send().await.expect_error(400, "WEBHOOK_DELIVERY_ERROR");
        assert_eq!(error["details"]["response_status"], 418);
    }
}
