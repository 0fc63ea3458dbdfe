//! Many callers, slow callers and malformed requests.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::drain::OpenRequest;
use super::process::{Folder, Server};
use crate::harness::{Service, Setup};

fn connect(server: &Server) -> TcpStream {
    connect_to(&server.origin)
}

fn connect_to(origin: &str) -> TcpStream {
    let stream = TcpStream::connect(origin.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Reads until the server closes the connection.
fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset counts as closed.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn the_only_request_permit_is_free_while_a_body_is_awaited() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_REQUESTS_MAX", "1");
    let server = Server::start(serve);

    let open = OpenRequest::begin(&server);
    server.api().get("/config").send().await.expect(200);
    server.client().get("/readyz").send().await.expect(200);
    assert!(tokio::task::spawn_blocking(move || open.end()).await.unwrap().starts_with("HTTP/1.1 201 "));
    server.api().get("/config").send().await.expect(200);
}

#[test]
fn connections_that_send_nothing_or_half_a_request_are_closed() {
    let folder = Folder::new();
    let server = folder.start();
    let start = Instant::now();
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
        let response = rest(stream);
        assert!(!response.contains("200 OK"), "{response}");
    }
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
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
    let response = rest(&mut stream);
    assert!(response.is_empty() || response.starts_with("HTTP/1.1 431 "), "{response}");
}

#[test]
fn refusals_have_one_form() {
    let folder = Folder::new();
    let server = folder.start();
    let long = "a".repeat(40 * 1024);
    let longest = "a".repeat(64 * 1024);
    for (request, status) in [
        ("NONSENSE\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/3.1\r\nHost: x\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n".to_owned(), 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n".to_owned(), 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n".to_owned(), 400),
        ("CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), 404),
        ("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), 404),
        ("TRACE /svc/2025-10-13/config HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), 405),
        ("GET /svc/2025-10-13/%FF HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), 404),
        (format!("GET / HTTP/1.1\r\nHost: x\r\nX-Long: {long}\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nHost: x\r\nX-Long: {longest}\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "x-y: 1\r\n".repeat(510)), 404),
        (format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "x-y: 1\r\n".repeat(513)), 431),
        (format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", u64::MAX), 413),
        (format!("GET /{longest} HTTP/1.1\r\nHost: x\r\n\r\n"), 431),
        // The request before it is answered first.
        ("GET /nope HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n".to_owned(), 400),
    ] {
        let response = answer_to(&server.origin, &request);
        let beginning = request.get(..80.min(request.len())).unwrap_or_default();
        check_form(&response, status).unwrap_or_else(|error| panic!("{beginning}: {error}\n{response}"));
    }
}

/// Returns everything that comes back for a request; its last part is the last request on the connection.
fn answer_to(origin: &str, request: &str) -> String {
    let mut stream = connect_to(origin);
    // A caller that closes its own half first may get no answer: the server is asked to close after the last
    // request.
    let (before, last) = request.split_at(request.find("NONSENSE").unwrap_or_default());
    let last = last.replacen("Host: x\r\n", "Host: x\r\nConnection: close\r\n", 1);
    // The server may close before all of it is sent.
    let _ = stream.write_all(format!("{before}{last}").as_bytes());
    rest(&mut stream)
}

/// Checks that the last answer is a refusal in the form of all others.
fn check_form(response: &str, status: u16) -> Result<(), String> {
    let last = response.rsplit("HTTP/1.1 ").next().unwrap_or_default();
    let (head, body) = last.split_once("\r\n\r\n").ok_or("no answer")?;
    if !head.starts_with(&format!("{status} ")) {
        return Err("another status".to_owned());
    }
    let body: Value = serde_json::from_str(body).map_err(|_| "the body is not JSON")?;
    if body["status"] != status || !body["code"].is_string() || !body["message"].is_string() {
        return Err("another body".to_owned());
    }
    let headers =
        ["x-request-id: ", "cache-control: no-store", "content-type: application/json; charset=utf-8"];
    match headers.into_iter().find(|header| !head.contains(header)) {
        Some(missing) => Err(format!("no {missing}")),
        None => Ok(()),
    }
}

/// Checks the planted fault: the same requests to a listener on which the library answers by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_of_the_library_have_no_form() {
    let service = Service::start(Setup::Sqlite).await;
    let origin = service.bases()[0].split("/svc/").next().unwrap().to_owned();
    let check = |request: &'static str, status| {
        let origin = origin.clone();
        tokio::task::spawn_blocking(move || check_form(&answer_to(&origin, request), status))
    };

    let edge = check("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400).await.unwrap();
    assert_eq!(edge, Ok(()), "a request that reaches the service gets its form anywhere");
    for request in ["NONSENSE\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n"] {
        let form = check(request, 400).await.unwrap();
        assert_eq!(form, Err("the body is not JSON".to_owned()), "{request}");
    }
    service.finish().await;
}

/// Requests a path over HTTP/2 with a further header of this length. Returns the body, the version of HTTP
/// and the status, with blanks between.
fn over_http_2(server: &Server, path: &str, length: usize) -> String {
    let mut curl = Command::new("curl");
    curl.args([
        "--silent",
        "--show-error",
        "--http2-prior-knowledge",
        "--write-out",
        " %{http_version} %{http_code}",
    ]);
    curl.args(["--header", &format!("X-Long: {}", "a".repeat(length)), &format!("{}{path}", server.origin)]);
    let output = curl.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn http_2_is_spoken_on_the_same_port() {
    let folder = Folder::new();
    let server = folder.start();
    assert_eq!(over_http_2(&server, "/healthz", 1), r#"{"status":"alive"} 2 200"#);

    let config = "/svc/2025-10-13/config";
    let large = over_http_2(&server, config, 40 * 1024);
    let (body, status) = large.split_once("} 2 ").unwrap();
    assert_eq!(status, "431");
    let body: Value = serde_json::from_str(&format!("{body}}}")).unwrap();
    assert_eq!((&body["status"], &body["code"]), (&431.into(), &"INVALID_REQUEST_FORMAT".into()));
}
