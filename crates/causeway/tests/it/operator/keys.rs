//! The root key (conventions 2.1 `keys rotate`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use causeway_domain::ids::CustomerId;
use causeway_service::customers::reencrypt_all;
use causeway_service::operator::{Grant, Kind};
use causeway_store::customers::{self, Profile};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, on, trail, try_action_as, try_dry_run, with};
use crate::harness::{Platform, Service, Setup, journey};

journey! {
    /// Checks that every platform has UMA keys of its own from the start, until an operator rotates them.
    async fn uma_keys(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let show = async |platform: &Platform| act(service, "uma-key show", on(platform)).await.json;
        let first = show(&sandbox).await;
        let others = show(&production).await;
        let mut keys = Vec::new();
        for platform_keys in [&first, &others] {
            for name in ["signing", "encryption"] {
                let key = platform_keys[name].as_str().unwrap().to_owned();
                assert!(key.len() == 130 && key.starts_with("04"), "an uncompressed point: {key}");
                assert!(!keys.contains(&key));
                keys.push(key);
            }
        }
        assert_eq!(first["platform"], sandbox.id.to_string());

        let planned = act(service, "uma-key rotate", on(&sandbox)).await.json;
        assert_eq!(show(&sandbox).await, first, "other providers may remember them");
        let rotated = act(service, "uma-key rotate", with(&sandbox, json!({ "now": true }))).await.json;
        let shown = show(&sandbox).await;
        for name in ["signing", "encryption"] {
            assert_ne!(planned[name], first[name]);
            assert_ne!(rotated[name], planned[name]);
            assert_eq!(shown[name], rotated[name]);
        }
        assert_eq!(show(&production).await, others);
    }
}

/// Returns the number of the root key that encrypts the customer's identification number.
async fn root_key_of(service: &Service, platform: &Platform, customer: &str) -> u32 {
    let platform = platform.id;
    let id: CustomerId = customer.parse().unwrap();
    let read = move |tx: &mut Tx<'_>| customers::find(tx, platform, id);
    let customer: Result<_, Error> = service.app().store.read(read).await;
    let Profile::Individual(person) = customer.unwrap().unwrap().doc.profile else { panic!("not a person") };
    let encrypted = STANDARD_NO_PAD.decode(person.encrypted_identifier.unwrap()).unwrap();
    u32::from_be_bytes(*encrypted.first_chunk().unwrap())
}

/// Rotates the root key in a single process: of several that share one, none can give the others a new key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn identification_numbers_are_encrypted_again_too() {
    let service = Service::start(Setup::Sqlite).await;
    let mut people = Vec::new();
    for environment in [Environment::Sandbox, Environment::Production, Environment::Sandbox] {
        let platform = service.platform(environment).await;
        let person = json!({ "customerType": "INDIVIDUAL", "idType": "SSN", "identifier": "123-45-6789" });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        platform.customer(&["USD"]).await;
        people.push((platform, customer["id"].as_str().unwrap().to_owned()));
    }
    for (platform, id) in &people {
        assert_eq!(root_key_of(&service, platform, id).await, 1);
    }

    let dry = try_dry_run(&service, "keys rotate", json!({})).await.unwrap();
    let sentences = dry["would"]["further"].as_array().unwrap();
    let is_of_next_key = |line: &Value| line.as_str().unwrap().ends_with(" under root key 2");
    assert!(!sentences.is_empty() && sentences.iter().all(is_of_next_key), "{dry}");
    let rotated = act(&service, "keys rotate", json!({})).await.json;
    assert_eq!(
        (&rotated["root_key"], &rotated["reencrypted"]),
        (&json!(2), &json!(12)),
        "three keys and a number each"
    );
    for (platform, id) in &people {
        assert_eq!(root_key_of(&service, platform, id).await, 2);
        // The number is still the one that was sent: an ITIN begins with 9.
        let change = json!({ "customerType": "INDIVIDUAL", "idType": "ITIN" });
        let response = platform.patch(&format!("/customers/{id}")).json(&change).send().await;
        let error = response.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "identifier");
    }

    assert_eq!(reencrypt_all(service.app(), 2).await.map_err(|error| error.message), Ok(3), "in parts too");
    service.finish().await;
}

/// Returns the details of the rows of the audit trail about rotations.
async fn rotations(service: &Service) -> Vec<Value> {
    let rows = trail(service).await.into_iter().filter(|row| row.action == "keys rotate");
    rows.map(|row| row.detail).collect()
}

/// Disconnects at the beginning of a rotation: it ends all the same, and the audit trail has its beginning and its
/// outcome.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rotation_is_recorded_from_its_beginning_and_outlives_its_caller() {
    let service = Service::start(Setup::Sqlite).await;
    service.platform(Environment::Sandbox).await;
    let operator = caller(Grant::all());
    {
        let mut rotation = Box::pin(try_action_as(&service, &operator, "keys rotate", json!({})));
        tokio::select! {
            biased;
            _ = &mut rotation => panic!("a rotation waits for the database"),
            () = std::future::ready(()) => {}
        }
    }
    wait::until("the outcome of the rotation", wait::PATIENCE, || async {
        let details = rotations(&service).await;
        if details.len() == 2 { Ok(()) } else { Err(format!("{details:?}")) }
    })
    .await;
    let details = rotations(&service).await;
    let stages: Vec<&Value> = details.iter().map(|detail| &detail["stage"]).collect();
    assert_eq!(stages, ["BEGUN", "DONE"]);
    assert_eq!((&details[1]["result"]["root_key"], service.app().keys().newest()), (&json!(2), 2));

    let running = std::sync::Arc::clone(&service.app().rotating).lock_owned().await;
    expect_error(&service, "keys rotate", json!({}), Kind::Refused).await;
    assert_eq!(rotations(&service).await.len(), 2, "a refused rotation has not begun");
    drop(running);
    service.finish().await;
}
