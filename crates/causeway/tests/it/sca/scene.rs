//! The starting point of the journeys of strong authentication (agents C).

use causeway_testing::http::{Request, Response};
use causeway_testing::receiver::Receiver;
use causeway_testing::wait;
use causeway_wallet_crypto::PrivateKey;
use causeway_wallet_crypto::webauthn::SoftwareAuthenticator;
use serde_json::{Value, json};

use crate::customers::walks::set_for;
use crate::harness::{Platform, Service};
use crate::payments::scene::{text, transfer};

pub(crate) const ORIGIN: &str = "https://pay.example.com";
pub(crate) const RELYING_PARTY: &str = "example.com";

/// A customer in the European Economic Area with 100000 in I, and a bank account E to which payouts succeed.
pub(crate) struct Erika {
    pub(crate) platform: Platform,
    pub(crate) webhooks: Receiver,
    pub(crate) shown: Value,
    /// Account I of the interface.
    pub(crate) usd: String,
    /// Bank account E of the interface.
    pub(crate) bank: String,
}

/// Requires strong authentication of the platform's customers.
pub(crate) async fn switch_on(service: &Service, platform: &Platform) {
    set_for(service, platform.id, "sca_enabled", json!(true)).await;
    set_for(service, platform.id, "sca_allowed_origins", json!([ORIGIN])).await;
    set_for(service, platform.id, "sca_relying_party_id", json!(RELYING_PARTY)).await;
}

/// Creates an approved customer whose contact data was verified.
pub(crate) async fn verified(platform: &Platform, number: u32) -> Value {
    let wanted = json!({
        "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Erika Musterfrau", "currencies": ["USD"],
        "email": format!("erika{number}@example.com"), "phoneNumber": format!("+4930{:06}", 100_000 + number),
    });
    let made = platform.post("/customers").json(&wanted).send().await.expect(201);
    let path = format!("/customers/{}", text(&made["id"]));
    for channel in ["email", "phone"] {
        let confirm = platform.post(&format!("{path}/verify-{channel}/confirm"));
        confirm.json(&json!({ "code": "123456" })).send().await.expect(200);
    }
    platform.get(&path).send().await.expect(200)
}

impl Erika {
    pub(crate) async fn set(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        switch_on(service, &platform).await;
        Self::of(platform).await
    }

    pub(super) async fn of(platform: Platform) -> Self {
        let webhooks = platform.receiver().await;
        let shown = verified(&platform, 1).await;
        assert_eq!(shown["kycStatus"], "APPROVED", "{shown}");
        let usd = platform.account_of(&shown, "USD").await;
        platform.fund(&usd, 100_000).await;
        let bank = platform.dollar_account(&shown, "999").await;
        platform.settled().await;
        webhooks.forget();
        Self { platform, webhooks, shown, usd, bank }
    }

    #[track_caller]
    pub(crate) fn post(&self, path: &str) -> Request {
        self.platform.post(path).query("customerId", text(&self.shown["id"]))
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Request {
        self.platform.get(path).query("customerId", text(&self.shown["id"]))
    }

    /// Begins a login by this factor.
    pub(crate) async fn start(&self, factor: &str) -> Value {
        self.post("/sca/login/start").json(&json!({ "factor": factor })).send().await.expect(200)
    }

    /// Completes a login by a code that was sent.
    pub(crate) async fn complete(&self, started: &Value, code: &str) -> Response {
        let body = json!({ "factor": "SMS_OTP", "endUserIpAddress": "203.0.113.7",
            "challengeId": started["challengeId"], "code": code });
        self.post("/sca/login/complete").json(&body).send().await
    }

    pub(crate) async fn log_in(&self) -> Value {
        let started = self.start("SMS_OTP").await;
        self.complete(&started, "123456").await.expect(200)
    }

    /// Reports a security event of the platform.
    pub(crate) async fn record(&self, event: &str) -> Response {
        self.post("/sca/record-event").json(&json!({ "eventType": event })).send().await
    }

    pub(crate) fn wanted(&self, amount: i64) -> Value {
        transfer(&self.usd, &self.bank, "SENDING", amount)
    }

    pub(crate) async fn quote(&self, amount: i64) -> Value {
        self.platform.post("/quotes").json(&self.wanted(amount)).send().await.expect(201)
    }

    #[track_caller]
    pub(crate) fn on(&self, quote: &Value, what: &str) -> Request {
        self.platform.post(&format!("/quotes/{}/{what}", text(&quote["id"])))
    }

    pub(crate) async fn execute(&self, quote: &Value) -> Response {
        self.on(quote, "execute").send().await
    }

    pub(crate) async fn authorize(&self, quote: &Value, code: &str) -> Response {
        self.on(quote, "authorize").json(&json!({ "code": code })).send().await
    }

    /// Sends a proof, and repeats it while it comes too soon.
    pub(crate) async fn prove(&self, quote: &Value, proof: &Value) -> Response {
        wait::until("a proof is looked at", wait::PATIENCE, || async {
            let answer = self.on(quote, "authorize").json(proof).send().await;
            if answer.status == 429 { Err("too soon") } else { Ok(answer) }
        })
        .await
    }

    /// Creates a quote that waits for its authorization.
    pub(crate) async fn waiting(&self, amount: i64) -> Value {
        let quote = self.quote(amount).await;
        let waiting = self.execute(&quote).await.expect(200);
        assert_eq!(waiting["status"], "PENDING_AUTHORIZATION", "{waiting}");
        waiting
    }

    pub(crate) async fn shown_of(&self, quote: &Value) -> Value {
        self.platform.get(&format!("/quotes/{}", text(&quote["id"]))).send().await.expect(200)
    }

    pub(crate) async fn payment(&self, quote: &Value) -> Value {
        self.platform
            .get(&format!("/transactions/{}", text(&quote["transactionId"])))
            .send()
            .await
            .expect(200)
    }

    /// Returns the balance of I.
    pub(crate) async fn left(&self) -> i64 {
        let path =
            format!("/customers/internal-accounts?currency=USD&customerId={}", text(&self.shown["id"]));
        let listed = self.platform.get(&path).send().await.expect(200);
        listed["data"][0]["balance"]["amount"].as_i64().expect("a balance")
    }

    /// Returns the types of the events about a payment since the last call.
    pub(crate) async fn events(&self, quote: &Value) -> Vec<String> {
        self.platform.settled().await;
        let about = |one: &causeway_testing::receiver::ReceivedRequest| {
            one.json()["data"]["id"] == quote["transactionId"]
        };
        let events =
            self.webhooks.received().iter().filter(|one| about(one)).map(|one| one.event()).collect();
        self.webhooks.forget();
        events
    }

    /// Enrols an authenticator and returns its recovery codes.
    pub(crate) async fn enrol_totp(&self) -> Vec<String> {
        let begun = self.post("/sca/factors").json(&json!({ "type": "TOTP" })).send().await.expect(200);
        let confirm = json!({ "type": "TOTP", "secret": begun["secret"], "code": "123456" });
        let made = self.post("/sca/factors/confirm").json(&confirm).send().await.expect(200);
        made["recoveryCodes"].as_array().unwrap().iter().map(|code| text(code).to_owned()).collect()
    }

    pub(crate) async fn enrol_passkey(&self, authenticator: &SoftwareAuthenticator) -> Value {
        let begun = self.post("/sca/factors").json(&json!({ "type": "PASSKEY" })).send().await.expect(200);
        let body = registration(authenticator, text(&begun["options"]["challenge"]));
        self.post("/sca/factors/confirm").json(&body).send().await.expect(200)
    }

    /// Begins to trust the bank account, or to end the trust.
    pub(crate) async fn change_trust(&self, verb: &str) -> Response {
        self.platform.post(&format!("/customers/external-accounts/{}/{verb}", self.bank)).send().await
    }

    /// Changes the customer's number to one that is not verified.
    pub(crate) async fn change_number(&self) {
        let path = format!("/customers/{}", text(&self.shown["id"]));
        let change = json!({ "customerType": "INDIVIDUAL", "phoneNumber": "+4930999999" });
        let changed = self.platform.patch(&path).json(&change).send().await.expect(200);
        assert_eq!(changed["contactVerification"]["phone"], "PENDING", "{changed}");
    }

    /// Confirms a change of trust.
    pub(crate) async fn confirm_trust(&self, verb: &str, challenge: &Value, code: &str) -> Response {
        let path = format!("/customers/external-accounts/{}/{verb}/confirm", self.bank);
        self.platform.post(&path).json(&json!({ "challengeId": challenge["id"], "code": code })).send().await
    }
}

/// Returns a device with a passkey of the platform.
pub(crate) fn authenticator() -> SoftwareAuthenticator {
    SoftwareAuthenticator {
        key: PrivateKey::derive([78; 32]).unwrap(),
        credential_id: b"a passkey of a payer".to_vec(),
        rp_id: RELYING_PARTY.to_owned(),
        origin: ORIGIN.to_owned(),
        sign_count: 0,
        user_present: true,
    }
}

/// Builds the body that confirms a passkey.
pub(crate) fn registration(authenticator: &SoftwareAuthenticator, challenge: &str) -> Value {
    let made = authenticator.register(challenge);
    json!({ "type": "PASSKEY", "origin": authenticator.origin, "credential": {
        "id": made.credential_id, "rawId": made.credential_id, "type": "public-key",
        "response": { "clientDataJSON": made.client_data_json, "attestationObject": made.attestation_object },
    } })
}

/// Builds the browser's answer to a challenge in base64url.
pub(crate) fn assertion(authenticator: &mut SoftwareAuthenticator, challenge: &Value) -> Value {
    use base64::Engine;
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(text(challenge)).unwrap();
    let made = authenticator.assert(bytes);
    json!({ "id": made.credential_id, "rawId": made.credential_id, "type": "public-key", "response": {
        "clientDataJSON": made.client_data_json, "authenticatorData": made.authenticator_data,
        "signature": made.signature,
    } })
}
