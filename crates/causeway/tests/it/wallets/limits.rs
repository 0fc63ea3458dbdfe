//! How often (wallet W16), and what stands for the real thing in the sandbox (wallet W17).

use std::time::Duration;

use serde_json::{Value, json};

use super::device::{Device, Holder, literal, seal, text};
use super::passkeys::{authenticator, registration};
use crate::harness::journey;

journey! {
    async fn wallet_w16_rate_limits(service) {
        let holder = Holder::of(service).await;
        for _ in 0..10 {
            holder.challenge().await;
        }
        let path = format!("/auth/credentials/{}/challenge", holder.credential);
        let refused = holder.platform.post(&path).send().await;
        refused.refused(429, "RATE_LIMITED");
        let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        holder.platform.advance(Duration::from_secs(wait)).await;
        holder.challenge().await;
    }
}

journey! {
    /// Ten failed logins in a minute, thirty wrong codes in a day.
    async fn guessing_ends(service) {
        let holder = Holder::of(service).await;
        let device = Device::new();
        for _ in 0..3 {
            for _ in 0..2 {
                let bundle = holder.challenge().await;
                for _ in 0..5 {
                    holder.verify(&seal(&bundle, "123456", &device)).send().await.refused(401, "UNAUTHORIZED");
                }
            }
            let bundle = holder.challenge().await;
            holder.verify(&seal(&bundle, "000000", &device)).send().await.refused(429, "RATE_LIMITED");
            holder.platform.advance(Duration::from_secs(61)).await;
        }
        let bundle = holder.challenge().await;
        let refused = holder.verify(&seal(&bundle, "000000", &device)).send().await;
        refused.refused(429, "RATE_LIMITED");
        let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!(wait > 80_000, "{wait}");
    }
}

journey! {
    async fn wallet_w17_literals(service) {
        let holder = Holder::of(service).await;
        let both = |make: &dyn Fn() -> causeway_testing::http::Request| (make(), make());
        let path = format!("/internal-accounts/{}", holder.wallet);
        let customer = format!("/customers/{}", text(&holder.customer["id"]));
        let taker = Device::new();
        let privacy = || holder.platform.patch(&path).json(&json!({ "privateEnabled": true }));
        let export_path = format!("{path}/export");
        let export = || holder.platform.post(&export_path).json(&json!({ "clientPublicKey": taker.uncompressed() }));
        let passkey = registration(&authenticator());
        let add = || holder.add(passkey.clone());
        let change = || holder.platform.patch(&customer).json(&json!({ "customerType": "INDIVIDUAL", "email": "new@example.com" }));
        let made: Vec<(&dyn Fn() -> causeway_testing::http::Request, u16)> =
            vec![(&privacy, 200), (&export, 200), (&add, 201), (&change, 200)];
        for (make, status) in made {
            let (first, second) = both(make);
            let challenge = first.send().await.expect(202);
            let unnamed = make().header("Svc-Wallet-Signature", "sandbox-valid-signature").send().await;
            unnamed.refused(401, "REQUEST_ID_MISSING");
            literal(second, &challenge).send().await.expect(status);
        }
        assert_eq!(holder.sessions().await.len(), 0, "no session was needed");
        let credentials = holder.credentials().await;
        let passkey = credentials.iter().find(|one| one["type"] == "PASSKEY").unwrap();
        let path = format!("/auth/credentials/{}", text(&passkey["id"]));
        let challenge = holder.platform.delete(&path).send().await.expect(202);
        literal(holder.platform.delete(&path), &challenge).send().await.expect(204);

        // A login by code takes it too; the session has the key of the bundle.
        let device = Device::new();
        let sealed = seal(&holder.challenge().await, "000000", &device);
        let challenge = holder.verify(&sealed).send().await.expect(202);
        let session: Value = literal(holder.verify(&sealed), &challenge).send().await.expect(200);
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        holder.signed(&device, || holder.platform.delete(&path)).await.expect(204);
    }
}
