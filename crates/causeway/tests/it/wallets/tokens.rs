//! Identity tokens: defects, times, and the rows of requests that contain them (wallet 3.1, 4.6).

use std::time::Duration;

use causeway_domain::ids::{PlatformId, RequestId};
use causeway_service::runtime::upkeep;
use causeway_store::wallets::requests;
use causeway_wallet_crypto::ClientPublicKey;
use serde_json::{Value, json};

use super::device::{Device, Holder, claims, reason, text, token};
use crate::harness::{Service, journey, on_engines};

/// A wrong claim of a token, and the reason of the refusal.
struct TokenDefect {
    claim: &'static str,
    value: Value,
    reason: &'static str,
}

impl TokenDefect {
    const fn new(claim: &'static str, value: Value, reason: &'static str) -> Self {
        Self { claim, value, reason }
    }
}

/// Longer than a request waits for its signature.
const REQUEST_EXPIRY: Duration = Duration::from_mins(6);

fn with(claim: &str, value: &Value) -> Value {
    let mut changed = claims("google-1", 0);
    changed[claim] = value.clone();
    changed
}

/// Returns the stored payload of a request.
async fn stored(service: &Service, platform: PlatformId, challenge: &Value) -> String {
    let id: RequestId = text(&challenge["requestId"]).parse().unwrap();
    let find = move |tx: &mut causeway_store::Tx<'_>| requests::find(tx, platform, id);
    service.app().store.find(find).await.unwrap().expect("a request").payload
}

on_engines! {
    async fn a_token_is_not_taken_before_it_is_valid(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let now = claims("google-1", 0)["iat"].as_i64().unwrap();
        let add = |claims: &Value| holder.add(json!({ "type": "OAUTH", "oidcToken": token(claims) }));
        for nbf in [json!(now + 60), json!(now + 86_400), json!(now * 1_000)] {
            assert_eq!(reason(&add(&with("nbf", &nbf)).send().await), "OIDC token is not valid yet", "{nbf}");
        }

        let past_token = with("nbf", &json!(now - 300));
        let added = holder.signed(&device, || add(&past_token)).await.expect(201);
        let own = Device::new();
        let mut future_claims = with("nbf", &json!(now + 60));
        future_claims["nonce"] = json!(ClientPublicKey::parse(&own.uncompressed()).unwrap().nonce());
        let body = json!({ "type": "OAUTH", "oidcToken": token(&future_claims), "clientPublicKey": own.uncompressed() });
        let path = format!("/auth/credentials/{}/verify", text(&added["id"]));
        assert_eq!(reason(&holder.platform.post(&path).json(&body).send().await), "OIDC token is not valid yet");

        future_claims["nbf"] = json!(now);
        let body = json!({ "type": "OAUTH", "oidcToken": token(&future_claims), "clientPublicKey": own.uncompressed() });
        holder.platform.post(&path).json(&body).send().await.expect(200);
    }
}

on_engines! {
    async fn each_fault_of_a_token_has_its_reason(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let defects = [
            TokenDefect::new("iss", Value::Null, "OIDC_ISSUER_MISSING"),
            TokenDefect::new("iss", json!(["https://accounts.google.com"]), "OIDC_ISSUER_INVALID"),
            TokenDefect::new("iss", json!("https://login.example.org"), "OIDC_ISSUER_NOT_SUPPORTED"),
            TokenDefect::new("sub", Value::Null, "OIDC_SUBJECT_MISSING"),
            TokenDefect::new("sub", json!(42), "OIDC_SUBJECT_INVALID"),
            TokenDefect::new("aud", json!({}), "OIDC_AUDIENCE_INVALID"),
            TokenDefect::new("aud", json!(["a", "b", "c"]), "OIDC_AUDIENCE_NOT_ONE"),
            TokenDefect::new("iat", json!("now"), "OIDC_ISSUED_AT_INVALID"),
            TokenDefect::new("exp", Value::Null, "OIDC_EXPIRY_MISSING"),
            TokenDefect::new("exp", json!(true), "OIDC_EXPIRY_INVALID"),
            TokenDefect::new("nbf", json!("later"), "OIDC_NOT_BEFORE_INVALID"),
        ];
        let texts = [("x", "OIDC_NOT_THREE_PARTS"), ("e30.W10.e", "OIDC_PAYLOAD_NOT_JSON"), ("-.e30.e", "OIDC_HEADER_NOT_BASE64URL")];
        let texts = texts.map(|(text, why)| (text.to_owned(), why));
        let tokens = defects.map(|defect| (token(&with(defect.claim, &defect.value)), defect.reason));
        for (sent, why) in tokens.into_iter().chain(texts.clone()) {
            let response = holder.add(json!({ "type": "OAUTH", "oidcToken": sent })).send().await;
            let error = response.expect_error(400, "INVALID_INPUT");
            assert_eq!((&error["details"]["reason"], &error["details"]["errors"][0]["field"]), (&json!(why), &json!("oidcToken")));
        }

        let good = token(&claims("google-2", 0));
        let added = holder.signed(&device, || holder.add(json!({ "type": "OAUTH", "oidcToken": good }))).await.expect(201);
        let login = format!("/auth/credentials/{}/verify", text(&added["id"]));
        for (sent, why) in texts {
            let body = json!({ "type": "OAUTH", "oidcToken": sent, "clientPublicKey": Device::new().compressed() });
            let response = holder.platform.post(&login).json(&body).send().await;
            assert_eq!(response.expect_error(400, "INVALID_INPUT")["details"]["reason"], why);
        }
    }
}

journey! {
    async fn a_request_that_has_ended_keeps_no_token(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let platform = holder.platform.id;
        let add = |sent: &str| holder.add(json!({ "type": "OAUTH", "oidcToken": sent }));
        let used = token(&claims("google-1", 0));
        let challenge = add(&used).send().await.expect(202);
        assert!(stored(service, platform, &challenge).await.contains(&used), "the open request stores the token");
        device.answer(add(&used), &challenge).send().await.expect(201);
        let kept = stored(service, platform, &challenge).await;
        assert!(kept.len() == 64 && kept.bytes().all(|byte| byte.is_ascii_hexdigit()), "{kept}");

        // A request that is never signed, and one that was signed wrongly too often.
        holder.platform.freeze().await;
        let other_token = token(&claims("google-2", 0));
        let void = token(&claims("google-3", 0));
        let other_challenge = add(&other_token).send().await.expect(202);
        let voided = add(&void).send().await.expect(202);
        for _ in 0..5 {
            Device::new().answer(add(&void), &voided).send().await.expect_error(401, "WALLET_SIGNATURE_INVALID");
        }
        assert_eq!(stored(service, platform, &voided).await.len(), 64);

        upkeep::prune(service.app()).await.expect("the upkeep works");
        assert_eq!(stored(service, platform, &other_challenge).await, text(&other_challenge["payloadToSign"]));
        holder.platform.advance(REQUEST_EXPIRY).await;
        upkeep::prune(service.app()).await.expect("the upkeep works");
        assert_eq!(stored(service, platform, &other_challenge).await, "");
        let late_answer = device.answer(add(&token(&claims("google-2", 0))), &other_challenge).send().await;
        assert_eq!(late_answer.status, 401);
    }
}
