//! Trust by factors other than text messages (agents B1, B4).

use serde_json::json;

use super::scene::{Erika, assertion, authenticator};
use crate::customers::walks::set_for;
use crate::harness::journey;
use crate::payments::scene::text;

journey! {
    async fn an_authenticator_or_a_passkey_proves_a_change_of_trust(service) {
        let set = Erika::set(service).await;
        let confirm = |verb: &str, body: serde_json::Value| {
            set.platform.post(&format!("/customers/external-accounts/{}/{verb}/confirm", set.bank)).json(&body).send()
        };
        let code = json!({ "code": "123456" });
        let begun = set.change_trust("trust").await.expect(200);
        assert_eq!(begun["scaChallenge"]["factor"], "SMS_OTP");
        confirm("trust", code.clone()).await.refused(400, "INVALID_INPUT");
        let recovery = set.enrol_totp().await;
        confirm("trust", json!({ "code": recovery[0] })).await.refused(400, "INVALID_INPUT");
        assert_eq!(confirm("trust", code.clone()).await.expect(200), json!({ "trusted": true }));

        // Without a verified number no code is sent, and the trust can still be ended.
        set.change_number().await;
        assert_eq!(set.change_trust("untrust").await.expect(200), json!({}));
        confirm("untrust", json!({ "code": "000000" })).await.refused(400, "INVALID_INPUT");
        assert_eq!(confirm("untrust", code.clone()).await.expect(200), json!({ "trusted": false }));

        let mut passkey = authenticator();
        set.enrol_passkey(&passkey).await;
        let begun = set.change_trust("trust").await.expect(200);
        let challenge = &begun["scaChallenge"];
        assert_eq!((&challenge["factor"], &challenge["purpose"]), (&json!("PASSKEY"), &json!("BENEFICIARY_TRUST")));
        let answer = assertion(&mut passkey, &challenge["passkeyAssertionOptions"]["challenge"]);
        let mut proof = json!({ "passkeyAssertion": answer, "origin": passkey.origin });
        confirm("trust", proof.clone()).await.refused(400, "INVALID_INPUT");
        proof["challengeId"] = challenge["id"].clone();
        assert_eq!(confirm("trust", proof).await.expect(200), json!({ "trusted": true }));

        let begun = set.change_trust("untrust").await.expect(200);
        let ended = set.confirm_trust("untrust", &begun["scaChallenge"], "123456").await.expect(200);
        assert_eq!(ended, json!({ "trusted": false }));
        let path = format!("/customers/external-accounts/{}", set.bank);
        set.platform.delete(&path).send().await.expect(204);
    }
}

journey! {
    /// Checks that a number which is never verified is no factor.
    async fn an_unverified_phone_number_is_no_factor(service) {
        let set = Erika::set(service).await;
        set_for(service, set.platform.id, "contact_verification_channels", json!(["EMAIL"])).await;
        let wanted = json!({
            "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Max Mustermann", "currencies": ["USD"],
            "email": "max@example.com", "phoneNumber": "+4930888888",
        });
        let made = set.platform.post("/customers").json(&wanted).send().await.expect(201);
        assert_eq!(made["contactVerification"], json!({ "email": "PENDING" }));
        let start = set.platform.post("/sca/login/start").query("customerId", text(&made["id"]));
        start.json(&json!({ "factor": "SMS_OTP" })).send().await.refused(400, "INVALID_INPUT");
    }
}
