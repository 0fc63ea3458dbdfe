//! Signing keys of webhooks, with several processes.

use std::sync::Arc;

use causeway_service::webhooks::{key_set, keys};
use causeway_service::{ApiError, App};
use causeway_store::Error;
use causeway_store::platforms::Environment;
use causeway_store::secret_keys::{self, SecretKeyRecord};
use causeway_testing::receiver::{BadSignature, Receiver, verify};
use serde_json::json;

use crate::harness::{Platform, journey};
use crate::operator::acting::{act, with};

async fn replace(app: &Arc<App>, platform: &Platform) -> String {
    let shared = Arc::clone(app);
    let id = platform.id;
    let replaced: Result<_, ApiError> = app.store.write(&[], move |tx| keys::replace(tx, &shared, id)).await;
    replaced.unwrap().public_pem
}

/// Returns the signature header of a received event, and checks that it verifies.
async fn signed(platform: &Platform, receiver: &Receiver) -> String {
    receiver.forget();
    platform.customer(&["USD"]).await;
    let sent = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
    assert_eq!(verify(&platform.webhook_pem, &sent), Ok(()));
    sent.header("x-svc-signature").expect("a signature").to_owned()
}

fn is_json(value: &str) -> bool {
    value.starts_with(r#"{"v":"1","s":""#) && value.ends_with(r#""}"#)
}

journey! {
    async fn each_platform_has_the_form_of_signature_that_its_receiver_reads(service) {
        let one = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        let receivers = [one.receiver().await, other.receiver().await];
        assert!(is_json(&signed(&one, &receivers[0]).await), "the form of a new platform");

        let plain = |platform| with(platform, json!({ "name": "webhook_signature_json", "value": "off" }));
        act(service, "setting set", plain(&one)).await;
        let value = signed(&one, &receivers[0]).await;
        assert!(value.starts_with("ME") && !value.contains('"'), "{value}");
        assert!(is_json(&signed(&other, &receivers[1]).await), "another platform keeps its own");

        let of_all = json!({ "name": "webhook_signature_json", "value": "off" });
        act(service, "setting set", of_all).await;
        assert!(!is_json(&signed(&other, &receivers[1]).await), "the deployment's form, where a platform has none");
        let json = with(&other, json!({ "name": "webhook_signature_json", "value": "on" }));
        act(service, "setting set", json).await;
        assert!(is_json(&signed(&other, &receivers[1]).await));
    }
}

journey! {
    async fn a_replacement_signs_from_then_on_in_every_process(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let app = Arc::clone(service.app());
        let other = Arc::clone(service.app());
        // Two concurrent replacements: they run one after the other, and only the key of the last one is in use.
        let both = tokio::join!(replace(&app, &platform), replace(&other, &platform));
        let file = format!("{}.pem", platform.id.config());
        let published = key_set::published_pem(service.app(), &file).await.unwrap().unwrap();
        assert!([&both.0, &both.1].contains(&&published));

        for _ in 0..4 {
            receiver.forget();
            platform.customer(&["USD"]).await;
            let sent = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
            assert_eq!(verify(&published, &sent), Ok(()));
            assert_eq!(verify(&platform.webhook_pem, &sent), Err(BadSignature::Forged));
        }

        let all: Result<_, Error> = service.app().store.write(&[], secret_keys::lock_all).await;
        let belongs = |key: &&SecretKeyRecord| {
            key.platform == Some(platform.id) && key.purpose == "WEBHOOK_SIGNATURE"
        };
        let in_use = all.unwrap().iter().filter(belongs).filter(|key| key.retired_at.is_none()).count();
        assert_eq!(in_use, 1);
    }
}
