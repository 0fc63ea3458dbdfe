//! Export, privacy and contacts (wallet W10 to W12; customers K11).

use causeway_wallet_crypto::{PublicKey, WalletExport};
use serde_json::{Value, json};

use super::device::{Device, Holder, Login, encrypt_code, reason, text};
use crate::harness::{journey, on_engines};

journey! {
    async fn wallet_w10_export(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let taker = Device::new();
        let path = format!("/internal-accounts/{}/export", holder.wallet);
        let export = |key: String| holder.platform.post(&path).json(&json!({ "clientPublicKey": key }));
        export(taker.compressed()).send().await.expect_error(400, "INVALID_INPUT");

        let challenge = export(taker.uncompressed()).send().await.expect(202);
        let other = device.answer(export(Device::new().uncompressed()), &challenge).send().await;
        other.expect_error(401, "WALLET_SIGNATURE_BODY_MISMATCH");
        let done = device.answer(export(taker.uncompressed()), &challenge).send().await.expect(200);
        assert_eq!(done["id"], json!(holder.wallet));

        let payload: Value = serde_json::from_str(text(&challenge["payloadToSign"])).unwrap();
        let organization = text(&payload["organizationId"]);
        let bundle = text(&done["encryptedWalletCredentials"]);
        let words = WalletExport::open(bundle, &taker.0, organization, None::<&PublicKey>).expect("twelve words");
        let outer: Value = serde_json::from_str(bundle).unwrap();
        assert_eq!((&outer["dataSignature"], &outer["enclaveQuorumPublic"]), (&json!(""), &json!("")));

        let again = holder.signed(&device, || export(taker.uncompressed())).await.expect(200);
        let second = text(&again["encryptedWalletCredentials"]);
        assert_ne!(second, bundle);
        let same = WalletExport::open(second, &taker.0, organization, None::<&PublicKey>).expect("twelve words");
        assert_eq!(same.expose(), words.expose());

        let fiat = holder.platform.account_of(&holder.customer, "USD").await;
        let body = json!({ "clientPublicKey": taker.uncompressed() });
        holder.platform.post(&format!("/internal-accounts/{fiat}/export")).json(&body).send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn wallet_w11_privacy(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let path = format!("/internal-accounts/{}", holder.wallet);
        let privacy = |is_private: bool| holder.platform.patch(&path).json(&json!({ "privateEnabled": is_private }));
        holder.platform.patch(&path).json(&json!({})).send().await.expect_error(400, "INVALID_INPUT");

        let challenge = privacy(true).send().await.expect(202);
        assert_eq!(challenge["type"], "EMAIL_OTP");
        device.answer(privacy(false), &challenge).send().await.expect_error(401, "WALLET_SIGNATURE_BODY_MISMATCH");
        let done = device.answer(privacy(true), &challenge).send().await.expect(200);
        assert_eq!((&done["privateEnabled"], &done["id"]), (&json!(true), &json!(holder.wallet)));

        let fiat = holder.platform.account_of(&holder.customer, "USD").await;
        let other = holder.platform.patch(&format!("/internal-accounts/{fiat}")).json(&json!({ "privateEnabled": true }));
        other.send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn wallet_w12_email_change(service) {
        let holder = Holder::of(service).await;
        let Login { session, device } = holder.login().await;
        let path = format!("/customers/{}", text(&holder.customer["id"]));
        let change = |body: Value| {
            let mut body = body;
            body["customerType"] = json!("INDIVIDUAL");
            holder.platform.patch(&path).json(&body)
        };
        let new = || change(json!({ "email": "new@example.com" }));

        let bundle = holder.challenge().await;
        let challenge = new().send().await.expect(202);
        assert_eq!(challenge["type"], "EMAIL_OTP");
        assert_eq!(holder.platform.get(&path).send().await.expect(200)["email"], "jane@example.com");
        let changed = device.answer(new(), &challenge).send().await.expect(200);
        assert_eq!(changed["email"], "new@example.com");
        assert_eq!(holder.credentials().await[0]["nickname"], "new@example.com");

        let late_login = holder.verify(&encrypt_code(&bundle, "000000", &device)).send().await;
        assert_eq!(reason(&late_login), "No pending OTP for this credential");
        assert_eq!(holder.sessions().await, [session], "the session is still valid");
        let device = holder.login().await.device;

        change(json!({ "fullName": "Jane Roe" })).send().await.expect(200);
        change(json!({ "email": "NEW@example.com" })).send().await.expect(200);
        change(json!({ "email": "a@example.com", "phoneNumber": "+14155550199" })).send().await.expect_error(400, "INVALID_INPUT");
        Holder::on(&holder.platform, "taken@example.com").await;
        let taken = change(json!({ "email": "taken@example.com" })).send().await;
        taken.expect_error(409, "EMAIL_OTP_EMAIL_ALREADY_EXISTS");

        // The telephone number belongs to no credential.
        change(json!({ "phoneNumber": "+14155550177" })).send().await.expect(200);

        let sms = || holder.add(json!({ "type": "SMS_OTP" }));
        let added = holder.signed(&device, sms).await.expect(201);
        let other = Holder { credential: text(&added["id"]).to_owned(), ..holder.clone() };
        let own = Device::new();
        let encrypted = encrypt_code(text(&added["otpEncryptionTargetBundle"]), "000000", &own);
        let verify = || other.platform.post(&format!("/auth/credentials/{}/verify", other.credential))
            .json(&json!({ "type": "SMS_OTP", "encryptedOtpBundle": encrypted }));
        holder.signed(&own, verify).await.expect(200);

        let next = || change(json!({ "email": "next@example.com" }));
        let challenge = next().send().await.expect(202);
        let delete = || holder.platform.delete(&format!("/auth/credentials/{}", holder.credential));
        holder.signed(&own, delete).await.expect(204);
        let response = own.answer(next(), &challenge).send().await;
        response.expect_error(409, "EMAIL_OTP_CREDENTIAL_SET_CHANGED");
        assert_eq!(holder.platform.get(&path).send().await.expect(200)["email"], "NEW@example.com");
        assert_eq!(reason(&own.answer(next(), &challenge).send().await), "Request already used");
    }
}

journey! {
    async fn customers_k11_email_change_with_wallet(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let path = format!("/customers/{}", text(&holder.customer["id"]));
        let change = |email: &str| {
            holder.platform.patch(&path).json(&json!({ "customerType": "INDIVIDUAL", "email": email }))
        };
        let challenge = change("new@example.com").send().await.expect(202);
        for member in ["payloadToSign", "requestId", "expiresAt"] {
            assert!(challenge[member].is_string(), "{member}");
        }
        assert_eq!(holder.platform.get(&path).send().await.expect(200)["email"], "jane@example.com");

        let id = text(&challenge["requestId"]);
        let stamp = device.stamp(&challenge["payloadToSign"]);
        let unsigned = change("new@example.com").header("Request-Id", id).send().await;
        unsigned.expect_error(401, "WALLET_SIGNATURE_MISSING");
        let unnamed = change("new@example.com").header("Svc-Wallet-Signature", &stamp).send().await;
        unnamed.expect_error(401, "REQUEST_ID_MISSING");
        let other = device.answer(change("other@example.com"), &challenge).send().await;
        other.expect_error(401, "WALLET_SIGNATURE_BODY_MISMATCH");

        let done = device.answer(change("new@example.com"), &challenge).send().await.expect(200);
        assert_eq!(done["email"], "new@example.com");
        assert_eq!(holder.credentials().await[0]["nickname"], "new@example.com");
        assert_eq!(reason(&device.answer(change("new@example.com"), &challenge).send().await), "Request already used");

        Holder::on(&holder.platform, "taken@example.com").await;
        change("taken@example.com").send().await.expect_error(409, "EMAIL_OTP_EMAIL_ALREADY_EXISTS");
        change("new@example.com").send().await.expect(200);
    }
}

on_engines! {
    /// Changes a contact to and fro: its earlier certificates are not valid any more, the current one is.
    async fn a_contact_that_comes_back_signs_in(service) {
        let holder = Holder::of(service).await;
        let path = format!("/customers/{}", text(&holder.customer["id"]));
        for email in ["new@example.com", "jane@example.com", "new@example.com"] {
            let device = holder.login().await.device;
            let body = json!({ "customerType": "INDIVIDUAL", "email": email });
            holder.signed(&device, || holder.platform.patch(&path).json(&body)).await.expect(200);
        }
        holder.login().await;
    }
}
