//! A customer with a wallet, and the device of its end user.

use std::sync::atomic::{AtomicU32, Ordering};

use causeway_testing::http::{Request, Response};
use causeway_wallet_crypto::otp::{OtpBundle, OtpCode, OtpTarget};
use causeway_wallet_crypto::{PrivateKey, PublicKey, Stamp, WalletExport};
use serde_json::{Value, json};

use crate::harness::{Platform, Service};

/// A device with its key for one session.
#[derive(Debug, Clone)]
pub(crate) struct Device(pub(crate) PrivateKey);

static SEEDS: AtomicU32 = AtomicU32::new(1);

impl Device {
    /// Creates a device with a key of its own.
    pub(crate) fn new() -> Self {
        let number = SEEDS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let mut seed = [7; 32];
        seed[..4].copy_from_slice(&number);
        Self(PrivateKey::derive(seed).unwrap())
    }

    /// Returns the public key in the form for sessions whose key the service creates.
    pub(crate) fn uncompressed(&self) -> String {
        self.0.public_key().to_uncompressed_hex()
    }

    /// Returns the public key in the form for sessions in which the device signs itself.
    pub(crate) fn compressed(&self) -> String {
        self.0.public_key().to_compressed_hex()
    }

    pub(crate) fn stamp(&self, payload: &Value) -> String {
        Stamp::sign(&self.0, payload.as_str().expect("a payload")).to_header()
    }

    /// Repeats a request with the answer to its challenge.
    #[track_caller]
    pub(crate) fn answer(&self, request: Request, challenge: &Value) -> Request {
        let stamp = self.stamp(&challenge["payloadToSign"]);
        request.header("Svc-Wallet-Signature", &stamp).header("Request-Id", text(&challenge["requestId"]))
    }
}

/// Returns the text of a JSON string, and panics on any other value.
#[track_caller]
pub(crate) fn text(member: &Value) -> &str {
    member.as_str().unwrap_or_else(|| panic!("{member} is no text"))
}

/// Encrypts a code to the key in the bundle, as a device sends it.
pub(crate) fn encrypt_code(bundle: &str, code: &str, device: &Device) -> String {
    let outer: Value = serde_json::from_str(bundle).unwrap();
    let signer = PublicKey::from_hex(text(&outer["enclaveQuorumPublic"])).unwrap();
    let target = OtpTarget::read(bundle, &signer).expect("a bundle that its signer has signed");
    let code = OtpCode::new(code.to_owned());
    OtpBundle::seal(&target.key, &code, &device.0.public_key(), [5; 32]).unwrap().to_json()
}

/// Answers the challenge of a request with the literal that the sandbox accepts as a signature.
#[track_caller]
pub(crate) fn literal(request: Request, challenge: &Value) -> Request {
    let request = request.header("Svc-Wallet-Signature", "sandbox-valid-signature");
    request.header("Request-Id", text(&challenge["requestId"]))
}

/// Exports the words of a wallet as its user, with the sandbox's literal. `post` builds requests to its
/// server.
pub(super) async fn exported_words(wallet: &str, post: impl Fn(&str) -> Request) -> String {
    let taker = Device::new();
    let path = format!("/internal-accounts/{wallet}/export");
    let export = || post(&path).json(&json!({ "clientPublicKey": taker.uncompressed() }));
    let challenge = export().send().await.expect(202);
    let done = literal(export(), &challenge).send().await.expect(200);
    let payload: Value = serde_json::from_str(text(&challenge["payloadToSign"])).unwrap();
    let bundle = text(&done["encryptedWalletCredentials"]);
    let opened = WalletExport::open(bundle, &taker.0, text(&payload["organizationId"]), None::<&PublicKey>);
    opened.expect("twelve words").expose().to_owned()
}

/// Builds an identity token of the sandbox.
pub(crate) fn token(claims: &Value) -> String {
    use base64::Engine;
    let encode = |value: &Value| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.dummy", encode(&json!({ "alg": "none" })), encode(claims))
}

/// Returns the claims of a user, issued so many seconds ago.
pub(crate) fn claims(subject: &str, seconds_ago: i64) -> Value {
    let now = causeway_domain::Clock::system().now().millis() / 1_000;
    json!({
        "iss": "https://accounts.google.com", "aud": "app", "sub": subject, "email": format!("{subject}@example.com"),
        "iat": now - seconds_ago, "exp": now + 600,
    })
}

/// A session of a wallet, and the device that signs in it.
#[derive(Debug)]
pub(crate) struct Login {
    pub(crate) session: Value,
    pub(crate) device: Device,
}

/// A customer with a wallet whose credential is an email address.
#[derive(Clone)]
pub(crate) struct Holder {
    pub(crate) platform: Platform,
    pub(crate) customer: Value,
    /// `W` of the interface.
    pub(crate) wallet: String,
    /// `C` of the interface.
    pub(crate) credential: String,
}

impl Holder {
    /// Creates a holder on a platform of its own, which supports USDB.
    pub(crate) async fn of(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR", "USDB"]).await;
        Self::on(&platform, "jane@example.com").await
    }

    pub(crate) async fn on(platform: &Platform, email: &str) -> Self {
        let body = json!({
            "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "email": email, "phoneNumber": "+14155550123",
            "currencies": ["USD"],
        });
        let customer = platform.post("/customers").json(&body).send().await.expect(201);
        let wallet = platform.account_of(&customer, "USDB").await;
        let platform = platform.clone();
        let mut holder = Self { platform, customer, wallet, credential: String::new() };
        holder.credential = text(&holder.credentials().await[0]["id"]).to_owned();
        holder
    }

    pub(crate) async fn credentials(&self) -> Vec<Value> {
        self.list("credentials").await
    }

    pub(crate) async fn sessions(&self) -> Vec<Value> {
        self.list("sessions").await
    }

    async fn list(&self, what: &str) -> Vec<Value> {
        let path = format!("/auth/{what}?accountId={}", self.wallet);
        self.platform.get(&path).send().await.expect(200)["data"].as_array().unwrap().clone()
    }

    /// Requests a new code and returns the bundle with the key for it.
    pub(crate) async fn challenge(&self) -> String {
        let path = format!("/auth/credentials/{}/challenge", self.credential);
        let response = self.platform.post(&path).send().await.expect(200);
        text(&response["otpEncryptionTargetBundle"]).to_owned()
    }

    /// Builds the request that submits a code.
    #[track_caller]
    pub(crate) fn verify(&self, encrypted: &str) -> Request {
        let body = json!({ "type": "EMAIL_OTP", "encryptedOtpBundle": encrypted });
        self.platform.post(&format!("/auth/credentials/{}/verify", self.credential)).json(&body)
    }

    /// Signs in by mail, with a new device.
    pub(crate) async fn login(&self) -> Login {
        let device = Device::new();
        let encrypted = encrypt_code(&self.challenge().await, "000000", &device);
        let challenge = self.verify(&encrypted).send().await.expect(202);
        let session = device.answer(self.verify(&encrypted), &challenge).send().await.expect(200);
        Login { session, device }
    }

    /// Sends both requests of an operation that the wallet signs, and returns the second answer.
    pub(crate) async fn signed(&self, device: &Device, request: impl Fn() -> Request) -> Response {
        let challenge = request().send().await.expect(202);
        device.answer(request(), &challenge).send().await
    }

    #[track_caller]
    pub(crate) fn add(&self, body: Value) -> Request {
        let mut body = body;
        body["accountId"] = json!(self.wallet);
        self.platform.post("/auth/credentials").json(&body)
    }
}

/// Returns the reason of a refusal, and checks that its three places agree.
#[track_caller]
pub(crate) fn reason(response: &Response) -> String {
    let body = response.expect_error(401, "UNAUTHORIZED");
    assert_eq!((&body["reason"], &body["message"]), (&body["details"]["reason"], &body["reason"]));
    text(&body["reason"]).to_owned()
}
