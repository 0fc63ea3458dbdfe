//! Credentials by identity, and keys that devices hold (wallet W4, W5, W15).

use causeway_testing::http::Request;
use causeway_wallet_crypto::{ClientPublicKey, SessionKey};
use serde_json::{Value, json};

use super::device::{Device, Holder, claims, reason, text, token};
use crate::harness::journey;

/// Builds the request that adds a user's identity.
#[track_caller]
fn identity(holder: &Holder, claims: &Value) -> Request {
    holder.add(json!({ "type": "OAUTH", "oidcToken": token(claims) }))
}

/// Adds a credential by identity and returns its id.
async fn add(holder: &Holder, device: &Device, subject: &str) -> String {
    let claims = claims(subject, 0);
    let added = holder.signed(device, || identity(holder, &claims)).await.expect(201);
    text(&added["id"]).to_owned()
}

/// Builds a login by identity for this key.
#[track_caller]
fn login(holder: &Holder, credential: &str, mut claims: Value, key: &str) -> Request {
    claims["nonce"] = json!(ClientPublicKey::parse(key).unwrap().nonce());
    bare_login(holder, credential, &claims, key)
}

#[track_caller]
fn bare_login(holder: &Holder, credential: &str, claims: &Value, key: &str) -> Request {
    let body = json!({ "type": "OAUTH", "oidcToken": token(claims), "clientPublicKey": key });
    holder.platform.post(&format!("/auth/credentials/{credential}/verify")).json(&body)
}

journey! {
    async fn wallet_w04_add_oauth_sealed_session(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let token_claims = claims("google-1", 0);
        let challenge = identity(&holder, &token_claims).send().await.expect(202);
        assert_eq!(challenge["type"], "OAUTH");
        let added = device.answer(identity(&holder, &token_claims), &challenge).send().await.expect(201);
        assert_eq!((&added["type"], &added["nickname"]), (&json!("OAUTH"), &json!("google-1@example.com")));
        let credential = text(&added["id"]);
        let other = Device::new();
        let session = login(&holder, credential, claims("google-1", 0), &other.uncompressed()).send().await.expect(200);
        let key = SessionKey::open(text(&session["encryptedSessionSigningKey"]), &other.0).expect("a key for the device");
        let session_key = Device(key);
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        assert!(holder.sessions().await.iter().all(|one| one["encryptedSessionSigningKey"].is_null()));
        holder.signed(&session_key, || holder.platform.delete(&path)).await.expect(204);

        let path = format!("/auth/credentials/{credential}/challenge");
        holder.platform.post(&path).send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn wallet_w05_oauth_unhappy(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let credential = add(&holder, &device, "google-1").await;
        let key = device.compressed();
        let with = |name: &str, value: Value| {
            let mut changed = claims("google-1", 0);
            changed[name] = value;
            changed
        };
        let now = claims("google-1", 0)["iat"].as_i64().unwrap();
        for (claims, why) in [
            (with("iat", json!(now - 120)), "OIDC token is too old"),
            (with("iat", json!(now + 30)), "OIDC token issued in the future"),
            (with("exp", json!(now - 1)), "OIDC token expired"),
            (with("sub", json!("google-2")), "OIDC identity mismatch"),
        ] {
            assert_eq!(reason(&login(&holder, &credential, claims, &key).send().await), why);
        }

        let wrong = bare_login(&holder, &credential, &with("nonce", json!("00")), &key).send().await;
        assert_eq!(reason(&wrong), "OIDC nonce mismatch");
        for claims in [with("aud", json!(["a", "b"])), with("iss", json!("https://example.com")), with("sub", json!(""))] {
            identity(&holder, &claims).send().await.expect_error(400, "INVALID_INPUT");
        }

        let literal = holder.add(json!({ "type": "OAUTH", "oidcToken": "sandbox-valid-oidc-token" }));
        literal.send().await.expect_error(400, "INVALID_INPUT");
        identity(&holder, &claims("google-1", 0)).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(reason(&identity(&holder, &claims("google-2", 120)).send().await), "OIDC token is too old");
    }
}

/// Checks that stamps by the device's own key and by the key encrypted to it are both accepted, for one
/// session.
pub(super) async fn both_sign(holder: &Holder, own: &Device, session_key: &Device) {
    let path = format!("/internal-accounts/{}", holder.wallet);
    for signer in [own, session_key] {
        let privacy = || holder.platform.patch(&path).json(&json!({ "privateEnabled": true }));
        assert_eq!(holder.signed(signer, privacy).await.expect(200)["privateEnabled"], true);
    }
}

journey! {
    async fn wallet_w15_client_held_key(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let credential = add(&holder, &device, "google-1").await;
        let own = Device::new();
        let session = login(&holder, &credential, claims("google-1", 0), &own.compressed()).send().await.expect(200);
        let session_key = SessionKey::open(text(&session["encryptedSessionSigningKey"]), &own.0).expect("a key for the device");
        both_sign(&holder, &own, &Device(session_key)).await;

        // The same after a refresh of that session, which either key can sign.
        let next = Device::new();
        let session_key = SessionKey::open(text(&session["encryptedSessionSigningKey"]), &Device::new().0);
        assert!(session_key.is_none(), "the key is encrypted to one device");
        let path = format!("/auth/sessions/{}/refresh", text(&session["id"]));
        let refresh = || holder.platform.post(&path).json(&json!({ "clientPublicKey": next.compressed() }));
        let challenge = refresh().send().await.expect(202);
        device.answer(refresh(), &challenge).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        let after = own.answer(refresh(), &challenge).send().await.expect(201);
        let session_key = SessionKey::open(text(&after["encryptedSessionSigningKey"]), &next.0).expect("a key for the device");
        both_sign(&holder, &next, &Device(session_key)).await;
        assert_eq!(holder.sessions().await.iter().filter(|one| one["type"] == "OAUTH").count(), 2);
    }
}
