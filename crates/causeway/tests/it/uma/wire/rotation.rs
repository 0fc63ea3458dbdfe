//! The rotation of a platform's keys while messages are under way (uma 3).

use causeway_testing::receiver::Answer;
use causeway_uma::keys::PublicKey;
use serde_json::{Value, json};

use super::Scene;
use super::pay_request::{callback, decides, request};
use super::travel_rule::{encrypted, with_travel_rule};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, with};
use crate::payments::scene::text;

/// Returns the content of the Travel Rule data of the platform's newest payment, as operators see it.
async fn content(service: &Service, platform: &Platform) -> Value {
    let list = platform.get("/transactions?type=INCOMING").send().await.expect(200);
    let payment = json!({ "transaction": list["data"][0]["id"] });
    act(service, "uma-payment travel-rule", with(platform, payment)).await.json["content"].take()
}

journey! {
    async fn messages_under_way_survive_a_rotation(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(200).body("{}"));
        let before = scene.get("/.well-known/lnurlpubkey").await.expect(200);
        let path = callback(&scene).await;
        let first = request(&scene, "8330000", "USD").to_json();
        let answer = scene.pay(&path, &first).await.expect(200);

        act(service, "uma-key rotate", with(&scene.platform, json!({ "now": true }))).await;
        let after = scene.get("/.well-known/lnurlpubkey").await.expect(200);
        for name in ["encryptionPubKey", "signingPubKey"] {
            assert_ne!(after[name], before[name]);
            let old = PublicKey::from_hex(text(&before[name])).expect("a key");
            let digits = encrypted(&old, &json!({ "for": name }).to_string());
            let sent = with_travel_rule(request(&scene, "8330000", "USD"), digits);
            scene.pay(&callback(&scene).await, &sent.to_json()).await.expect(200);
            assert_eq!(content(service, &scene.platform).await, json!({ "for": name }));
        }
        // The answer was given before the rotation, and stays as it is.
        assert_eq!(scene.pay(&path, &request(&scene, "8330000", "USD").to_json()).await.expect(200), answer);
    }
}
