//! A wallet that is opened with a code sent by a text-message gateway (wallet 4).

use serde_json::json;

use super::device::{Device, Holder, encrypt_code, text};
use super::production::{holder, login};
use crate::harness::{Gateway, journey};

journey! {
    async fn a_wallet_in_production_is_opened_by_text_message(service) {
        let holder = holder(service).await;
        let device = login(service, &holder).await.device;
        let gateway = Gateway::of(service).await;
        let added = holder.signed(&device, || holder.add(json!({ "type": "SMS_OTP" }))).await.expect(201);
        let by_text = Holder { credential: text(&added["id"]).to_owned(), ..holder.clone() };
        let own = Device::new();
        let code = gateway.code();
        service.must_not_log(&code);
        let encrypted = encrypt_code(text(&added["otpEncryptionTargetBundle"]), &code, &own);
        let verify = || {
            let body = json!({ "type": "SMS_OTP", "encryptedOtpBundle": encrypted });
            by_text.platform.post(&format!("/auth/credentials/{}/verify", by_text.credential)).json(&body)
        };
        holder.signed(&own, verify).await.expect(200);

        let sent = gateway.messages();
        assert_eq!(sent[0]["recipient"], "+14155550123");
        assert!(sent[0]["expiresAt"].is_string(), "{sent:?}");
        by_text.challenge().await;

        // Notices by mail are not given to the gateway, and raise no alert: this service has no mail server.
        by_text.platform.settled().await;
        let sent = gateway.messages();
        assert!(sent.iter().all(|message| message["channel"] == "PHONE"), "{sent:?}");
        assert_ne!(sent[0]["id"], sent[1]["id"], "another code is another message");
    }
}
