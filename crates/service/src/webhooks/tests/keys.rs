//! Signatures.

use causeway_wire::webhooks::EventType;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::fixture::{Fixture, Play};
use crate::runtime::outbound::Exchange;
use crate::runtime::settings::{AnySetting, WEBHOOK_SIGNATURE_JSON};
use crate::webhooks::keys::{published_pem, rotate};

async fn published(fixture: &Fixture) -> String {
    let file = format!("{}.pem", fixture.platform.config());
    published_pem(&fixture.app, &file).await.unwrap().unwrap()
}

fn verifies(pem: &str, sent: &Exchange) -> bool {
    let key = VerifyingKey::from_public_key_pem(pem).unwrap();
    let signature = STANDARD.decode(sent.headers["x-svc-signature"].as_bytes()).unwrap();
    key.verify(&sent.body, &Signature::from_der(&signature).unwrap()).is_ok()
}

#[tokio::test]
async fn attempts_are_signed_with_the_key_of_the_moment() {
    let fixture = Fixture::with_endpoint().await;
    fixture.transport.play(|_| Play::Status(500));
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    fixture.deliver().await;
    let before = published(&fixture).await;
    let (app, platform) = (std::sync::Arc::clone(&fixture.app), fixture.platform);
    let rotated = fixture.write(move |tx| rotate(tx, &app, platform)).await;
    assert_eq!(published(&fixture).await, rotated);
    fixture.move_to(fixture.event().await.due_at);
    fixture.deliver().await;
    let sent = fixture.transport.seen();
    assert_eq!([verifies(&before, &sent[0]), verifies(&rotated, &sent[0])], [true, false]);
    assert_eq!([verifies(&before, &sent[1]), verifies(&rotated, &sent[1])], [false, true]);
}

#[tokio::test]
async fn the_signature_can_be_sent_as_json() {
    let fixture = Fixture::with_endpoint().await;
    let name = WEBHOOK_SIGNATURE_JSON.name();
    fixture
        .write(move |tx| {
            Ok(causeway_store::settings::set(
                tx,
                causeway_store::settings::Scope::Deployment,
                name,
                &true.into(),
            )?)
        })
        .await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    fixture.deliver().await;
    let mut sent = fixture.transport.seen().remove(0);
    let value: serde_json::Value =
        serde_json::from_slice(sent.headers["x-svc-signature"].as_bytes()).unwrap();
    assert_eq!((value["v"].as_str(), value.as_object().unwrap().len()), (Some("1"), 2));
    let plain = value["s"].as_str().unwrap().parse().unwrap();
    sent.headers.insert("x-svc-signature", plain);
    assert!(verifies(&published(&fixture).await, &sent));
}

#[tokio::test]
async fn only_the_configuration_of_a_platform_has_a_published_key() {
    let fixture = Fixture::new().await;
    let config = fixture.platform.config().to_string();
    for file in
        [config.clone(), format!("{}.pem", fixture.platform), "x.pem".to_owned(), format!("{config}0.pem")]
    {
        assert_eq!(published_pem(&fixture.app, &file).await.unwrap(), None, "{file}");
    }
}
