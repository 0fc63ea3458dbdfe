//! Other platforms, and production (wallet W17, W18).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::device::{Device, Holder, Login, encrypt_code, reason, text};
use crate::harness::{Service, journey};
use crate::operator::acting::act;

journey! {
    async fn wallet_w18_isolation(service) {
        let ours = Holder::of(service).await;
        let theirs = Holder::of(service).await;
        let Login { session, device } = theirs.login().await;
        for what in ["credentials", "sessions"] {
            let path = format!("/auth/{what}?accountId={}", theirs.wallet);
            assert_eq!(ours.platform.get(&path).send().await.expect(200), json!({ "data": [] }));
        }

        let foreign = |path: String| ours.platform.delete(&path);
        foreign(format!("/auth/credentials/{}", theirs.credential)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        foreign(path.clone()).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        let challenge = theirs.platform.delete(&path).send().await.expect(202);
        device.answer(foreign(path), &challenge).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let own = ours.login().await.session;
        let path = format!("/auth/sessions/{}", text(&own["id"]));
        assert_eq!(reason(&device.answer(ours.platform.delete(&path), &challenge).send().await), "Unknown request");

        let bearer = service.anonymous().get(&format!("/auth/credentials?accountId={}", ours.wallet));
        bearer.header("Authorization", "Bearer agent").send().await.expect_error(401, "UNAUTHORIZED");
    }
}

/// Creates an approved customer with a wallet on a production platform.
async fn in_production(service: &Service) -> Holder {
    let platform = service.platform(Environment::Production).await;
    let currency = |code: &str| {
        json!({
            "currencyCode": code, "minAmount": 1, "maxAmount": 1_000_000_000_000_i64,
            "requiredCounterpartyFields": [], "enabledTransactionTypes": ["OUTGOING", "INCOMING"],
        })
    };
    let supported = json!({ "supportedCurrencies": [currency("USD"), currency("USDB")] });
    platform.patch("/config").json(&supported).send().await.expect(200);
    Holder::on(&platform, "jane@example.com").await
}

journey! {
    /// Checks that production sends a code of its own, once, and accepts no literal.
    async fn wallet_w17_literals_mean_nothing_in_production(service) {
        let holder = in_production(service).await;
        let device = Device::new();
        let bundle = holder.challenge().await;
        let sent = service.mailbox.sent();
        assert_eq!((sent.len(), sent[0].recipient.as_str()), (1, "jane@example.com"));
        let code = service.mailbox.code();
        if code != "000000" {
            let wrong = holder.verify(&encrypt_code(&bundle, "000000", &device)).send().await;
            assert_eq!(reason(&wrong), "Invalid OTP code");
        }

        let encrypted = encrypt_code(&bundle, &code, &device);
        let challenge = holder.verify(&encrypted).send().await.expect(202);
        let request = holder.verify(&encrypted).header("Svc-Wallet-Signature", "sandbox-valid-signature");
        let literal = request.header("Request-Id", text(&challenge["requestId"])).send().await;
        literal.expect_error(401, "WALLET_SIGNATURE_MALFORMED");
        let session: Value = device.answer(holder.verify(&encrypted), &challenge).send().await.expect(200);
        assert_eq!(holder.sessions().await, [session]);

        let alerts = act(service, "alert list", json!({})).await.json;
        assert_eq!(alerts, json!([]));
    }
}
