//! A revoked delegated key signs nothing, even after its former row is restored (wallet 9).

use std::time::Duration;

use causeway_domain::ids::DelegatedKeyId;
use causeway_store::delegated_keys;
use causeway_store::{Error, Tx, params};
use serde_json::Value;

use super::scene::{Network, assert_status, pulls};
use crate::cards::scene::Scene;
use crate::harness::{Service, on_engines};
use crate::wallets::device::text;

/// A former row with its authentication code, as from a backup.
struct KeyRow {
    status: String,
    encrypted: Option<Vec<u8>>,
    updated_at: i64,
    mac: Vec<u8>,
}

async fn read_row(service: &Service, key: DelegatedKeyId) -> KeyRow {
    let sql =
        "SELECT status, encrypted, updated_at, mac FROM delegated_key WHERE key_id = $1 /* all platforms */";
    let read = move |tx: &mut Tx<'_>| {
        tx.query_opt(sql, params![key], |row| {
            Ok(KeyRow {
                status: row.get("status")?,
                encrypted: row.get("encrypted")?,
                updated_at: row.get("updated_at")?,
                mac: row.get("mac")?,
            })
        })
    };
    service.app().store.read(read).await.map_err(|error: Error| error).unwrap().expect("a key")
}

async fn put_back(service: &Service, key: DelegatedKeyId, former: KeyRow) {
    let sql = "UPDATE delegated_key SET status = $2, encrypted = $3, updated_at = $4, mac = $5 \
               WHERE key_id = $1 /* all platforms */";
    let write = move |tx: &mut Tx<'_>| {
        let KeyRow { status, encrypted, updated_at, mac } = &former;
        tx.execute(sql, params![key, status.as_str(), encrypted.as_deref(), *updated_at, mac])
    };
    service.app().store.write(&[], write).await.map_err(|error: Error| error).unwrap();
}

/// Sets up a card with its only key.
async fn set_up(service: &Service) -> (Network, DelegatedKeyId) {
    let scene = Scene::new(service).await;
    let card = scene.card().await;
    let receiver = scene.platform().receiver().await;
    let network = Network { scene, card, receiver };
    let key = network.key(&network.card, &network.scene.wallet()).await;
    (network, text(&key["id"]).parse().unwrap())
}

/// Revokes the key of a card and puts its row back.
async fn revoke_and_put_back(service: &Service, network: &Network, key: DelegatedKeyId) {
    let former = read_row(service, key).await;
    network.scene.platform().delete(&format!("/auth/delegated-keys/{key}")).send().await.expect(204);
    network.scene.platform().settled().await;
    put_back(service, key, former).await;

    let platform = network.scene.platform().id;
    let find = move |tx: &mut Tx<'_>| delegated_keys::find(tx, platform, key);
    let found = service.app().store.read(find).await.map_err(|error: Error| error);
    found.unwrap().expect("this service wrote it");
    assert_eq!(network.scene.keys().await, ["ACTIVE"], "the row says that it is active");
}

/// Asks for an authorization by a card whose revoked key was put back, and returns the transaction.
async fn authorization_with_a_key_put_back(service: &Service) -> Value {
    let (network, key) = set_up(service).await;
    revoke_and_put_back(service, &network, key).await;
    let authorization = network.ask("authorization", 1_250, "BLUE BOTTLE").await;
    network.scene.platform().settled().await;
    authorization
}

/// A transaction after its pull, and the balances of the wallet.
struct PullOutcome {
    transaction: Value,
    cents: [i64; 2],
}

/// Revokes a key and puts it back while a pull waits for its confirmation.
async fn pull_with_a_key_put_back(service: &Service) -> PullOutcome {
    let (network, key) = set_up(service).await;
    let slow = network.ask("authorization", 1_000, "CORNER 005").await;
    assert_eq!(pulls(&slow), [1, 1_000, 1]);
    revoke_and_put_back(service, &network, key).await;
    network.scene.platform().advance(Duration::from_secs(35)).await;
    PullOutcome { transaction: network.settled(&slow).await, cents: network.cents().await }
}

on_engines! {
    async fn a_revoked_key_that_is_put_back_signs_for_nothing(service) {
        let declined = authorization_with_a_key_put_back(service).await;
        assert_eq!(declined["declineReason"], "DELEGATED_KEY_REQUIRED", "{declined}");

        let undone = pull_with_a_key_put_back(service).await;
        assert_status(&undone.transaction, "EXCEPTION");
        assert_eq!((pulls(&undone.transaction), undone.cents), ([1, 0, 0], [50_000, 50_000]));
    }
}
