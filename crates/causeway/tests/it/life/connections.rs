//! Callers that are many, slow or strange.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use super::drain::Held;
use super::process::{Folder, Server};

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.origin.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Everything that comes until the server closes the connection.
fn rest(stream: &mut TcpStream) -> String {
    let mut got = Vec::new();
    // A reset counts as closed.
    let _ = stream.read_to_end(&mut got);
    String::from_utf8_lossy(&got).into_owned()
}

#[tokio::test]
async fn beyond_its_strength_a_server_refuses_at_once_and_stays_observable() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_REQUESTS_MAX", "1");
    let server = Server::start(serve);
    let held = Held::begin(&server);
    let shed = server.api().get("/config").send().await;
    shed.refused(503, "SERVICE_UNAVAILABLE");
    for name in ["retry-after", "x-request-id", "cache-control"] {
        assert!(shed.header(name).is_some(), "{shed}");
    }
    server.client().get("/readyz").send().await.expect(200);
    assert!(tokio::task::spawn_blocking(move || held.end()).await.unwrap().starts_with("HTTP/1.1 201 "));
    server.api().get("/config").send().await.expect(200);
}

#[test]
fn connections_that_send_nothing_or_half_a_request_are_closed() {
    let folder = Folder::new();
    let server = folder.start();
    let begun = Instant::now();
    let beginnings: [&[u8]; 3] = [b"", b"PRI * HTT", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "];
    let mut slow: Vec<TcpStream> = beginnings
        .iter()
        .map(|beginning| {
            let mut stream = connect(&server);
            stream.write_all(beginning).unwrap();
            stream
        })
        .collect();
    for stream in &mut slow {
        let got = rest(stream);
        assert!(!got.contains("200 OK"), "{got}");
    }
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
}

#[test]
fn a_head_without_end_is_refused() {
    let folder = Folder::new();
    let server = folder.start();
    let mut stream = connect(&server);
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ").unwrap();
    let filler = vec![b'a'; 16 * 1024];
    // The server may close before all of it is sent.
    for _ in 0..64 {
        if stream.write_all(&filler).is_err() {
            break;
        }
    }
    let got = rest(&mut stream);
    assert!(got.is_empty() || got.starts_with("HTTP/1.1 431 "), "{got}");
}

#[test]
fn http_2_is_spoken_on_the_same_port() {
    let folder = Folder::new();
    let server = folder.start();
    let url = format!("{}/healthz", server.origin);
    let output = Command::new("curl")
        .args([
            "--silent",
            "--show-error",
            "--http2-prior-knowledge",
            "--write-out",
            " %{http_version}",
            &url,
        ])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), r#"{"status":"alive"} 2"#, "{output:?}");
}
