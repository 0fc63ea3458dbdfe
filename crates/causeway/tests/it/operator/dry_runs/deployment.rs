//! Platforms, keys, users and settings.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use causeway_service::operator::{self, ConsoleSession, PasskeyRegistration, PasskeySite, SignIn};
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::webauthn::SoftwareAuthenticator;
use serde_json::{Value, json};

use super::super::acting::{act, on};
use super::case::{CaseEnd, Cases};
use crate::harness::Service;
use crate::payments::scene::Scene;
use crate::wallets::device::Holder;
use crate::wallets::passkeys::authenticator;

/// Creates a wallet that is in use, and then newer master keys, which the service uses from now on.
pub(super) async fn add_newer_wallet_keys(service: &mut Service) {
    let holder = Holder::of(service).await;
    holder.login().await;
    holder.platform.settled().await;
    service.add_wallet_keys();
    service.restart().await;
}

/// Adds actions on the platform and its keys.
pub(super) async fn add_platform(cases: &mut Cases, service: &Service, scene: &Scene) {
    let platform = &scene.platform;
    let token = act(service, "token create", on(platform)).await.json["token"].clone();
    platform.settled().await;
    for (action, arguments, end) in [
        ("token create", json!({ "name": "reports" }), CaseEnd::Done),
        ("token delete", json!({ "token": token }), CaseEnd::Done),
        ("webhook replay", json!({ "status": "DELIVERED" }), CaseEnd::OnlyDry),
        ("webhook-key rotate", json!({}), CaseEnd::Done),
        ("uma-key rotate", json!({}), CaseEnd::Done),
        ("uma-provider allow", json!({ "domain": "sandbox.uma.test" }), CaseEnd::Done),
        ("uma-provider block", json!({ "domain": "sandbox.uma.test" }), CaseEnd::Done),
        ("sandbox fault", json!({ "name": "stuck" }), CaseEnd::Done),
        ("sandbox clear", json!({}), CaseEnd::Done),
        ("clock advance", json!({ "by": "1h" }), CaseEnd::OnlyDry),
        ("clock next", json!({}), CaseEnd::OnlyDry),
        ("find rebuild", json!({}), CaseEnd::OnlyDry),
    ] {
        cases.add_on(platform, action, arguments, end);
    }
    let other = service.platform(Environment::Sandbox).await;
    let disabled = service.platform(Environment::Sandbox).await;
    act(service, "platform disable", on(&disabled)).await;
    let frozen = service.platform(Environment::Sandbox).await;
    frozen.freeze().await;
    cases.add("clock freeze", on(&other), CaseEnd::Done);
    cases.add("clock resume", on(&frozen), CaseEnd::Done);
    cases.add("platform disable", on(&other), CaseEnd::Done);
    cases.add("platform enable", on(&disabled), CaseEnd::Done);
}

/// The session of a browser at the console, with a passkey of its person.
struct ConsoleSignIn {
    session: Value,
    passkey: Value,
}

/// Signs the owner in to the console, and adds a passkey.
async fn console_sign_in(service: &Service) -> ConsoleSignIn {
    let app = service.app();
    let url = act(service, "console link", json!({})).await.json["sign_in_url"].clone();
    let (_, link) = url.as_str().and_then(|url| url.split_once("?link=")).expect("a link");
    let begun = operator::sign_in_by_link(app, link, None).await.unwrap();
    let Some(SignIn::Session(begun)) = begun else { panic!("no session") };
    let session = ConsoleSession::find(app, begun.cookie.expose()).await.unwrap().expect("a session");
    let site = PasskeySite::of("localhost:8080").expect("a host name");
    let creation = operator::begin_registration(app, &session, &site).await.unwrap();
    let challenge = creation.challenge.expose().clone();
    let (_, signed) = challenge.split_once('.').expect("an id and a secret");
    let authenticator = SoftwareAuthenticator {
        rp_id: "localhost".to_owned(),
        origin: "http://localhost:8080".to_owned(),
        ..authenticator()
    };
    let sent = authenticator.register(&BASE64URL.encode(signed));
    let registration = PasskeyRegistration {
        challenge,
        credential: sent.credential_id,
        client_data: sent.client_data_json,
        attestation: sent.attestation_object,
    };
    assert!(operator::finish_registration(app, &session, &site, registration).await.unwrap());
    ConsoleSignIn {
        session: act(service, "console sessions", json!({})).await.json[0]["session"].clone(),
        passkey: act(service, "console passkeys", json!({})).await.json[0]["passkey"].clone(),
    }
}

/// Adds actions on the deployment.
pub(super) async fn add_deployment(cases: &mut Cases, service: &Service) {
    let roles = json!(["viewer"]);
    act(service, "user add", json!({ "name": "grace", "uid": 1_234, "roles": roles })).await;
    act(service, "user add", json!({ "name": "ida", "uid": 1_236, "roles": roles })).await;
    act(service, "operator-token create", json!({ "name": "old", "roles": roles })).await;
    let ConsoleSignIn { session, passkey } = console_sign_in(service).await;
    let sink = json!({ "channel": "webhook", "address": "http://localhost:9/alerts", "from": "page" });
    let sink = act(service, "alert-sink add", sink).await.json["sink"].clone();
    let rate = json!({ "sending": "USD", "receiving": "EUR", "rate": "0.9", "confirm": "0.9" });
    let banks = json!({ "directory": "banks", "environment": "sandbox", "entries": [] });
    let other = json!({ "channel": "webhook", "address": "http://localhost:9/other" });
    let platform = json!({ "environment": "sandbox", "name": "New", "currencies": ["EUR"] });
    for (action, arguments, end) in [
        ("rate set", rate, CaseEnd::Done),
        ("user add", json!({ "name": "alan", "uid": 1_235, "roles": roles }), CaseEnd::Done),
        ("user remove", json!({ "name": "grace" }), CaseEnd::Done),
        ("operator-token create", json!({ "name": "ci", "roles": roles }), CaseEnd::Done),
        ("operator-token revoke", json!({ "name": "old" }), CaseEnd::Done),
        ("console link", json!({ "name": "ida" }), CaseEnd::Done),
        ("console end", json!({ "session": session }), CaseEnd::Done),
        ("console remove-passkey", json!({ "passkey": passkey }), CaseEnd::Done),
        ("setting set", json!({ "name": "payout_timeout_days", "value": "3" }), CaseEnd::Done),
        ("terms publish", json!({ "url": "https://example.com/terms/2" }), CaseEnd::Done),
        ("directory import", banks, CaseEnd::Done),
        ("platform create", platform, CaseEnd::Done),
        ("alert-sink add", other, CaseEnd::Done),
        ("alert-sink test", json!({ "sink": sink }), CaseEnd::OnlyDry),
        ("alert-sink remove", json!({ "sink": sink }), CaseEnd::Done),
        ("ledger accept", json!({}), CaseEnd::Done),
        ("keys rotate", json!({}), CaseEnd::OnlyDry),
        ("wallet-keys rotate", json!({}), CaseEnd::Counted("wallets")),
    ] {
        cases.add(action, arguments, end);
    }
}
