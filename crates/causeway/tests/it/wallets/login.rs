//! Signing in by mail (wallet W1 to W3).

use causeway_testing::http::Request;
use causeway_wallet_crypto::{PublicKey, VerificationToken};
use serde_json::{Value, json};

use super::device::{Device, Holder, Login, encrypt_code, reason, text};
use crate::harness::{journey, on_engines};

journey! {
    async fn wallet_w01_email_login(service) {
        let holder = Holder::of(service).await;
        let platform = &holder.platform;
        let path = format!("/customers/internal-accounts?customerId={}&type=EMBEDDED_WALLET", text(&holder.customer["id"]));
        let accounts = platform.get(&path).send().await.expect(200);
        assert_eq!((accounts["data"].as_array().unwrap().len(), &accounts["data"][0]["privateEnabled"]), (1, &json!(false)));
        let credentials = holder.credentials().await;
        assert_eq!(credentials.len(), 1);
        assert_eq!((&credentials[0]["type"], &credentials[0]["nickname"]), (&json!("EMAIL_OTP"), &json!("jane@example.com")));
        assert!(credentials[0]["otpEncryptionTargetBundle"].is_null());

        let bundle = holder.challenge().await;
        let device = Device::new();
        let encrypted = encrypt_code(&bundle, "000000", &device);
        let challenge = holder.verify(&encrypted).send().await.expect(202);
        assert_eq!(challenge["type"], "EMAIL_OTP");
        assert!(text(&challenge["requestId"]).starts_with("Request:"));
        let signer: Value = serde_json::from_str(&bundle).unwrap();
        let signer = PublicKey::from_hex(text(&signer["enclaveQuorumPublic"])).unwrap();
        let token = VerificationToken::verify(text(&challenge["payloadToSign"]), &signer).expect("a token");
        assert_eq!((token.contact.as_str(), token.public_key), ("jane@example.com", device.0.public_key()));

        let session = device.answer(holder.verify(&encrypted), &challenge).send().await.expect(200);
        assert!(text(&session["id"]).starts_with("Session:"));
        assert!(session["encryptedSessionSigningKey"].is_null());
        assert_eq!((&session["accountId"], &session["nickname"]), (&json!(holder.wallet), &json!("jane@example.com")));
        assert_eq!(holder.sessions().await, [session]);
    }
}

journey! {
    async fn wallet_w02_email_login_unhappy(service) {
        let holder = Holder::of(service).await;
        let device = Device::new();
        let try_code = |encrypted: String| { let holder = &holder; async move { holder.verify(&encrypted).send().await } };
        // a, b
        let bundle = holder.challenge().await;
        for _ in 0..5 {
            assert_eq!(reason(&try_code(encrypt_code(&bundle, "123456", &device)).await), "Invalid OTP code");
        }
        let late_login = try_code(encrypt_code(&bundle, "000000", &device)).await;
        assert_eq!(reason(&late_login), "No pending OTP for this credential");

        // c
        let bundle = holder.challenge().await;
        holder.challenge().await;
        assert_eq!(reason(&try_code(encrypt_code(&bundle, "000000", &device)).await), "Invalid encrypted OTP bundle");

        // d, g, i
        for malformed in ["{}", "", "x"] {
            try_code(malformed.to_owned()).await.expect_error(400, "INVALID_INPUT");
        }
        let path = format!("/auth/credentials/{}/verify", holder.credential);
        let other = json!({ "type": "OAUTH", "oidcToken": "a.b.c", "clientPublicKey": device.compressed() });
        holder.platform.post(&path).json(&other).send().await.expect_error(400, "INVALID_INPUT");
        let plain = json!({ "type": "EMAIL_OTP", "otp": "000000" });
        holder.platform.post(&path).json(&plain).send().await.expect_error(400, "INVALID_INPUT");
        let unknown_credential = "/auth/credentials/AuthMethod:01890a5d-ac96-774b-bcce-b302099a8057/verify";
        holder.platform.post(unknown_credential).json(&other).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

journey! {
    async fn wallet_w02_email_login_second_request(service) {
        let holder = Holder::of(service).await;
        let device = Device::new();
        // h
        let encrypted = encrypt_code(&holder.challenge().await, "000000", &device);
        let challenge = holder.verify(&encrypted).send().await.expect(202);
        assert_eq!(holder.verify(&encrypted).send().await.expect(202), challenge);

        // e
        let wrong = Device::new().answer(holder.verify(&encrypted), &challenge).send().await;
        wrong.expect_error(401, "WALLET_SIGNATURE_INVALID");
        device.answer(holder.verify(&encrypted), &challenge).send().await.expect(200);

        // f
        let again = device.answer(holder.verify(&encrypted), &challenge).send().await;
        assert_eq!(reason(&again), "Request already used");
        assert_eq!(holder.sessions().await.len(), 1);

        // j
        let config = json!({ "embeddedWalletConfig": { "expirationSeconds": 1 } });
        holder.platform.patch("/config").json(&config).send().await.expect(200);
        let bundle = holder.challenge().await;
        holder.platform.advance(std::time::Duration::from_secs(2)).await;
        let late_login = holder.verify(&encrypt_code(&bundle, "000000", &device)).send().await;
        assert_eq!(reason(&late_login), "No pending OTP for this credential");
    }
}

on_engines! {
    async fn a_serializer_may_break_the_lines_of_a_bundle(service) {
        let holder = Holder::of(service).await;
        let pretty = |members: &Value| serde_json::to_string_pretty(members).unwrap();
        let indented = |members: &Value| format!("\t{members}\r\n");
        let breaks: [&dyn Fn(&Value) -> String; 2] = [&pretty, &indented];
        for broken in breaks {
            let device = Device::new();
            let encrypted: Value = serde_json::from_str(&encrypt_code(&holder.challenge().await, "000000", &device)).unwrap();
            let encrypted = broken(&encrypted);
            let challenge = holder.verify(&encrypted).send().await.expect(202);
            assert_eq!(holder.verify(&encrypted).send().await.expect(202), challenge);
            device.answer(holder.verify(&encrypted), &challenge).send().await.expect(200);
        }
        for bad in ["{\u{0}}", "{\n\u{b}}", "\n"] {
            holder.verify(bad).send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}

#[track_caller]
fn with(request: Request, stamp: &str, id: &Value) -> Request {
    request.header("Svc-Wallet-Signature", stamp).header("Request-Id", text(id))
}

journey! {
    async fn wallet_w03_header_rules(service) {
        let holder = Holder::of(service).await;
        let Login { session, device } = holder.login().await;
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        let end = || holder.platform.delete(&path);
        let challenge = end().send().await.expect(202);
        let id = &challenge["requestId"];
        let stamp = device.stamp(&challenge["payloadToSign"]);
        end().header("Svc-Wallet-Signature", &stamp).send().await.expect_error(401, "REQUEST_ID_MISSING");
        end().header("Request-Id", text(id)).send().await.expect_error(401, "WALLET_SIGNATURE_MISSING");
        with(end(), "!!!", id).send().await.expect_error(401, "WALLET_SIGNATURE_MALFORMED");

        let path = format!("/internal-accounts/{}", holder.wallet);
        let privacy = || holder.platform.patch(&path).json(&json!({ "privateEnabled": true }));
        assert_eq!(reason(&with(privacy(), &stamp, id).send().await), "Unknown request");
        assert_eq!(reason(&with(end(), &stamp, &json!("Request:1")).send().await), "Unknown request");

        // Five failures void the request.
        for _ in 0..4 {
            with(end(), "!!!", id).send().await.expect_error(401, "WALLET_SIGNATURE_MALFORMED");
        }
        assert_eq!(reason(&with(end(), &stamp, id).send().await), "Request already used");

        let challenge = end().send().await.expect(202);
        holder.platform.advance(std::time::Duration::from_secs(301)).await;
        assert_eq!(reason(&device.answer(end(), &challenge).send().await), "Request expired");
    }
}

on_engines! {
    /// Checks that the stamps of the known answers are refused as the file says: as malformed, or as those of
    /// keys without a session.
    async fn wallet_w03_known_stamps(service) {
        let holder = Holder::of(service).await;
        let session = holder.login().await.session;
        let known: Value = serde_json::from_str(include_str!("../../../../wallet-crypto/testdata/wallet.json")).unwrap();
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        for case in known["stamp"]["negative"].as_array().unwrap() {
            let challenge = holder.platform.delete(&path).send().await.expect(202);
            let header = text(&case["headerValue"]);
            let response = with(holder.platform.delete(&path), header, &challenge["requestId"]).send().await;
            response.expect_error(401, text(&case["expect"]));
        }
    }
}
