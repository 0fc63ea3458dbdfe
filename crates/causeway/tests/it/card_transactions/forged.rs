//! A delegated key that was revoked signs for nothing more, even where its row stands as it was (wallet 9).

use std::time::Duration;

use causeway_domain::ids::DelegatedKeyId;
use causeway_store::delegated_keys;
use causeway_store::{Error, Tx, params};
use serde_json::Value;

use super::scene::{Network, is, pulls};
use crate::cards::scene::Scene;
use crate::harness::{Service, on_engines};
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

/// A card with a key, which is its only one.
async fn set(service: &Service) -> (Network, DelegatedKeyId) {
    let scene = Scene::set(service).await;
    let card = scene.card().await;
    let receiver = scene.platform().receiver().await;
    let network = Network { scene, card, receiver };
    let made = network.key(&network.card, &network.scene.wallet()).await;
    (network, text(&made["id"]).parse().unwrap())
}

/// Has the key of a card revoked, and its row put back.
async fn revoke_and_put_back(service: &Service, network: &Network, key: DelegatedKeyId) {
    let before = kept(service, key).await;
    network.scene.platform().delete(&format!("/auth/delegated-keys/{key}")).send().await.expect(204);
    network.scene.platform().settled().await;
    put_back(service, key, before).await;
    let platform = network.scene.platform().id;
    let find = move |tx: &mut Tx<'_>| delegated_keys::find(tx, platform, key);
    let found = service.app().store.read(find).await.map_err(|error: Error| error);
    found.unwrap().expect("this service wrote it");
    assert_eq!(network.scene.keys().await, ["ACTIVE"], "the row says that it is active");
}

/// What becomes of an authorization by a card whose key was revoked, and stands there again.
async fn asked_with_a_key_put_back(service: &Service) -> Value {
    let (network, key) = set(service).await;
    revoke_and_put_back(service, &network, key).await;
    let asked = network.ask("authorization", 1_250, "BLUE BOTTLE").await;
    network.scene.platform().settled().await;
    asked
}

/// The same of a pull that waited meanwhile to be confirmed; the transaction, and what the wallet holds.
async fn waited_with_a_key_put_back(service: &Service) -> (Value, [i64; 2]) {
    let (network, key) = set(service).await;
    let slow = network.ask("authorization", 1_000, "CORNER 005").await;
    assert_eq!(pulls(&slow), [1, 1_000, 1]);
    revoke_and_put_back(service, &network, key).await;
    network.scene.platform().advance(Duration::from_secs(35)).await;
    (network.settled(&slow).await, network.cents().await)
}

on_engines! {
    async fn a_revoked_key_that_is_put_back_signs_for_nothing(service) {
        let declined = asked_with_a_key_put_back(service).await;
        assert_eq!(declined["declineReason"], "DELEGATED_KEY_REQUIRED", "{declined}");
        let (undone, held) = waited_with_a_key_put_back(service).await;
        is(&undone, "EXCEPTION");
        assert_eq!((pulls(&undone), held), ([1, 0, 0], [50_000, 50_000]));
    }
}
