//! A delegated key that was revoked signs for nothing more, even where its row stands as it was (wallet 9).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use causeway_domain::ids::DelegatedKeyId;
use causeway_store::delegated_keys;
use causeway_store::{Defect, Error, FaultInjector, Tx, params};
use serde_json::Value;

use super::scene::Network;
use crate::cards::scene::Scene;
use crate::harness::{Service, Setup, on_engines};
use crate::reliability::controls::Planted;
use crate::wallets::device::text;

/// A row as it was, with its authentication: of a backup.
type Kept = (String, Option<Vec<u8>>, i64, Vec<u8>);

async fn kept(service: &Service, key: DelegatedKeyId) -> Kept {
    let sql =
        "SELECT status, sealed, updated_at, mac FROM delegated_key WHERE key_id = $1 /* all platforms */";
    let read = move |tx: &mut Tx<'_>| {
        tx.query_opt(sql, params![key], |row| {
            Ok((row.get("status")?, row.get("sealed")?, row.get("updated_at")?, row.get("mac")?))
        })
    };
    service.app().store.read(read).await.map_err(|error: Error| error).unwrap().expect("a key")
}

async fn put_back(service: &Service, key: DelegatedKeyId, (status, sealed, updated_at, mac): Kept) {
    let sql = "UPDATE delegated_key SET status = $2, sealed = $3, updated_at = $4, mac = $5 \
               WHERE key_id = $1 /* all platforms */";
    let write = move |tx: &mut Tx<'_>| {
        tx.execute(sql, params![key, status.as_str(), sealed.as_deref(), updated_at, &mac])
    };
    service.app().store.write(&[], write).await.map_err(|error: Error| error).unwrap();
}

/// What becomes of an authorization by a card whose key was revoked, and stands there again.
async fn asked_with_a_key_put_back(service: &Service) -> Value {
    let scene = Scene::set(service).await;
    let card = scene.card().await;
    let receiver = scene.platform().receiver().await;
    let network = Network { scene, card, receiver };
    let made = network.key(&network.card, &network.scene.wallet()).await;
    let key: DelegatedKeyId = text(&made["id"]).parse().unwrap();
    let before = kept(service, key).await;
    let path = format!("/auth/delegated-keys/{}", text(&made["id"]));
    network.scene.platform().delete(&path).send().await.expect(204);
    network.scene.platform().settled().await;
    put_back(service, key, before).await;
    let platform = network.scene.platform().id;
    let find = move |tx: &mut Tx<'_>| delegated_keys::find(tx, platform, key);
    let found = service.app().store.read(find).await.map_err(|error: Error| error);
    found.unwrap().expect("this service wrote it");
    assert_eq!(network.scene.keys().await, ["ACTIVE"], "the row says that it is active");
    let asked = network.ask("authorization", 1_250, "BLUE BOTTLE").await;
    network.scene.platform().settled().await;
    asked
}

on_engines! {
    async fn a_revoked_key_that_is_put_back_signs_for_nothing(service) {
        let declined = asked_with_a_key_put_back(service).await;
        assert_eq!(declined["declineReason"], "DELEGATED_KEY_REQUIRED", "{declined}");
    }
}

/// The planted omission.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forgotten_revocation_of_a_key_is_noticed() {
    let planted = Planted::new(Defect::ForgetRevocations);
    let service = Service::start_with(Setup::Sqlite, Arc::clone(&planted) as Arc<dyn FaultInjector>).await;
    planted.is_on.store(true, Ordering::Release);
    let approved = asked_with_a_key_put_back(&service).await;
    assert_eq!(approved["status"], "AUTHORIZED", "{approved}");
}
