//! The published keys and the configuration of a platform (uma 3, 9).

use causeway_uma::certificates::{CertificateChain, PublicKeyResponse};
use causeway_uma::keys::PublicKey;
use serde_json::{Value, json};

use super::peer::now;
use super::{DOMAIN, Scene};
use crate::harness::journey;
use crate::operator::acting::{act, on, with};

const KEYS: &str = "/.well-known/lnurlpubkey";

/// Returns the key of the leaf of a chain.
fn leaf(chain: &Value) -> PublicKey {
    let chain: Vec<String> = serde_json::from_value(chain.clone()).expect("a chain");
    CertificateChain::parse(&chain).expect("certificates").verify(now()).expect("a valid chain")
}

journey! {
    async fn uma_u01_keys_and_configuration(service) {
        let scene = Scene::new(service).await;
        let keys = scene.get(KEYS).await.expect(200);
        for (chain, key) in [("signingCertChain", "signingPubKey"), ("encryptionCertChain", "encryptionPubKey")] {
            assert_eq!(json!(leaf(&keys[chain]).to_uncompressed_hex()), keys[key]);
        }
        assert_ne!(keys["signingPubKey"], keys["encryptionPubKey"]);
        let until = keys["expirationTimestamp"].as_i64().expect("an end");
        assert!((now() + 3_500..=now() + 3_600).contains(&until), "{until}");
        let shown = act(service, "uma-key show", on(&scene.platform)).await.json;
        assert_eq!(shown["signing"], keys["signingPubKey"]);

        // The chain is the same each time, and so is the key that peers remember.
        let again = scene.get(KEYS).await.expect(200);
        assert_eq!(again["signingCertChain"], keys["signingCertChain"]);
        act(service, "uma-key rotate", on(&scene.platform)).await;
        let announced = scene.get(KEYS).await.expect(200);
        assert_eq!(announced["signingPubKey"], keys["signingPubKey"], "peers may remember it");
        act(service, "uma-key rotate", with(&scene.platform, json!({ "now": true }))).await;
        let rotated = scene.get(KEYS).await.expect(200);
        assert_ne!(rotated["signingPubKey"], keys["signingPubKey"]);
        PublicKeyResponse::parse(rotated.to_string().as_bytes()).expect("keys").signing_key(now()).expect("a key");

        let configuration = scene.get("/.well-known/uma-configuration").await;
        assert_eq!(configuration.header("access-control-allow-origin"), Some("*"));
        assert_eq!(configuration.expect(200), json!({ "name": "Test platform", "uma_major_versions": [1] }));

        for host in ["nowhere.example", "localhost", "127.0.0.1"] {
            for path in [KEYS, "/.well-known/uma-configuration", "/.well-known/lnurlp/$bob"] {
                scene.get_at(host, path).await.expect_error(404, "REFERENCE_NOT_FOUND");
            }
        }
        scene.get_at(&DOMAIN.to_uppercase(), KEYS).await.expect(200);
        act(service, "platform disable", on(&scene.platform)).await;
        scene.get(KEYS).await.expect_error(404, "REFERENCE_NOT_FOUND");
        act(service, "platform enable", on(&scene.platform)).await;
    }
}
