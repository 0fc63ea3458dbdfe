//! Rate limits (wallet W16), and the literals of the sandbox (wallet W17).

use std::time::Duration;

use causeway_testing::wait;
use serde_json::{Value, json};

use super::device::{Device, Holder, claims, encrypt_code, literal, reason, text, token};
use super::forged::privacy;
use super::passkeys::{authenticator, registration};
use super::served::ServedWallet;
use crate::harness::journey;
use crate::life::process::{Folder, Server};
use crate::operator::acting::act;

journey! {
    async fn wallet_w16_rate_limits(service) {
        let holder = Holder::of(service).await;
        for _ in 0..10 {
            holder.challenge().await;
        }
        let path = format!("/auth/credentials/{}/challenge", holder.credential);
        let response = holder.platform.post(&path).send().await;
        response.expect_error(429, "RATE_LIMITED");
        let wait: u64 = response.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        holder.platform.advance(Duration::from_secs(wait)).await;
        holder.challenge().await;
    }
}

journey! {
    /// Checks the limits of ten failed logins in a minute and of thirty wrong codes in a day.
    async fn guessing_ends(service) {
        let holder = Holder::of(service).await;
        let device = Device::new();
        for _ in 0..3 {
            for _ in 0..2 {
                let bundle = holder.challenge().await;
                for _ in 0..5 {
                    holder.verify(&encrypt_code(&bundle, "123456", &device)).send().await.expect_error(401, "UNAUTHORIZED");
                }
            }
            let bundle = holder.challenge().await;
            holder.verify(&encrypt_code(&bundle, "000000", &device)).send().await.expect_error(429, "RATE_LIMITED");
            holder.platform.advance(Duration::from_secs(61)).await;
        }
        let bundle = holder.challenge().await;
        let response = holder.verify(&encrypt_code(&bundle, "000000", &device)).send().await;
        response.expect_error(429, "RATE_LIMITED");
        let wait: u64 = response.header("retry-after").unwrap().parse().unwrap();
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
        let requests: Vec<(&dyn Fn() -> causeway_testing::http::Request, u16)> =
            vec![(&privacy, 200), (&export, 200), (&add, 201), (&change, 200)];

        for (make, status) in requests {
            let (first, second) = both(make);
            let challenge = first.send().await.expect(202);
            let unnamed = make().header("Svc-Wallet-Signature", "sandbox-valid-signature").send().await;
            unnamed.expect_error(401, "REQUEST_ID_MISSING");
            literal(second, &challenge).send().await.expect(status);
        }

        assert_eq!(holder.sessions().await.len(), 0, "no session was needed");
        let credentials = holder.credentials().await;
        let passkey = credentials.iter().find(|one| one["type"] == "PASSKEY").unwrap();
        let path = format!("/auth/credentials/{}", text(&passkey["id"]));
        let challenge = holder.platform.delete(&path).send().await.expect(202);
        literal(holder.platform.delete(&path), &challenge).send().await.expect(204);

        // A login by code accepts the literal too; the session has the key of the bundle.
        let device = Device::new();
        let encrypted = encrypt_code(&holder.challenge().await, "000000", &device);
        let challenge = holder.verify(&encrypted).send().await.expect(202);
        let session: Value = literal(holder.verify(&encrypted), &challenge).send().await.expect(200);
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        holder.signed(&device, || holder.platform.delete(&path)).await.expect(204);
    }
}

journey! {
    /// Checks that the limits, and the lifetime of a request, are settings of the operator (wallet 10).
    async fn wallet_limits_are_settings_of_the_operator(service) {
        for (name, value) in [
            ("signed_retry_seconds", "30"), ("otp_max_attempts", "2"), ("challenge_limit", "3"),
            ("verify_limit", "4"), ("stamp_attempts", "2"),
        ] {
            act(service, "setting set", json!({ "name": name, "value": value })).await;
        }
        let holder = Holder::of(service).await;
        holder.platform.freeze().await;
        let device = Device::new();
        let bundle = holder.challenge().await;
        for _ in 0..2 {
            let wrong = holder.verify(&encrypt_code(&bundle, "123456", &device)).send().await;
            assert_eq!(reason(&wrong), "Invalid OTP code");
        }
        let late_login = holder.verify(&encrypt_code(&bundle, "000000", &device)).send().await;
        assert_eq!(reason(&late_login), "No pending OTP for this credential");

        let device = holder.login().await.device;
        let challenge = privacy(&holder, true).send().await.expect(202);
        for _ in 0..2 {
            let stranger = Device::new().answer(privacy(&holder, true), &challenge).send().await;
            stranger.expect_error(401, "WALLET_SIGNATURE_INVALID");
        }
        let void = device.answer(privacy(&holder, true), &challenge).send().await;
        assert_eq!(reason(&void), "Request already used");
        let challenge = privacy(&holder, true).send().await.expect(202);
        holder.platform.advance(Duration::from_secs(31)).await;
        let expired = device.answer(privacy(&holder, true), &challenge).send().await;
        assert_eq!(reason(&expired), "Request expired");

        let bundle = holder.challenge().await;
        let path = format!("/auth/credentials/{}/challenge", holder.credential);
        holder.platform.post(&path).send().await.expect_error(429, "RATE_LIMITED");
        holder.verify(&encrypt_code(&bundle, "123456", &device)).send().await.expect_error(401, "UNAUTHORIZED");
        holder.verify(&encrypt_code(&bundle, "000000", &device)).send().await.expect_error(429, "RATE_LIMITED");
    }
}

journey! {
    /// Checks that an attacker who guesses at many wallets is stopped at all wallets of the platform.
    async fn guessing_at_many_wallets_ends_too(service) {
        let body = json!({ "name": "wallet_wrong_codes_per_day", "value": "2" });
        act(service, "setting set", body).await;
        let holder = Holder::of(service).await;
        let other = Holder::on(&holder.platform, "other@example.com").await;
        let device = Device::new();
        for guessed in [&holder, &other] {
            let wrong = guessed.verify(&encrypt_code(&guessed.challenge().await, "123456", &device)).send().await;
            assert_eq!(reason(&wrong), "Invalid OTP code");
        }

        let response = holder.verify(&encrypt_code(&holder.challenge().await, "000000", &device)).send().await;
        response.expect_error(429, "RATE_LIMITED");
        let other_holder = Holder::of(service).await;
        other_holder.login().await;
    }
}

/// Checks the lifetime of sessions and the age of tokens, which are configuration of the key service.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_live_as_long_as_an_operator_says() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_SESSION_SECONDS", "1");
    serve.env("SVC_OIDC_MAX_AGE_SECONDS", "120").env("SVC_OIDC_SKEW_SECONDS", "30");
    let mut server = Server::start(serve);
    let api = server.api();
    let served = ServedWallet::new(&api).await;

    served.login(&api).await.expect(200);
    let path = format!("/auth/sessions?accountId={}", text(&served.wallet));
    wait::until("the session is over", wait::PATIENCE, || async {
        let sessions = api.get(&path).send().await.expect(200)["data"].take();
        if sessions == json!([]) { Ok(()) } else { Err(sessions) }
    })
    .await;

    let add = |seconds_ago: i64| {
        let token = token(&claims("google-1", seconds_ago));
        api.post("/auth/credentials")
            .json(&json!({ "type": "OAUTH", "accountId": served.wallet, "oidcToken": token }))
            .send()
    };
    add(140).await.expect(202);
    assert_eq!(reason(&add(160).await), "OIDC token is too old");
    add(-20).await.expect(202);
    assert_eq!(reason(&add(-45).await), "OIDC token issued in the future");
    server.stop();
}
