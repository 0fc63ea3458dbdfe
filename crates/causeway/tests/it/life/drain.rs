//! The end of a server: requests under way finish, later ones are refused.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_testing::wait;
use rustix::process::Signal;
use serde_json::json;

use super::anchored::AnchoredFolder;
use super::process::{Credentials, Folder, Server, command, refused, utf8};
use crate::harness::Setup;

/// A request of which only the head has been sent.
pub(super) struct OpenRequest(TcpStream);

const BODY: &str = r#"{"name":"late","permissions":["VIEW"]}"#;

impl OpenRequest {
    /// Sends the head of `POST /tokens` without its body.
    pub(super) fn begin(server: &Server) -> Self {
        let address = server.origin.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(wait::PATIENCE)).unwrap();
        let Credentials { id, secret } = server.credentials();
        let credentials = STANDARD.encode(format!("{id}:{secret}"));
        write!(
            stream,
            "POST /svc/2025-10-13/tokens HTTP/1.1\r\nHost: {address}\r\nAuthorization: Basic {credentials}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\
             Expect: 100-continue\r\n\r\n",
            BODY.len()
        )
        .unwrap();
        // The server asks for the body once it knows the caller: from here on the request is under way.
        let mut interim = [0; 25];
        stream.read_exact(&mut interim).unwrap();
        assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
        Self(stream)
    }

    /// Sends the body and returns the whole answer.
    pub(super) fn end(mut self) -> String {
        self.0.write_all(BODY.as_bytes()).unwrap();
        let mut answer = String::new();
        self.0.read_to_string(&mut answer).unwrap();
        answer
    }
}

#[test]
fn a_request_under_way_is_answered_and_later_ones_are_refused() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = Folder::new();
        let mut server = folder.start();
        let open = OpenRequest::begin(&server);

        server.signal(signal);
        let address = server.origin.strip_prefix("http://").unwrap().to_owned();
        wait::blocking(wait::PATIENCE, || match TcpStream::connect(&address) {
            Err(_) => Ok(()),
            Ok(_) => Err("connections are still accepted"),
        })
        .unwrap();

        let answer = open.end();
        assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
        assert!(server.wait_for_exit(Duration::from_secs(20)).success());
        assert!(!folder.data().join("operator.sock").exists());
        assert!(!folder.data().join("causeway.db-wal").exists(), "the log of the database is folded into it");
    }
}

#[test]
fn a_request_that_never_ends_does_not_keep_the_server_from_stopping() {
    let folder = Folder::new();
    let mut server = folder.start();
    let _open = OpenRequest::begin(&server);
    server.signal(Signal::TERM);
    let status = server.wait_for_exit(Duration::from_secs(22));
    assert!(status.success(), "{status}\n{}", server.log());
}

#[test]
fn a_second_server_on_a_folder_is_refused_until_the_first_is_killed() {
    let folder = Folder::new();
    let mut server = folder.start();
    let mut on_its_address = folder.serve();
    on_its_address.env("SVC_LISTEN", server.origin.trim_start_matches("http://"));
    for mut second in [folder.serve(), on_its_address] {
        let (code, complaint) = refused(&mut second);
        assert_eq!(code, 1);
        assert!(complaint.contains("uses it"), "{complaint}");
    }

    let mut migrate = command(&["migrate", "--data", utf8(&folder.data())]);
    assert!(refused(&mut migrate).1.contains("in use"));

    server.kill();
    assert!(folder.data().join("operator.sock").exists(), "the killed server left its socket behind");
    folder.start().stop();
}

/// Checks bodies of 750 KB with more errors than are listed, each of which once took minutes to validate.
async fn long_bodies_do_not_outlive_the_end(setup: Setup) {
    let anchored = AnchoredFolder::on(setup).await;
    let mut server = anchored.start();
    let api = server.api();
    let long =
        json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": vec!["ZZZ"; 125_000] });
    for _ in 0..4 {
        tokio::spawn(api.post("/customers").json(&long).send());
    }
    for path in ["/tokens", "/customers", "/transactions"] {
        api.get(path).send().await.expect(200);
    }
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_bodies_do_not_outlive_the_end_on_sqlite() {
    long_bodies_do_not_outlive_the_end(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_bodies_do_not_outlive_the_end_on_postgres() {
    long_bodies_do_not_outlive_the_end(Setup::Postgres).await;
}
