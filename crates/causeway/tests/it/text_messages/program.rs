//! The program with a gateway in its configuration.

use std::path::Path;

use causeway_testing::http::Client;
use serde_json::{Value, json};

use crate::harness::{GATEWAY_SECRET, Gateway};
use crate::life::process::{Credentials, Folder, Server, output_of, read_credentials, refused, utf8};
use crate::wallets::device::text;

/// Creates a production platform in this folder and returns its client.
fn production(folder: &Folder, server: &Server) -> Client {
    let data = folder.data();
    let create = ["platform", "create", "--environment", "production", "--name", "Live", "--json", "--data"];
    let output = output_of(&[&create[..], &[utf8(&data)]].concat());
    let platform: Value = serde_json::from_str(&output).unwrap();
    let Credentials { id, secret } = read_credentials(Path::new(text(&platform["credentials"])));
    server.client().at(&server.base_url()).basic(&id, &secret)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_is_proven_by_the_program_as_it_is_configured() {
    let gateway = Gateway::start().await;
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve
        .arg("--behind-proxy")
        .env("SVC_TEXT_MESSAGES_URL", gateway.receiver.url())
        .env("SVC_TEXT_MESSAGES_SECRET", "YW5vdGhlciBzZWNyZXQgdGhhdCBpcyB1c2VkIG5leHQ=")
        .env("SVC_TEXT_MESSAGES_SECRET_PREVIOUS", GATEWAY_SECRET);
    let mut server = Server::start(serve);

    let api = production(&folder, &server);
    let person = json!({
        "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Erika Musterfrau", "email": "erika@example.com",
        "phoneNumber": "+4930123459",
    });
    let customer = api.post("/customers").json(&person).send().await.expect(201);
    let path = format!("/customers/{}/verify-phone", text(&customer["id"]));
    api.post(&path).send().await.expect(204);
    let code = gateway.code();
    let proven = api.post(&format!("{path}/confirm")).json(&json!({ "code": code })).send().await.expect(200);
    assert_eq!(proven["contactVerification"]["phone"], "VERIFIED");

    server.stop();
    let log = server.log();
    for secret in [GATEWAY_SECRET, "YW5vdGhlciBzZWNyZXQgdGhhdCBpcyB1c2VkIG5leHQ=", "+4930123459"] {
        assert!(!log.contains(secret), "{secret} is in {log}");
    }
}

#[test]
fn half_a_gateway_and_one_inside_keep_the_server_from_starting() {
    let private = "set text_messages_private_hosts_allowed = true";
    for (url, secret, why) in [
        ("https://sms.example.com/", None, "text_messages_url is set without text_messages_secret"),
        ("https://10.1.2.3/", Some(GATEWAY_SECRET), private),
        ("http://sms.internal/", Some(GATEWAY_SECRET), private),
        ("https://sms.example.com/", Some("short"), "openssl rand -base64 32"),
    ] {
        let folder = Folder::new();
        let mut serve = folder.serve();
        serve.env("SVC_TEXT_MESSAGES_URL", url);
        if let Some(secret) = secret {
            serve.env("SVC_TEXT_MESSAGES_SECRET", secret);
        }
        let (code, complaint) = refused(&mut serve);
        assert!(code == 2 && complaint.contains(why), "{url}: {code} {complaint}");
        assert!(!folder.data().exists(), "no database was created");
    }
}
