//! Long bodies delay only their callers, and take no more memory than their platform may use (conventions 6,
//! 7.2).

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_store::platforms::Environment;
use causeway_store::{Fault, FaultInjector, Point};
use causeway_testing::http::Response;
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::harness::{Platform, Service, Setup, on_engines};

/// A gate that keeps long bodies from being read until it is open.
struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_open: bool,
    /// Number of bodies that have reached the gate.
    came: usize,
}

impl Gate {
    fn closed() -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), changed: Condvar::new() })
    }

    /// Waits for the gate to open. It opens by itself after a timeout, in case the waiting threads are those
    /// that receive requests.
    fn wait(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.came += 1;
        let waited = self.changed.wait_timeout_while(state, 2 * wait::PATIENCE, |state| !state.is_open);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.is_open = true;
        self.changed.notify_all();
    }

    fn open(&self) {
        self.state.lock().unwrap().is_open = true;
        self.changed.notify_all();
    }

    fn is_open(&self) -> bool {
        self.state.lock().unwrap().is_open
    }

    async fn wait_for(&self, bodies: usize) {
        wait::until("the bodies are there", wait::PATIENCE, || async {
            let came = self.state.lock().unwrap().came;
            if came >= bodies { Ok(()) } else { Err(came) }
        })
        .await;
    }
}

impl FaultInjector for Gate {
    fn at(&self, point: Point) -> Option<Fault> {
        if point == Point::BeforeLongBody {
            self.wait();
        }
        None
    }
}

/// Returns a body of 750 KB with more field errors than a response lists.
fn long() -> Value {
    json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": vec!["ZZZ"; 125_000] })
}

fn send_long(platform: &Platform) -> tokio::task::JoinHandle<Response> {
    let request = platform.post("/customers").json(&long());
    tokio::spawn(request.send())
}

/// Sends four long bodies, and requests lists that are answered while the bodies are being read.
async fn long_bodies_are_read_aside(setup: Setup) {
    let gate = Gate::closed();
    let service = Service::start_with_faults(setup, Arc::clone(&gate) as Arc<dyn FaultInjector>).await;
    let [sending, working] =
        [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];

    let sent: Vec<_> = (0..4).map(|_| send_long(&sending)).collect();
    gate.wait_for(4).await;
    for path in ["/tokens", "/customers", "/transactions", "/config"].repeat(4) {
        working.get(path).send().await.expect(200);
        sending.get(path).send().await.expect(200);
    }
    assert!(!gate.is_open(), "lists waited for the bodies");

    gate.open();
    for response in sent {
        let error = response.await.unwrap().expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "currencies");
    }
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_bodies_are_read_aside_on_sqlite() {
    long_bodies_are_read_aside(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_bodies_are_read_aside_on_postgres() {
    long_bodies_are_read_aside(Setup::Postgres).await;
}

/// Checks that a caller is answered within the deadline, although its body was not read.
async fn a_body_is_read_within_the_deadline_of_its_request(setup: Setup) {
    let gate = Gate::closed();
    let service = Service::start_with_faults(setup, Arc::clone(&gate) as Arc<dyn FaultInjector>).await;
    let platform = service.platform(Environment::Sandbox).await;
    let late_answer = send_long(&platform).await.unwrap();
    assert!(!gate.is_open() && late_answer.header("retry-after").is_some(), "{late_answer}");
    late_answer.expect_error(503, "SERVICE_UNAVAILABLE");

    // Control: once the body can be read, it is refused for its content.
    gate.open();
    send_long(&platform).await.unwrap().expect_error(400, "INVALID_INPUT");
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_is_read_within_the_deadline_of_its_request_on_sqlite() {
    a_body_is_read_within_the_deadline_of_its_request(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_is_read_within_the_deadline_of_its_request_on_postgres() {
    a_body_is_read_within_the_deadline_of_its_request(Setup::Postgres).await;
}

/// Maximum size of a body in bytes.
const MIB: usize = 1024 * 1024;

/// A request that has arrived except for the last byte of its body.
struct UnfinishedRequest(TcpStream);

impl UnfinishedRequest {
    /// Sends the head of `POST /tokens` and returns the first line of the response, which asks for the body
    /// or refuses the request.
    fn begin(base: &str, platform: &Platform) -> (Self, String) {
        let address = base.strip_prefix("http://").unwrap().split('/').next().unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(wait::PATIENCE)).unwrap();
        let credentials = STANDARD.encode(format!("{}:{}", platform.client_id, platform.secret));
        write!(
            stream,
            "POST /svc/2025-10-13/tokens HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {credentials}\r\n\
             Content-Type: application/json\r\nContent-Length: {MIB}\r\nConnection: close\r\n\
             Expect: 100-continue\r\n\r\n"
        )
        .unwrap();
        let mut line = Vec::new();
        let mut byte = [0];
        while !line.ends_with(b"\r\n") {
            stream.read_exact(&mut byte).unwrap();
            line.push(byte[0]);
        }
        (Self(stream), String::from_utf8(line).unwrap())
    }

    fn send(&mut self) {
        let mut body = br#"{"name":"long","permissions":["VIEW"]}"#.to_vec();
        body.resize(MIB - 1, b' ');
        self.0.write_all(&body).unwrap();
    }

    /// Sends the last byte and returns the response.
    fn end(mut self) -> String {
        self.0.write_all(b" ").unwrap();
        let mut response = String::new();
        match self.0.read_to_string(&mut response) {
            Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error}"),
            _ => response,
        }
    }
}

on_engines! {
    /// Fills the budget of one platform with sixteen bodies of a mebibyte; another platform has room beside
    /// them.
    async fn a_platform_has_a_budget_of_bytes(service) {
        let base = service.bases().remove(0);
        let [filling, working] =
            [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let begin = |platform: &Platform| {
            let base = base.clone();
            let platform = platform.clone();
            tokio::task::spawn_blocking(move || UnfinishedRequest::begin(&base, &platform))
        };

        let mut under_way = Vec::new();
        for _ in 0..16 {
            let (mut unfinished, line) = begin(&filling).await.unwrap();
            assert_eq!(line, "HTTP/1.1 100 Continue\r\n");
            under_way.push(tokio::task::spawn_blocking(move || {
                unfinished.send();
                unfinished
            }));
        }

        wait::until("the bodies are there", wait::PATIENCE, || async {
            let taken = service.app().bodies.of_platform(filling.id);
            if taken == 16 * (MIB - 1) { Ok(()) } else { Err(taken) }
        })
        .await;

        let (_, line) = begin(&filling).await.unwrap();
        assert!(line.starts_with("HTTP/1.1 429 "), "{line}");
        let shed = filling.post("/tokens").json(&json!({ "name": "t", "permissions": ["VIEW"] })).send().await;
        assert_eq!(shed.header("retry-after"), Some("1"), "{shed}");
        shed.expect_error(429, "RATE_LIMITED");
        filling.get("/config").send().await.expect(200);

        // Control: there is room for the same bodies of another platform.
        let (mut other, line) = begin(&working).await.unwrap();
        assert_eq!(line, "HTTP/1.1 100 Continue\r\n");
        let response = tokio::task::spawn_blocking(move || {
            other.send();
            other.end()
        });

        assert!(response.await.unwrap().contains("HTTP/1.1 201 "));
        for unfinished in under_way {
            let unfinished = unfinished.await.unwrap();
            let response = tokio::task::spawn_blocking(|| unfinished.end()).await.unwrap();
            assert!(response.contains("HTTP/1.1 201 "), "{response}");
        }
        filling.post("/tokens").json(&json!({ "name": "t", "permissions": ["VIEW"] })).send().await.expect(201);
    }
}
