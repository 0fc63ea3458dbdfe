//! Logins by an issuer's token in production: the issuer's keys are fetched, and its signatures are checked
//! (wallet 4.6).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_testing::http::Request;
use causeway_testing::receiver::{Answer, Receiver};
use causeway_wallet_crypto::{ClientPublicKey, PrivateKey, SessionKey};
use serde_json::{Value, json};

use super::device::{Device, Holder, claims, reason, text};
use super::production;
use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};

/// The id of the issuer's key.
const KEY: &str = "k-1";

/// An issuer on loopback.
struct Issuer {
    receiver: Receiver,
    key: PrivateKey,
}

impl Issuer {
    async fn start() -> Self {
        let receiver = Receiver::start().await;
        let issuer = Self { receiver, key: PrivateKey::derive([55; 32]).unwrap() };
        let point = issuer.key.public_key().uncompressed();
        let [x, y] = [&point[1..33], &point[33..]].map(|half| URL_SAFE_NO_PAD.encode(half));
        let key =
            json!({ "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": KEY, "x": x, "y": y });
        let base = issuer.base();
        issuer.receiver.answer_by(move |request| match request.target.as_str() {
            "/.well-known/openid-configuration" => {
                let found = json!({ "issuer": base, "jwks_uri": format!("{base}/keys") });
                Answer::status(200).body(found.to_string())
            }
            "/keys" => Answer::status(200).body(json!({ "keys": [key] }).to_string()),
            _ => Answer::status(404),
        });
        issuer
    }

    /// Returns the issuer's URL, under which its configuration is served.
    fn base(&self) -> String {
        self.receiver.url().trim_end_matches("/webhooks").to_owned()
    }

    /// Returns its claims about a user, issued so many seconds ago.
    fn claims(&self, seconds_ago: i64) -> Value {
        let mut claims = claims("user-1", seconds_ago);
        claims["iss"] = json!(self.base());
        claims
    }

    fn token(&self, claims: &Value) -> String {
        signed(&self.key, &json!({ "alg": "ES256", "kid": KEY }), claims)
    }
}

/// Signs a token with this key.
fn signed(key: &PrivateKey, header: &Value, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(header), part(claims));
    let signature = URL_SAFE_NO_PAD.encode(key.sign(signed.as_bytes()).to_raw());
    format!("{signed}.{signature}")
}

/// Sets the issuer whose users may sign in.
async fn trust_issuer(service: &Service, holder: &Holder, issuer: &str) {
    let body = json!({ "name": "oidc_issuers", "value": issuer });
    act(service, "setting set", with(&holder.platform, body)).await;
}

#[track_caller]
fn add(holder: &Holder, token: &str) -> Request {
    holder.add(json!({ "type": "OAUTH", "oidcToken": token }))
}

#[track_caller]
fn login(holder: &Holder, credential: &str, token: &str, device: &Device) -> Request {
    let body = json!({ "type": "OAUTH", "oidcToken": token, "clientPublicKey": device.uncompressed() });
    holder.platform.post(&format!("/auth/credentials/{credential}/verify")).json(&body)
}

journey! {
    async fn an_issuers_word_counts_in_production(service) {
        let holder = production::holder(service).await;
        let device = production::login(service, &holder).await.device;
        let issuer = Issuer::start().await;
        let token = issuer.token(&issuer.claims(0));
        add(&holder, &token).send().await.expect_error(400, "INVALID_INPUT");
        assert!(issuer.receiver.received().is_empty(), "an issuer that is not trusted gets no request");
        trust_issuer(service, &holder, &issuer.base()).await;

        let stranger = PrivateKey::derive([56; 32]).unwrap();
        let none = json!({ "alg": "none", "kid": KEY });
        for forged in [
            signed(&stranger, &json!({ "alg": "ES256", "kid": KEY }), &issuer.claims(0)),
            signed(&stranger, &json!({ "alg": "ES256", "kid": "k-2" }), &issuer.claims(0)),
            signed(&issuer.key, &none, &issuer.claims(0)),
        ] {
            assert_eq!(reason(&add(&holder, &forged).send().await), "OIDC token signature invalid");
        }
        let added = holder.signed(&device, || add(&holder, &token)).await.expect(201);
        assert_eq!((&added["type"], &added["nickname"]), (&json!("OAUTH"), &json!("user-1@example.com")));

        let credential = text(&added["id"]);
        let own = Device::new();
        let nonce = ClientPublicKey::parse(&own.uncompressed()).unwrap().nonce();
        let with_nonce = |seconds_ago: i64| {
            let mut claims = issuer.claims(seconds_ago);
            claims["nonce"] = json!(nonce);
            claims
        };
        let forged = signed(&stranger, &json!({ "alg": "ES256", "kid": KEY }), &with_nonce(0));
        assert_eq!(reason(&login(&holder, credential, &forged, &own).send().await), "OIDC token signature invalid");

        // The sandbox allows five seconds more.
        for seconds in [62, 120] {
            let old = issuer.token(&with_nonce(seconds));
            assert_eq!(reason(&login(&holder, credential, &old, &own).send().await), "OIDC token is too old");
        }
        let unbound = login(&holder, credential, &issuer.token(&issuer.claims(0)), &own).send().await;
        assert_eq!(reason(&unbound), "OIDC nonce mismatch");

        let session = login(&holder, credential, &issuer.token(&with_nonce(0)), &own).send().await.expect(200);
        let key = SessionKey::open(text(&session["encryptedSessionSigningKey"]), &own.0).expect("a key for the device");
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        holder.signed(&Device(key), || holder.platform.delete(&path)).await.expect(204);
    }
}

journey! {
    /// Checks the response if the issuer's keys cannot be fetched, which is no error of the caller.
    async fn a_token_of_an_unavailable_issuer_cannot_be_checked(service) {
        let holder = production::holder(service).await;
        production::login(service, &holder).await;
        let issuer = Issuer::start().await;
        trust_issuer(service, &holder, &issuer.base()).await;
        issuer.receiver.answer_always(Answer::status(503));
        let token = issuer.token(&issuer.claims(0));
        add(&holder, &token).send().await.expect_error(500, "INTERNAL_ERROR");
    }
}
