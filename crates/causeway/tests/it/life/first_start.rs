//! The first start in an empty folder: one command, and everything that it prints works.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use causeway_testing::http::Client;
use serde_json::Value;

use super::process::{Credentials, Folder, Server};

#[tokio::test]
async fn the_first_screen_is_complete_and_its_command_works() {
    let folder = Folder::new();
    let server = folder.start();
    assert!(server.screen.lines().count() <= 24, "{}", server.screen);
    assert_eq!(server.printed("Base URL"), server.base_url());
    assert!(server.printed("Token id").starts_with("Token:"));

    let command = server.screen.lines().find(|line| line.starts_with("  curl ")).unwrap();
    let output =
        Command::new("sh").args(["-c", &format!("{command} --silent --show-error")]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let config: Value = serde_json::from_slice(&output.stdout).unwrap();
    let id = config["id"].as_str().unwrap();
    assert!(id.starts_with("PlatformConfig:"), "{config}");

    let response = server.client().get(&format!("/.well-known/svc-webhook-keys/{id}.pem")).send().await;
    assert_eq!(response.status, 200, "{response}");
    let pem = String::from_utf8(response.body.to_vec()).unwrap();
    assert!(server.screen.contains(pem.trim()), "{}\n{pem}", server.screen);
}

#[tokio::test]
async fn files_with_secrets_are_for_their_owner_only() {
    let folder = Folder::new();
    let server = folder.start();
    let mode = |name: &str| fs::metadata(folder.data().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("."), 0o700);
    for name in ["causeway.db", "causeway.db-wal", "root.key", "operator.sock", "credentials"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }

    let secret = server.credentials().secret;
    assert!(!server.log().contains(&secret), "the secret is in the log");
    assert!(
        !server.screen.contains(&secret),
        "the secret is printed to what is no terminal: {}",
        server.screen
    );
}

#[tokio::test]
async fn a_second_start_prints_no_secret_and_knows_the_first_ones_token() {
    let folder = Folder::new();
    let mut first = folder.start();
    let Credentials { id, secret } = first.credentials();
    first.stop();
    let second = folder.start();
    assert!(!second.screen.contains(&secret) && second.screen.lines().count() == 1, "{}", second.screen);
    Client::new(&second.base_url()).basic(&id, &secret).get("/config").send().await.expect(200);
}

#[tokio::test]
async fn credentials_from_the_environment_are_taken_at_the_first_start_only() {
    let folder = Folder::new();
    let start = |id: &str, secret: &str| {
        let mut serve = folder.serve();
        serve.env("SVC_BOOTSTRAP_CLIENT_ID", id).env("SVC_BOOTSTRAP_CLIENT_SECRET", secret);
        Server::start(serve)
    };
    let mut first = start("given id", "given-secret");
    assert!(!first.screen.contains("given-secret"), "{}", first.screen);
    let status = async |server: &Server, id: &str, secret: &str| {
        Client::new(&server.base_url()).basic(id, secret).get("/config").send().await.status
    };
    assert_eq!(status(&first, "given id", "given-secret").await, 200);
    first.stop();

    let second = start("other", "other-secret");
    assert_eq!(status(&second, "given id", "given-secret").await, 200);
    assert_eq!(status(&second, "other", "other-secret").await, 401);
}
