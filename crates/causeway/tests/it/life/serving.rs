//! A server at work: its readiness, the pages that it serves beside the interface, and its log.

use std::io::{Read, Write};

use causeway_testing::wait;
use serde_json::{Value, json};

use super::process::{Folder, Server, command, output_of, refused, utf8};

#[tokio::test]
async fn a_started_server_lives_and_is_ready() {
    let folder = Folder::new();
    let server = folder.start();
    let client = server.client();
    let health = client.get("/healthz").send().await;
    assert_eq!(health.expect(200), json!({"status": "alive"}));
    for name in ["x-request-id", "cache-control"] {
        assert!(health.header(name).is_some(), "{health}");
    }
    assert_eq!(client.get("/readyz").send().await.expect(200), json!({"status": "ready"}));
    client.post("/readyz").send().await.expect_error(405, "METHOD_NOT_ALLOWED");
}

#[test]
fn readiness_is_asked_at_the_address_of_the_server_on_the_folder() {
    let folder = Folder::new();
    let data = folder.data();
    let ready = ["ready", "--data", utf8(&data)];
    let mut server = folder.start();
    assert_eq!(output_of(&ready), "ready\n");
    let (code, complaint) = refused(command(&ready).args(["--listen", "127.0.0.1:1"]));
    assert!(code == 5 && complaint.contains("no server answers at 127.0.0.1:1:"), "{complaint}");

    let address = server.origin.trim_start_matches("http://").to_owned();
    server.kill();
    let (code, complaint) = refused(&mut command(&ready));
    assert!(code == 5 && complaint.contains(&format!("no server answers at {address}:")), "{complaint}");
}

#[tokio::test]
async fn little_free_space_is_reported_before_the_disk_is_full() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_DISK_FLOOR_MIB", (u64::MAX >> 20).to_string());
    let server = Server::start(serve);
    let body = server.client().get("/readyz").send().await.expect(503);
    assert_eq!(body["reason"], "disk below its floor");
    server.client().get("/healthz").send().await.expect(200);
    server.api().get("/config").send().await.expect(200);
}

#[tokio::test]
async fn the_lines_of_a_request_carry_its_id_its_operation_and_its_platform() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.args(["--log-level", "info,causeway_service=debug"]);
    let server = Server::start(serve);
    let answer = server.api().get("/config").send().await;
    let id = answer.header("x-request-id").unwrap().to_owned();

    let span = wait::until("the request's line", wait::PATIENCE, || async {
        let log = server.log();
        let mut lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let line = lines.find(|line| line["span"]["id"] == id && line["message"] == "request answered");
        line.map(|line| line["span"].clone()).ok_or(log)
    })
    .await;

    assert_eq!(span["operation"], "GetPlatformConfig");
    assert!(span["platform"].as_str().unwrap().starts_with("Platform:"), "{span}");
    for line in server.log().lines() {
        assert!(serde_json::from_str::<Value>(line).is_ok(), "not JSON: {line}");
    }
}

/// Waits for the log's line about a request, at the default level.
async fn line_about(server: &Server, id: &str) -> Value {
    wait::until("the request's line", wait::PATIENCE, || async {
        let log = server.log();
        let mut lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.find(|line| line["span"]["id"] == id || line["id"] == id).ok_or(log)
    })
    .await
}

#[tokio::test]
async fn refused_requests_are_found_in_the_log_by_their_id() {
    let folder = Folder::new();
    let server = folder.start();
    let success = server.api().get("/config").send().await;
    let unknown = server.client().get("/svc/2025-10-13/nothing").send().await;
    let anonymous = server.client().get("/svc/2025-10-13/tokens").send().await;
    let invalid = server.api().post("/tokens").json(&json!({ "name": "" })).send().await;

    for (answer, code) in
        [(unknown, "REFERENCE_NOT_FOUND"), (anonymous, "UNAUTHORIZED"), (invalid, "INVALID_INPUT")]
    {
        let line = line_about(&server, answer.header("x-request-id").unwrap()).await;
        assert_eq!((line["level"].as_str(), line["code"].as_str()), (Some("INFO"), Some(code)), "{line}");
        assert_eq!(line["status"], answer.status, "{line}");
    }
    let line = line_about(&server, success.header("x-request-id").unwrap()).await;
    assert_eq!((line["level"].as_str(), line["status"].as_u64()), (Some("INFO"), Some(200)), "{line}");

    // Malformed HTTP is refused before it becomes a request.
    let address = server.origin.strip_prefix("http://").unwrap().to_owned();
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nno header\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    let answer = answer.await.unwrap();
    let id = answer.split("x-request-id: ").nth(1).unwrap().split("\r\n").next().unwrap();
    assert_eq!(line_about(&server, id).await["code"], "INVALID_REQUEST_FORMAT");
}
