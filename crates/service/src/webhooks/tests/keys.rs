//! Tests of signatures.

use causeway_domain::ids::PlatformId;
use causeway_store::settings::Scope;
use causeway_wire::webhooks::EventType;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::fixture::{Fixture, START, ScriptedOutcome};
use crate::runtime::outbound::OutboundRequest;
use crate::runtime::settings::{AnySetting, WEBHOOK_SIGNATURE_JSON};
use crate::webhooks::key_set::{published_pem, published_set};
use crate::webhooks::keys::replace;

pub(super) async fn published(fixture: &Fixture) -> String {
    let file = format!("{}.pem", fixture.platform.config());
    published_pem(&fixture.app, &file).await.unwrap().unwrap()
}

pub(super) fn verifies(pem: &str, sent: &OutboundRequest) -> bool {
    let key = VerifyingKey::from_public_key_pem(pem).unwrap();
    let value = sent.headers["x-svc-signature"].to_str().unwrap();
    let members: Option<serde_json::Value> = serde_json::from_str(value).ok();
    let base64 = members.as_ref().map_or(value, |members| members["s"].as_str().unwrap());
    let signature = STANDARD.decode(base64).unwrap();
    key.verify(&sent.body, &Signature::from_der(&signature).unwrap()).is_ok()
}

#[tokio::test]
async fn attempts_are_signed_with_the_key_of_the_moment() {
    let fixture = Fixture::with_endpoint().await;
    fixture.transport.play(|_| ScriptedOutcome::Status(500));
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    fixture.deliver().await;
    let before = published(&fixture).await;
    let app = std::sync::Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let rotated = fixture.write(move |tx| replace(tx, &app, platform)).await.public_pem;
    assert_eq!(published(&fixture).await, rotated);
    fixture.move_to(fixture.event().await.due_at);
    fixture.deliver().await;
    let sent = fixture.transport.exchanges();
    assert_eq!([verifies(&before, &sent[0]), verifies(&rotated, &sent[0])], [true, false]);
    assert_eq!([verifies(&before, &sent[1]), verifies(&rotated, &sent[1])], [false, true]);
}

/// Sets the form of signatures and delivers an event.
async fn sent_after(fixture: &Fixture, scope: Scope, is_json: bool) -> String {
    let name = WEBHOOK_SIGNATURE_JSON.name();
    fixture.write(move |tx| Ok(causeway_store::settings::set(tx, scope, name, &is_json.into())?)).await;
    delivered(fixture).await
}

/// Delivers an event; returns the value of its signature header.
async fn delivered(fixture: &Fixture) -> String {
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    fixture.deliver().await;
    let sent = fixture.transport.exchanges().pop().unwrap();
    assert!(verifies(&published(fixture).await, &sent));
    sent.headers["x-svc-signature"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_platform_has_its_form_of_signature_and_json_by_default() {
    let fixture = Fixture::with_endpoint().await;
    let value = delivered(&fixture).await;
    let members: serde_json::Value = serde_json::from_str(&value).unwrap();
    let base64 = members["s"].as_str().unwrap();
    assert_eq!(value, format!(r#"{{"v":"1","s":"{base64}"}}"#));
    let is_json = |value: String| value.starts_with('{');
    assert!(!is_json(sent_after(&fixture, Scope::Deployment, false).await), "the deployment's default");
    assert!(is_json(sent_after(&fixture, Scope::Platform(fixture.platform), true).await));
    let another: PlatformId = fixture.app.ids.next(START);
    assert!(is_json(sent_after(&fixture, Scope::Platform(another), false).await));
    assert!(!is_json(sent_after(&fixture, Scope::Platform(fixture.platform), false).await));
}

#[tokio::test]
async fn only_the_configuration_of_a_platform_has_a_published_key() {
    let fixture = Fixture::new().await;
    let config = fixture.platform.config().to_string();
    for file in
        [config.clone(), format!("{}.pem", fixture.platform), "x.pem".to_owned(), format!("{config}0.pem")]
    {
        assert_eq!(published_pem(&fixture.app, &file).await.unwrap(), None, "{file}");
        let set = published_set(&fixture.app, &file.replace(".pem", ".json")).await.unwrap();
        assert!(set.is_none(), "{file}");
    }
}
