//! A wallet of a server that runs as a process of its own.

use causeway_testing::http::{Client, Response};
use serde_json::{Value, json};

use super::device::{Device, seal, text};

/// A wallet, and how its first credential is asked for.
pub(super) struct Served {
    pub(super) wallet: Value,
    pub(super) credential: String,
}

impl Served {
    /// The wallet of a new customer.
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

    /// The key for a new code.
    pub(super) async fn challenge(&self, api: &Client) -> String {
        let asked = api.post(&format!("{}/challenge", self.credential)).send().await.expect(200);
        text(&asked["otpEncryptionTargetBundle"]).to_owned()
    }

    /// Sends the code of the sandbox in: the challenge, and what answers it.
    pub(super) async fn login(&self, api: &Client) -> Response {
        let device = Device::new();
        let sealed = seal(&self.challenge(api).await, "000000", &device);
        let body = json!({ "type": "EMAIL_OTP", "encryptedOtpBundle": sealed });
        let verify = || api.post(&format!("{}/verify", self.credential)).json(&body);
        let challenge = verify().send().await.expect(202);
        device.answer(verify(), &challenge).send().await
    }
}
