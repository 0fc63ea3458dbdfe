//! Passkeys (wallet W6, W7).

use causeway_testing::http::{Request, Response};
use causeway_wallet_crypto::webauthn::SoftwareAuthenticator;
use causeway_wallet_crypto::{PrivateKey, SessionKey};
use serde_json::{Value, json};

use super::adding::both_sign;
use super::device::{Device, Holder, reason, text};
use crate::harness::{journey, on_engines};

const CHALLENGE: &str = "3f4sA2szLi6weWs5agDplMbTOztlK2ifjLjfCPbfb9c";

pub(crate) fn authenticator() -> SoftwareAuthenticator {
    SoftwareAuthenticator {
        key: PrivateKey::derive([77; 32]).unwrap(),
        credential_id: b"a passkey".to_vec(),
        rp_id: "example.com".to_owned(),
        origin: "https://wallet.example.com".to_owned(),
        sign_count: 0,
        user_present: true,
    }
}

/// Builds the body that adds a passkey.
pub(crate) fn registration(authenticator: &SoftwareAuthenticator) -> Value {
    let registration = authenticator.register(CHALLENGE);
    json!({
        "type": "PASSKEY", "nickname": "Jane's phone", "challenge": registration.challenge,
        "attestation": {
            "credentialId": registration.credential_id, "clientDataJson": registration.client_data_json,
            "attestationObject": registration.attestation_object, "transports": ["internal"],
        },
    })
}

/// Requests a challenge of the passkey.
pub(super) async fn challenge(holder: &Holder, passkey: &str, key: &str) -> Value {
    let path = format!("/auth/credentials/{passkey}/challenge");
    holder.platform.post(&path).json(&json!({ "clientPublicKey": key })).send().await.expect(200)
}

/// Builds the request with the authenticator's answer to a challenge.
#[track_caller]
pub(super) fn answer(holder: &Holder, passkey: &str, challenge: &Value, assertion: &Value) -> Request {
    let path = format!("/auth/credentials/{passkey}/verify");
    let body = json!({ "type": "PASSKEY", "assertion": assertion });
    holder.platform.post(&path).json(&body).header("Request-Id", text(&challenge["requestId"]))
}

pub(super) fn assertion(authenticator: &mut SoftwareAuthenticator, challenge: &str) -> Value {
    let assertion = authenticator.assert(challenge);
    json!({
        "credentialId": assertion.credential_id, "clientDataJson": assertion.client_data_json,
        "authenticatorData": assertion.authenticator_data, "signature": assertion.signature, "userHandle": null,
    })
}

/// Adds a passkey and returns its id.
pub(super) async fn add(holder: &Holder, device: &Device, authenticator: &SoftwareAuthenticator) -> String {
    let body = registration(authenticator);
    let added = holder.signed(device, || holder.add(body.clone())).await.expect(201);
    text(&added["id"]).to_owned()
}

journey! {
    async fn wallet_w06_add_passkey(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let mut authenticator = authenticator();
        let body = registration(&authenticator);
        let new_challenge = holder.add(body.clone()).send().await.expect(202);
        assert_eq!(new_challenge["type"], "PASSKEY");
        let added = device.answer(holder.add(body.clone()), &new_challenge).send().await.expect(201);
        assert_eq!(added["credentialId"], body["attestation"]["credentialId"]);
        assert_eq!(added["nickname"], "Jane's phone");
        let passkey = text(&added["id"]);

        for _ in 0..2 {
            let own = Device::new();
            let challenge = challenge(&holder, passkey, &own.uncompressed()).await;
            let digits = text(&challenge["challenge"]);
            assert!(digits.len() == 64 && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)));
            assert_eq!(challenge["credentialId"], added["credentialId"]);
            let used = assertion(&mut authenticator, digits);
            let session = answer(&holder, passkey, &challenge, &used).send().await.expect(200);
            assert!(SessionKey::open(text(&session["encryptedSessionSigningKey"]), &own.0).is_some());
            assert_eq!((&session["type"], &session["credentialId"]), (&json!("PASSKEY"), &added["credentialId"]));
        }
    }
}

/// Tries an assertion that was changed, for a new challenge.
async fn tried(
    holder: &Holder,
    passkey: &str,
    authenticator: &mut SoftwareAuthenticator,
    change: impl Fn(&mut SoftwareAuthenticator, &mut String, &mut Value),
) -> Response {
    let new_challenge = challenge(holder, passkey, &Device::new().uncompressed()).await;
    let mut challenge = text(&new_challenge["challenge"]).to_owned();
    let mut none = Value::Null;
    change(authenticator, &mut challenge, &mut none);
    let mut used = assertion(authenticator, &challenge);
    change(authenticator, &mut challenge, &mut used);
    answer(holder, passkey, &new_challenge, &used).send().await
}

journey! {
    async fn wallet_w07_passkey_unhappy(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let own = authenticator();
        let passkey = add(&holder, &device, &own).await;
        holder.add(registration(&own)).send().await.expect_error(400, "PASSKEY_CREDENTIAL_ALREADY_EXISTS");

        let other = SoftwareAuthenticator { credential_id: b"another".to_vec(), ..own.clone() };
        for (name, value) in [("challenge", "abc"), ("nickname", "a/b"), ("nickname", &"a".repeat(101))] {
            let mut body = registration(&other);
            body[name] = json!(value);
            holder.add(body).send().await.expect_error(400, "INVALID_INPUT");
        }

        let named = SoftwareAuthenticator { credential_id: b"named".to_vec(), ..own.clone() };
        let mut body = registration(&named);
        body["nickname"] = json!(" ఫోన్ తాళం, ".trim_matches([' ', ',']));
        let added = holder.signed(&device, || holder.add(body.clone())).await.expect(201);
        assert_eq!(added["nickname"], "ఫోన్ తాళం", "letters with their marks");

        let mut body = registration(&other);
        body["attestation"]["transports"] = json!([7]);
        holder.add(body).send().await.expect_error(400, "INVALID_INPUT");
        let path = format!("/auth/credentials/{passkey}/challenge");
        holder.platform.post(&path).send().await.expect_error(400, "INVALID_INPUT");

        let path = format!("/auth/credentials/{passkey}/verify");
        let mut mine = own.clone();
        let new_challenge = challenge(&holder, &passkey, &device.uncompressed()).await;
        let used = assertion(&mut mine, text(&new_challenge["challenge"]));
        let body = json!({ "type": "PASSKEY", "assertion": used });
        holder.platform.post(&path).json(&body).send().await.expect_error(401, "REQUEST_ID_MISSING");
        answer(&holder, &passkey, &new_challenge, &used).send().await.expect(200);
        assert_eq!(reason(&answer(&holder, &passkey, &new_challenge, &used).send().await), "Request already used");

        let replayed = tried(&holder, &passkey, &mut own.clone(), |_, _, _| {}).await;
        assert_eq!(reason(&replayed), "Passkey signature counter did not increase");
        let bytes = tried(&holder, &passkey, &mut mine, |_, challenge, _| *challenge = "00".to_owned()).await;
        assert_eq!(reason(&bytes), "Passkey challenge mismatch");
        let absent = tried(&holder, &passkey, &mut mine, |one, _, _| one.user_present = false).await;
        assert_eq!(reason(&absent), "Passkey user presence missing");
        mine.user_present = true;
        let other_origin = tried(&holder, &passkey, &mut mine, |one, _, _| one.origin = "https://evil.test".to_owned()).await;
        assert_eq!(reason(&other_origin), "Passkey origin mismatch");
        mine.origin.clone_from(&own.origin);
        let forged = tried(&holder, &passkey, &mut mine, |one, _, _| one.key = PrivateKey::derive([78; 32]).unwrap()).await;
        assert_eq!(reason(&forged), "Passkey signature invalid");

        let challenge = challenge(&holder, &passkey, &device.uncompressed()).await;
        let mut literal = used.clone();
        literal["signature"] = json!("sandbox-valid-passkey-signature");
        answer(&holder, &passkey, &challenge, &literal).send().await.expect(200);
    }
}

on_engines! {
    /// Sends the additional and alternative members that browsers and password managers send.
    async fn passkeys_of_real_clients(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let transports = [json!(["hybrid", "internal", "cable"]), json!(["smart-card"]), json!(["pigeon", ""]), json!([]), Value::Null];
        let names = ["Siân’s iPad", "L‘iPhone d’Anaïs", "iPhone – Büro", "Zoe\u{308}\u{2019}s Mac", "iPad\u{a0}de Noé"];
        for (number, (transports, name)) in transports.into_iter().zip(names).enumerate() {
            let mut own = SoftwareAuthenticator { credential_id: format!("passkey {number}").into_bytes(), ..authenticator() };
            let mut body = registration(&own);
            body["nickname"] = json!(name);
            body["authenticatorAttachment"] = json!("cross-platform");
            let attestation = body["attestation"].as_object_mut().unwrap();
            attestation.insert("transports".to_owned(), transports);
            attestation.insert("id".to_owned(), attestation["credentialId"].clone());
            attestation.insert("clientExtensionResults".to_owned(), json!({ "credProps": { "rk": true } }));
            attestation.insert("publicKeyAlgorithm".to_owned(), json!(-7));
            let added = holder.signed(&device, || holder.add(body.clone())).await.expect(201);
            let stored = unicode(name);
            assert_eq!(added["nickname"], json!(stored), "{added}");

            let passkey = text(&added["id"]);
            for handle in [json!(""), json!("dXNlci0x"), Value::Null] {
                let challenge = challenge(&holder, passkey, &Device::new().uncompressed()).await;
                let mut used = assertion(&mut own, text(&challenge["challenge"]));
                used["userHandle"] = handle;
                used["type"] = json!("public-key");
                used["authenticatorAttachment"] = json!("platform");
                used["clientExtensionResults"] = json!({ "appid": false });
                answer(&holder, passkey, &challenge, &used).send().await.expect(200);
            }
        }
    }
}

/// Returns a name as it is stored, with its letters composed (conventions 5.4).
fn unicode(name: &str) -> String {
    name.replace("e\u{308}", "ë")
}

journey! {
    /// Signs in with a passkey and a key that the device keeps.
    async fn wallet_w15_client_held_key_of_a_passkey(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let mut authenticator = authenticator();
        let passkey = add(&holder, &device, &authenticator).await;
        let own = Device::new();
        let challenge = challenge(&holder, &passkey, &own.compressed()).await;
        let used = assertion(&mut authenticator, text(&challenge["challenge"]));
        let session = answer(&holder, &passkey, &challenge, &used).send().await.expect(200);
        let session_key = SessionKey::open(text(&session["encryptedSessionSigningKey"]), &own.0).expect("a key for the device");
        both_sign(&holder, &own, &Device(session_key)).await;
    }
}
