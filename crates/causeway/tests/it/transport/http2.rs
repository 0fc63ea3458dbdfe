//! Request heads that two programs could read differently, over HTTP/2, which has further ways to express
//! them (conventions 6).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use causeway_store::platforms::Environment;
use http_body_util::Empty;
use hyper::Request;
use hyper::client::conn::http2::handshake;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;

use crate::harness::{Platform, Service, on_engines};

/// Sends a request for this host with these headers and returns the status. `RIGHT` is replaced by the
/// credentials.
async fn ask(service: &Service, platform: &Platform, host: &str, headers: &[(&str, &str)]) -> u16 {
    let base = service.bases().remove(0);
    let address = base.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    let stream = TokioIo::new(TcpStream::connect(address).await.unwrap());
    let (mut sender, connection) = handshake(TokioExecutor::new(), stream).await.unwrap();
    tokio::spawn(connection);
    let credentials =
        format!("Basic {}", STANDARD.encode(format!("{}:{}", platform.client_id, platform.secret)));
    let mut request = Request::get(format!("http://{host}/svc/2025-10-13/config"));
    for (name, value) in headers {
        request = request.header(*name, if *value == "RIGHT" { credentials.as_str() } else { *value });
    }
    let request = request.body(Empty::<Bytes>::new()).unwrap();
    sender.send_request(request).await.unwrap().status().as_u16()
}

const WRONG: &str = "Basic eDp5";
const RIGHT: (&str, &str) = ("authorization", "RIGHT");

/// Request headers, each with the expected status.
const HEADS: [(&[(&str, &str)], u16); 7] = [
    (&[RIGHT], 200),
    (&[("host", "x"), RIGHT], 200),
    (&[("host", "y"), RIGHT], 400),
    (&[("host", "x"), ("host", "x"), RIGHT], 400),
    (&[("host", "x"), ("host", "y"), RIGHT], 400),
    (&[RIGHT, RIGHT], 401),
    (&[("authorization", WRONG), RIGHT], 401),
];

on_engines! {
    async fn heads_are_read_in_one_way_over_http2_too(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (headers, status) in HEADS {
            assert_eq!(ask(service, &platform, "x", headers).await, status, "{headers:?}");
        }
    }
}
