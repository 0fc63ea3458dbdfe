//! Request heads that two programs could read differently (conventions 1).

use std::io::{Read, Write};
use std::net::TcpStream;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_store::platforms::Environment;
use causeway_testing::wait;
use causeway_wire::table::Operation;

use super::call::Call;
use super::world::{World, groups, names};
use crate::harness::{Platform, Service, on_engines};

/// Headers of one value, as refusals name them, each with two valid values.
const SINGLE: [(&str, [&str; 2]); 4] = [
    ("Idempotency-Key", ["6f1c", "a-6f1c"]),
    ("Request-Id", ["Request:1", "Request:2"]),
    ("Svc-Wallet-Signature", ["sandbox-valid-signature", "other"]),
    ("Content-Type", ["application/json", "application/json; charset=utf-8"]),
];

/// Sends the request with each of the headers twice, once with equal values and once with different ones.
async fn refused_with_repeated_headers(world: &World, call: &Call) {
    for (name, [first, second]) in SINGLE {
        for values in [[first, first], [first, second]] {
            let client = world.client(call.row);
            let mut request = client.request(call.row.method.as_str(), &call.path());
            request = call.query.iter().fold(request, |request, (name, value)| request.query(name, value));
            for value in values {
                request = request.header(name, value);
            }
            let error = request.send().await.expect_error(400, "INVALID_INPUT");
            let errors = error["details"]["errors"].as_array().expect("field errors");
            assert_eq!((errors.len(), errors[0]["field"].as_str()), (1, Some(name)), "{error}");
        }
    }
}

on_engines! {
    async fn a_header_of_one_value_is_sent_once(service) {
        let world = World::make(service).await;
        world.platform.freeze().await;
        for group in &groups(Operation::all().filter(|operation| operation.row().reads_headers())) {
            let calls = world.prepare_all(group).await;
            let before = world.freeze().await;
            for call in &calls {
                refused_with_repeated_headers(&world, call).await;
            }
            world.assert_as(&before, &format!("one of {} did something", names(group))).await;
        }
    }
}

/// Sends the bytes of a request and returns the whole response. `RIGHT` is replaced by the platform's
/// credentials.
async fn sent(service: &Service, platform: &Platform, head: &str) -> String {
    let base = service.bases().remove(0);
    let credentials = STANDARD.encode(format!("{}:{}", platform.client_id, platform.secret));
    let head = head.replace("RIGHT", &format!("Authorization: Basic {credentials}"));
    let exchange = move || {
        let address = base.strip_prefix("http://").unwrap().split('/').next().unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(wait::PATIENCE)).unwrap();
        write!(stream, "{head}\r\n\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    };
    tokio::task::spawn_blocking(exchange).await.unwrap()
}

const TOKENS: &str = "/svc/2025-10-13/tokens";

on_engines! {
    async fn a_request_names_its_host_once_and_soundly(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (line, host, status) in [
            (format!("GET {TOKENS} HTTP/1.1"), "", 400),
            (format!("GET http://pay.example{TOKENS} HTTP/1.1"), "", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: two words\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: user@pay.example\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: pay.example/path\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: pay.example:port\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: pay.example, pay.example\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: pay.example:+81\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: [2001:db8::1]:+81\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: pay.example:0\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: :81\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.1"), "Host:\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.0"), "Host: two words\r\n", 400),
            (format!("GET {TOKENS} HTTP/1.0"), "", 200),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: pay.example\r\n", 200),
            (format!("GET {TOKENS} HTTP/1.1"), "Host: [2001:db8::1]:8443\r\n", 200),
            (format!("GET http://pay.example{TOKENS} HTTP/1.1"), "host:pay.example:80\r\n", 200),
        ] {
            let response = sent(service, &platform, &format!("{line}\r\n{host}Connection: close\r\nRIGHT")).await;
            let begins = response.split(' ').nth(1);
            assert_eq!(begins, Some(status.to_string().as_str()), "{line} {host}\n{response}");
            assert_eq!(response.contains("\"code\":\"INVALID_REQUEST_FORMAT\""), status == 400, "{response}");
        }
    }
}

on_engines! {
    /// Checks that the service neither waits for the body nor asks for it.
    async fn a_body_that_is_announced_too_large_is_refused_by_its_head(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (length, expect) in [("1048577", "Expect: 100-continue\r\n"), ("1048577", ""), ("9007199254740993", "")] {
            let head = format!(
                "POST {TOKENS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\nConnection: close\r\n{expect}RIGHT"
            );
            let response = sent(service, &platform, &head).await;
            assert!(response.starts_with("HTTP/1.1 413 "), "{length} {expect}\n{response}");
            assert!(response.contains("\"code\":\"INVALID_REQUEST_FORMAT\""), "{response}");
        }
    }
}
