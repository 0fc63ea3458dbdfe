//! A wallet of a server that runs as a process of its own.

use causeway_testing::http::{Client, Response};
use serde_json::{Value, json};

use super::device::{Device, encrypt_code, text};

/// A wallet, and the path of its first credential.
pub(super) struct ServedWallet {
    pub(super) wallet: Value,
    pub(super) credential: String,
}

impl ServedWallet {
    /// Creates the wallet of a new customer.
    pub(super) async fn new(api: &Client) -> Self {
        let person =
            json!({ "customerType": "INDIVIDUAL", "fullName": "Grace Hopper", "email": "grace@example.com" });
        let customer = api.post("/customers").json(&person).send().await.expect(201);
        let path =
            format!("/customers/internal-accounts?customerId={}&type=EMBEDDED_WALLET", text(&customer["id"]));
        let wallet = api.get(&path).send().await.expect(200)["data"][0]["id"].take();
        let path = format!("/auth/credentials?accountId={}", text(&wallet));
        let credential = api.get(&path).send().await.expect(200)["data"][0]["id"].take();
        Self { wallet, credential: format!("/auth/credentials/{}", text(&credential)) }
    }

    /// Requests a new code and returns the bundle with the key for it.
    pub(super) async fn challenge(&self, api: &Client) -> String {
        let challenge = api.post(&format!("{}/challenge", self.credential)).send().await.expect(200);
        text(&challenge["otpEncryptionTargetBundle"]).to_owned()
    }

    /// Submits the sandbox's code and answers the challenge.
    pub(super) async fn login(&self, api: &Client) -> Response {
        let device = Device::new();
        let encrypted = encrypt_code(&self.challenge(api).await, "000000", &device);
        let body = json!({ "type": "EMAIL_OTP", "encryptedOtpBundle": encrypted });
        let verify = || api.post(&format!("{}/verify", self.credential)).json(&body);
        let challenge = verify().send().await.expect(202);
        device.answer(verify(), &challenge).send().await
    }
}
