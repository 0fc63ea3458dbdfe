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

/// An approved customer in Germany with 1,000 dollars in an internal account and a bank account to pay to.
pub(crate) struct ScaScene {
    pub(crate) platform: Platform,
    pub(crate) webhooks: Receiver,
    pub(crate) customer: Value,
    /// Id of the internal account in dollars.
    pub(crate) usd: String,
    /// Id of the bank account.
    pub(crate) bank: String,
}

/// Requires strong authentication of the platform's customers.
pub(crate) async fn enable_sca(service: &Service, platform: &Platform) {
    set_for(service, platform.id, "sca_enabled", json!(true)).await;
    set_for(service, platform.id, "sca_allowed_origins", json!([ORIGIN])).await;
    set_for(service, platform.id, "sca_relying_party_id", json!(RELYING_PARTY)).await;
}

/// Creates an approved customer whose contact data was verified.
pub(crate) async fn verified_customer(platform: &Platform, number: u32) -> Value {
    let body = json!({
        "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Erika Musterfrau", "currencies": ["USD"],
        "email": format!("erika{number}@example.com"), "phoneNumber": format!("+4930{:06}", 100_000 + number),
    });
    let customer = platform.post("/customers").json(&body).send().await.expect(201);
    let path = format!("/customers/{}", text(&customer["id"]));
    for channel in ["email", "phone"] {
        let confirm = platform.post(&format!("{path}/verify-{channel}/confirm"));
        confirm.json(&json!({ "code": "123456" })).send().await.expect(200);
    }
    platform.get(&path).send().await.expect(200)
}

impl ScaScene {
    /// Sets up a platform that requires strong authentication.
    pub(crate) async fn new(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        enable_sca(service, &platform).await;
        Self::for_platform(platform).await
    }

    /// Sets up a platform that does not require strong authentication.
    pub(super) async fn without_sca(service: &Service) -> Self {
        Self::for_platform(service.platform_with(&["USD", "EUR"]).await).await
    }

    async fn for_platform(platform: Platform) -> Self {
        let webhooks = platform.receiver().await;
        let customer = verified_customer(&platform, 1).await;
        assert_eq!(customer["kycStatus"], "APPROVED", "{customer}");
        let usd = platform.account_of(&customer, "USD").await;
        platform.fund(&usd, 100_000).await;
        let bank = platform.dollar_account(&customer, "999").await;
        platform.settled().await;
        webhooks.forget();
        Self { platform, webhooks, customer, usd, bank }
    }

    #[track_caller]
    pub(crate) fn post(&self, path: &str) -> Request {
        self.platform.post(path).query("customerId", text(&self.customer["id"]))
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Request {
        self.platform.get(path).query("customerId", text(&self.customer["id"]))
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
    pub(crate) async fn record_security_event(&self, event: &str) -> Response {
        self.post("/sca/record-event").json(&json!({ "eventType": event })).send().await
    }

    pub(crate) fn quote_request(&self, amount: i64) -> Value {
        transfer(&self.usd, &self.bank, "SENDING", amount)
    }

    pub(crate) async fn quote(&self, amount: i64) -> Value {
        self.platform.post("/quotes").json(&self.quote_request(amount)).send().await.expect(201)
    }

    #[track_caller]
    pub(crate) fn post_to_quote(&self, quote: &Value, what: &str) -> Request {
        self.platform.post(&format!("/quotes/{}/{what}", text(&quote["id"])))
    }

    pub(crate) async fn execute(&self, quote: &Value) -> Response {
        self.post_to_quote(quote, "execute").send().await
    }

    pub(crate) async fn authorize(&self, quote: &Value, code: &str) -> Response {
        self.post_to_quote(quote, "authorize").json(&json!({ "code": code })).send().await
    }

    /// Sends a proof, and repeats it while it comes too soon.
    pub(crate) async fn prove(&self, quote: &Value, proof: &Value) -> Response {
        wait::until("a proof is looked at", wait::PATIENCE, || async {
            let response = self.post_to_quote(quote, "authorize").json(proof).send().await;
            if response.status == 429 { Err("too soon") } else { Ok(response) }
        })
        .await
    }

    /// Creates a quote that waits for its authorization.
    pub(crate) async fn pending_quote(&self, amount: i64) -> Value {
        let quote = self.quote(amount).await;
        let pending_quote = self.execute(&quote).await.expect(200);
        assert_eq!(pending_quote["status"], "PENDING_AUTHORIZATION", "{pending_quote}");
        pending_quote
    }

    pub(crate) async fn read_quote(&self, quote: &Value) -> Value {
        self.platform.get(&format!("/quotes/{}", text(&quote["id"]))).send().await.expect(200)
    }

    pub(crate) async fn payment(&self, quote: &Value) -> Value {
        self.platform
            .get(&format!("/transactions/{}", text(&quote["transactionId"])))
            .send()
            .await
            .expect(200)
    }

    /// Returns the balance of the account in dollars.
    pub(crate) async fn usd_balance(&self) -> i64 {
        let path =
            format!("/customers/internal-accounts?currency=USD&customerId={}", text(&self.customer["id"]));
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

    /// Enrolls an authenticator and returns its recovery codes.
    pub(crate) async fn enroll_totp(&self) -> Vec<String> {
        let enrollment = self.post("/sca/factors").json(&json!({ "type": "TOTP" })).send().await.expect(200);
        let confirm = json!({ "type": "TOTP", "secret": enrollment["secret"], "code": "123456" });
        let factor = self.post("/sca/factors/confirm").json(&confirm).send().await.expect(200);
        factor["recoveryCodes"].as_array().unwrap().iter().map(|code| text(code).to_owned()).collect()
    }

    pub(crate) async fn enroll_passkey(&self, authenticator: &SoftwareAuthenticator) -> Value {
        let enrollment =
            self.post("/sca/factors").json(&json!({ "type": "PASSKEY" })).send().await.expect(200);
        let body = registration(authenticator, text(&enrollment["options"]["challenge"]));
        self.post("/sca/factors/confirm").json(&body).send().await.expect(200)
    }

    /// Begins to trust the bank account, or to end the trust.
    pub(crate) async fn change_trust(&self, verb: &str) -> Response {
        self.platform.post(&format!("/customers/external-accounts/{}/{verb}", self.bank)).send().await
    }

    /// Changes the customer's number to one that is not verified.
    pub(crate) async fn change_number(&self) {
        let path = format!("/customers/{}", text(&self.customer["id"]));
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
    let registration = authenticator.register(challenge);
    json!({ "type": "PASSKEY", "origin": authenticator.origin, "credential": {
        "id": registration.credential_id, "rawId": registration.credential_id, "type": "public-key",
        "response": { "clientDataJSON": registration.client_data_json, "attestationObject": registration.attestation_object },
    } })
}

/// Builds the browser's answer to a challenge in base64url.
pub(crate) fn assertion(authenticator: &mut SoftwareAuthenticator, challenge: &Value) -> Value {
    use base64::Engine;
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(text(challenge)).unwrap();
    let assertion = authenticator.assert(bytes);
    json!({ "id": assertion.credential_id, "rawId": assertion.credential_id, "type": "public-key", "response": {
        "clientDataJSON": assertion.client_data_json, "authenticatorData": assertion.authenticator_data,
        "signature": assertion.signature,
    } })
}
