//! A server whose wallets have keys does not start without what keeps them (wallet 1.1).

use std::fs;

use serde_json::json;

use super::device::{Device, seal, text};
use crate::life::process::{Folder, refused};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_starts_without_the_keys_of_wallets_or_what_was_revoked() {
    let folder = Folder::new();
    let mut server = folder.start();
    let api = server.api();
    let person =
        json!({ "customerType": "INDIVIDUAL", "fullName": "Grace Hopper", "email": "grace@example.com" });
    let customer = api.post("/customers").json(&person).send().await.expect(201);
    let path =
        format!("/customers/internal-accounts?customerId={}&type=EMBEDDED_WALLET", text(&customer["id"]));
    let wallet = api.get(&path).send().await.expect(200)["data"][0]["id"].clone();
    let path = format!("/auth/credentials?accountId={}", text(&wallet));
    let credential = api.get(&path).send().await.expect(200)["data"][0]["id"].clone();
    let path = format!("/auth/credentials/{}/challenge", text(&credential));
    api.post(&path).send().await.expect(200);
    server.stop();
    for (name, said) in
        [("wallet.keys", "their master keys are missing"), ("wallet-tombstones", "put it back at")]
    {
        let (file, aside) = (folder.data().join(name), folder.beside(name));
        fs::rename(&file, &aside).unwrap();
        let (_, complaint) = refused(&mut folder.serve());
        assert!(complaint.contains(said), "{complaint}");
        assert!(!file.exists(), "it is not made anew");
        fs::rename(&aside, &file).unwrap();
    }
    let server = folder.start();
    let api = api.at(&server.base_url());
    let asked = api.post(&path).send().await.expect(200);
    let sealed = seal(text(&asked["otpEncryptionTargetBundle"]), "000000", &Device::new());
    let body = json!({ "type": "EMAIL_OTP", "encryptedOtpBundle": sealed });
    let path = format!("/auth/credentials/{}/verify", text(&credential));
    api.post(&path).json(&body).send().await.expect(202);
}
