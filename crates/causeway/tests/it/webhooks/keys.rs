//! The keys that webhooks are signed with, over several processes.

use std::sync::Arc;

use causeway_service::webhooks::keys;
use causeway_service::{ApiError, App};
use causeway_store::Error;
use causeway_store::platforms::Environment;
use causeway_store::secret_keys::{self, SecretKeyRecord};
use causeway_testing::receiver::{BadSignature, verify};

use crate::harness::{Platform, journey};

async fn rotate(app: &Arc<App>, platform: &Platform) -> String {
    let (shared, id) = (Arc::clone(app), platform.id);
    let rotated: Result<_, ApiError> = app.store.write(&[], move |tx| keys::rotate(tx, &shared, id)).await;
    rotated.unwrap()
}

journey! {
    async fn a_rotated_key_signs_from_then_on_in_every_process(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let app = Arc::clone(service.app());
        let other = Arc::clone(service.app());
        // Two rotations at once: one comes after the other, and only its key is in use.
        let both = tokio::join!(rotate(&app, &platform), rotate(&other, &platform));
        let file = format!("{}.pem", platform.id.config());
        let published = keys::published_pem(service.app(), &file).await.unwrap().unwrap();
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
