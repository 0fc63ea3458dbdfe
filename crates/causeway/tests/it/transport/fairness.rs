//! Fairness between callers: the requests of one cost the others nothing (conventions 6, 7.2).

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_store::platforms::Environment;
use causeway_testing::http::Client;
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::harness::{Platform, Service, Setup, on_engines};

/// A request of which only the beginning has arrived.
struct SlowRequest(TcpStream);

impl SlowRequest {
    /// Sends the head of `POST /tokens`; the body is to follow once the service asks for it.
    fn begin(base: &str, id: &str, secret: &str) -> Self {
        let mut stream = connect(base);
        let credentials = STANDARD.encode(format!("{id}:{secret}"));
        write!(
            stream,
            "POST /svc/2025-10-13/tokens HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {credentials}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\
             Expect: 100-continue\r\n\r\n",
            BODY.len()
        )
        .unwrap();
        Self(stream)
    }

    /// Reads the first line that the service sends.
    fn first_line(&mut self) -> String {
        let mut line = Vec::new();
        let mut byte = [0];
        while !line.ends_with(b"\r\n") {
            self.0.read_exact(&mut byte).unwrap();
            line.push(byte[0]);
        }
        String::from_utf8(line).unwrap()
    }

    fn end(mut self) -> String {
        self.0.write_all(&BODY.as_bytes()[1..]).unwrap();
        rest(&mut self.0)
    }
}

const BODY: &str = r#"{"name":"late","permissions":["VIEW"]}"#;

fn connect(base: &str) -> TcpStream {
    let address = base.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(wait::PATIENCE)).unwrap();
    stream
}

fn rest(stream: &mut TcpStream) -> String {
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

async fn slow_bodies_take_no_place(setup: Setup) {
    let service = Service::start_with_request_limit(setup, 1).await;
    let base = service.bases().remove(0);
    let [sending, working] =
        [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
    let begin = |platform: &Platform| {
        let base = base.clone();
        let id = platform.client_id.clone();
        let secret = platform.secret.clone();
        move || {
            let mut slow = SlowRequest::begin(&base, &id, &secret);
            assert_eq!(slow.first_line(), "HTTP/1.1 100 Continue\r\n");
            slow.0.write_all(&BODY.as_bytes()[..1]).unwrap();
            slow
        }
    };

    let mut slow = Vec::new();
    for _ in 0..20 {
        slow.push(tokio::task::spawn_blocking(begin(&sending)).await.unwrap());
    }
    for _ in 0..20 {
        working.get("/config").send().await.expect(200);
        working
            .post("/tokens")
            .json(&json!({ "name": "t", "permissions": ["VIEW"] }))
            .send()
            .await
            .expect(201);
    }

    for slow in slow {
        let response = tokio::task::spawn_blocking(|| slow.end()).await.unwrap();
        assert!(response.contains("HTTP/1.1 201 "), "{response}");
    }

    // Control: a permit that is held costs the other callers theirs.
    let app = Arc::clone(service.app());
    let permit = app.request_permits.take().unwrap();
    let shed = working.get("/config").send().await;
    shed.expect_error(503, "SERVICE_UNAVAILABLE");
    for name in ["retry-after", "x-request-id", "cache-control"] {
        assert!(shed.header(name).is_some(), "{shed}");
    }
    drop(permit);
    working.get("/config").send().await.expect(200);
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_bodies_take_no_place_on_sqlite() {
    slow_bodies_take_no_place(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_bodies_take_no_place_on_postgres() {
    slow_bodies_take_no_place(Setup::Postgres).await;
}

/// Checks that a platform using all its permits is refused, with a time to retry, and that another platform
/// is not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_one_platform_leaves_places_for_another() {
    let service = Service::start_with_request_limit(Setup::Sqlite, 4).await;
    let [bursting, working] =
        [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
    let token = json!({ "name": "t", "permissions": ["VIEW"] });
    let app = Arc::clone(service.app());
    let permits: Vec<_> = (0..3).map(|_| app.request_permits.take_for(bursting.id).unwrap()).collect();

    let shed = bursting.post("/tokens").json(&token).send().await;
    assert_eq!(shed.header("retry-after"), Some("1"), "{shed}");
    shed.expect_error(429, "RATE_LIMITED");
    working.post("/tokens").json(&token).send().await.expect(201);
    bursting.get("/config").send().await.expect(200);
    drop(permits);
    bursting.post("/tokens").json(&token).send().await.expect(201);
    service.finish().await;
}

on_engines! {
    async fn a_stranger_is_refused_before_its_body_is_read(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let base = service.bases().remove(0);
        let id = platform.client_id.clone();
        let line = tokio::task::spawn_blocking(move || SlowRequest::begin(&base, &id, "wrong").first_line());
        assert_eq!(line.await.unwrap(), "HTTP/1.1 401 Unauthorized\r\n");
    }
}

on_engines! {
    async fn credentials_that_no_database_can_look_for_are_unknown(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for name in ["\0", "a\0b", &format!("{}\0", platform.client_id)] {
            let odd = service.anonymous().basic(name, &platform.secret);
            odd.get("/config").send().await.expect_error(401, "UNAUTHORIZED");
            odd.post("/tokens").json(&json!({})).send().await.expect_error(401, "UNAUTHORIZED");
        }
    }
}

/// Sends a request with these headers and returns the whole response. `RIGHT` is replaced by the platform's
/// credentials.
async fn ask_with(service: &Service, platform: &Platform, headers: &str) -> String {
    let base = service.bases().remove(0);
    let credentials = STANDARD.encode(format!("{}:{}", platform.client_id, platform.secret));
    let headers = headers.replace("RIGHT", &format!("Authorization: Basic {credentials}"));
    let ask = move || {
        let mut stream = connect(&base);
        write!(stream, "GET /svc/2025-10-13/config HTTP/1.1\r\nConnection: close\r\n{headers}\r\n\r\n")
            .unwrap();
        rest(&mut stream)
    };
    tokio::task::spawn_blocking(ask).await.unwrap()
}

on_engines! {
    async fn headers_that_two_programs_read_differently_are_refused(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (headers, status) in [
            ("Host: x\r\nRIGHT", "200 OK"),
            ("Host: x\r\nHost: x\r\nRIGHT", "400 Bad Request"),
            ("Host: x\r\nhost: y\r\nRIGHT", "400 Bad Request"),
            ("Host: x\r\nRIGHT\r\nRIGHT", "401 Unauthorized"),
            ("Host: x\r\nAuthorization: Basic eDp5\r\nRIGHT", "401 Unauthorized"),
        ] {
            let response = ask_with(service, &platform, headers).await;
            assert!(response.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{headers}\n{response}");
        }
    }
}

/// Returns the fields named by a refusal.
#[track_caller]
fn fields(refused: &Value) -> Vec<&str> {
    let errors = refused["details"]["errors"].as_array().unwrap();
    errors.iter().map(|error| error["field"].as_str().unwrap()).collect()
}

on_engines! {
    /// Sends bodies with as many items as fit. Each item used to be compared with every field error found
    /// before, for minutes, on the threads that answer.
    async fn a_list_without_end_is_one_fault(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let codes = vec!["ZZZ"; 120_000];
        let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": codes, "email": "x" });
        let error = platform.post("/customers").json(&customer).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["currencies", "email"]);

        let numbers = json!({ "customerType": "INDIVIDUAL", "currencies": vec![0; 500_000] });
        let error = platform.post("/customers").json(&numbers).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["currencies"]);

        let currency = json!({
            "currencyCode": "ZZZ", "minAmount": 1, "maxAmount": 1,
            "requiredCounterpartyFields": [], "enabledTransactionTypes": [],
        });
        let config = json!({ "supportedCurrencies": vec![currency; 6_000] });
        let error = platform.patch("/config").json(&config).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["supportedCurrencies"]);

        let fee = json!({ "feeType": "X" });
        let config = json!({ "feeConfigs": vec![fee; 40_000] });
        let error = platform.patch("/config").json(&config).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["feeConfigs"]);
    }
}

on_engines! {
    async fn an_answer_lists_a_hundred_faults(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": vec!["ZZZ"; 256] });
        let error = platform.post("/customers").json(&customer).send().await.expect_error(400, "INVALID_CURRENCY");
        let listed = fields(&error);
        assert_eq!((listed.len(), listed[0], listed[99]), (100, "currencies[0]", "currencies[99]"));

        let numbers = json!({ "customerType": "INDIVIDUAL", "currencies": vec![0; 256], "email": "x" });
        let error = platform.post("/customers").json(&numbers).send().await.expect_error(400, "INVALID_CURRENCY");
        assert_eq!(fields(&error).len(), 100);
    }
}

on_engines! {
    async fn a_name_is_read_as_it_is_written(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (name, why) in [
            ("\u{200b}\u{200b}", "must hold something that can be seen"),
            ("\u{3164}", "must hold something that can be seen"),
            ("Jane \u{202e}eoD", "must not hold characters that change the direction of text"),
            ("\u{2066}Jane\u{2069}", "must not hold characters that change the direction of text"),
        ] {
            let customer = json!({ "customerType": "INDIVIDUAL", "fullName": name });
            let token = json!({ "name": name, "permissions": ["VIEW"] });
            for (path, body, field) in [("/customers", customer, "fullName"), ("/tokens", token, "name")] {
                let error = platform.post(path).json(&body).send().await.expect_error(400, "INVALID_INPUT");
                assert_eq!(fields(&error), [field]);
                assert_eq!(error["details"]["errors"][0]["message"], why);
            }
        }
        let persian = json!({ "customerType": "INDIVIDUAL", "fullName": "علی\u{200c}رضا" });
        platform.post("/customers").json(&persian).send().await.expect(201);
    }
}

on_engines! {
    /// Checks that messages of UMA providers, which anyone may send, take no permits of the operations (uma 2).
    async fn strangers_take_no_permit_of_a_platform(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.patch("/config").json(&json!({ "umaDomain": "p2.local" })).send().await.expect(200);
        let base = service.bases().remove(0);
        let root = base.strip_suffix(causeway::router::BASE_PATH).expect("the base path");
        let public = Client::new(root);
        let get = async |path: &str| public.get(path).header("Host", "p2.local").send().await;
        let app = Arc::clone(service.app());
        let mut permits = Vec::new();
        while let Some(permit) = app.request_permits.take_for_peer() {
            permits.push(permit);
        }
        let shed = get("/.well-known/lnurlp/$bob").await.expect(500);
        assert_eq!((&shed["status"], &shed["code"]), (&json!("ERROR"), &json!("INTERNAL_ERROR")));
        get("/.well-known/lnurlpubkey").await.expect(200);
        platform.get("/config").send().await.expect(200);
        drop(permits);
        let served = get("/.well-known/lnurlp/$bob").await.expect(403);
        assert_eq!(served["code"], "NON_UMA_LNURL_NOT_SUPPORTED");
    }
}
