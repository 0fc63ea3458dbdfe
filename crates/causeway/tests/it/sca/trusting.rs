//! Trust by factors other than text messages (agents B1, B4).

use serde_json::json;

use super::scene::{ScaScene, assertion, authenticator};
use crate::customers::walks::set_for;
use crate::harness::journey;
use crate::payments::scene::text;

journey! {
    async fn an_authenticator_or_a_passkey_proves_a_change_of_trust(service) {
        let scene = ScaScene::new(service).await;
        let confirm = |verb: &str, body: serde_json::Value| {
            scene.platform.post(&format!("/customers/external-accounts/{}/{verb}/confirm", scene.bank)).json(&body).send()
        };
        let code = json!({ "code": "123456" });
        let trust_change = scene.change_trust("trust").await.expect(200);
        assert_eq!(trust_change["scaChallenge"]["factor"], "SMS_OTP");
        confirm("trust", code.clone()).await.expect_error(400, "INVALID_INPUT");
        let recovery = scene.enroll_totp().await;
        confirm("trust", json!({ "code": recovery[0] })).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(confirm("trust", code.clone()).await.expect(200), json!({ "trusted": true }));

        // Without a verified number no code is sent, and the trust can still be ended.
        scene.change_number().await;
        assert_eq!(scene.change_trust("untrust").await.expect(200), json!({}));
        confirm("untrust", json!({ "code": "000000" })).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(confirm("untrust", code.clone()).await.expect(200), json!({ "trusted": false }));

        let mut passkey = authenticator();
        scene.enroll_passkey(&passkey).await;
        let trust_change = scene.change_trust("trust").await.expect(200);
        let challenge = &trust_change["scaChallenge"];
        assert_eq!((&challenge["factor"], &challenge["purpose"]), (&json!("PASSKEY"), &json!("BENEFICIARY_TRUST")));
        let answer = assertion(&mut passkey, &challenge["passkeyAssertionOptions"]["challenge"]);
        let mut proof = json!({ "passkeyAssertion": answer, "origin": passkey.origin });
        confirm("trust", proof.clone()).await.expect_error(400, "INVALID_INPUT");
        proof["challengeId"] = challenge["id"].clone();
        assert_eq!(confirm("trust", proof).await.expect(200), json!({ "trusted": true }));

        let trust_change = scene.change_trust("untrust").await.expect(200);
        let ended = scene.confirm_trust("untrust", &trust_change["scaChallenge"], "123456").await.expect(200);
        assert_eq!(ended, json!({ "trusted": false }));
        let path = format!("/customers/external-accounts/{}", scene.bank);
        scene.platform.delete(&path).send().await.expect(204);
    }
}

journey! {
    /// Checks that a number which is never verified is no factor.
    async fn an_unverified_phone_number_is_no_factor(service) {
        let scene = ScaScene::new(service).await;
        set_for(service, scene.platform.id, "contact_verification_channels", json!(["EMAIL"])).await;
        let body = json!({
            "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Max Mustermann", "currencies": ["USD"],
            "email": "max@example.com", "phoneNumber": "+4930888888",
        });
        let customer = scene.platform.post("/customers").json(&body).send().await.expect(201);
        assert_eq!(customer["contactVerification"], json!({ "email": "PENDING" }));
        let start = scene.platform.post("/sca/login/start").query("customerId", text(&customer["id"]));
        start.json(&json!({ "factor": "SMS_OTP" })).send().await.expect_error(400, "INVALID_INPUT");
    }
}
