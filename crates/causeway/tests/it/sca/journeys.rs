//! The journeys of the interface (agents C, JB1 to JB4).

use std::time::Duration;

use causeway_domain::Time;
use serde_json::json;

use super::scene::{Erika, authenticator, registration, switch_on};
use crate::harness::journey;
use crate::payments::scene::text;

journey! {
    async fn agents_jb01_sca_off(service) {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        let set = Erika::of(platform).await;
        set.get("/sca/factors").send().await.refused(409, "CONFLICT");
        set.post("/sca/factors").json(&json!({ "type": "TOTP" })).send().await.refused(409, "CONFLICT");
        set.post("/sca/login/start").json(&json!({ "factor": "SMS_OTP" })).send().await.refused(409, "CONFLICT");
        set.record("FAILED_LOGIN_ATTEMPT").await.refused(409, "CONFLICT");
        set.post("/sca/factors/reset").json(&json!({ "factor": "SMS_OTP" })).send().await.refused(409, "CONFLICT");
        set.change_trust("trust").await.refused(409, "CONFLICT");

        let quote = set.quote(1_000).await;
        set.authorize(&quote, "123456").await.refused(409, "CONFLICT");
        set.on(&quote, "authorize/resend").send().await.refused(409, "CONFLICT");
        assert_eq!(set.execute(&quote).await.expect(200)["status"], "PROCESSING");

        // It does not apply either if contact data need not be verified.
        switch_on(service, &set.platform).await;
        let elsewhere = set.platform.customer(&["USD"]).await;
        let factors = set.platform.get("/sca/factors").query("customerId", text(&elsewhere["id"]));
        assert_eq!(factors.send().await.refused(409, "CONFLICT")["details"]["reason"], "SCA_NOT_REQUIRED");
        set.platform.get("/sca/factors").send().await.refused(400, "INVALID_INPUT");
        let nobody = "Customer:01980000-0000-7000-8000-000000000000";
        set.platform.get("/sca/factors").query("customerId", nobody).send().await.refused(404, "USER_NOT_FOUND");
        set.platform.settled().await;
    }
}

journey! {
    async fn agents_jb02_sca_on(service) {
        let set = Erika::set(service).await;
        let quote = set.quote(1_000).await;
        set.execute(&quote).await.refused(409, "SCA_SESSION_REQUIRED");

        let started = set.start("SMS_OTP").await;
        assert!(text(&started["challengeId"]).starts_with("ScaChallenge:"), "{started}");
        let wrong = set.complete(&started, "000000").await.refused(400, "INVALID_INPUT");
        assert_eq!(wrong["details"]["errors"][0]["field"], "code");
        let logged_in = set.complete(&started, "123456").await.expect(200);
        assert_eq!(logged_in["status"], "SUCCESS");
        let end: Time = text(&logged_in["sessionExpiresAt"]).parse().unwrap();
        let made: Time = text(&quote["createdAt"]).parse().unwrap();
        let days = end.since(made).as_secs() / 86_400;
        assert_eq!(days, 180);

        let waiting = set.execute(&quote).await.expect(200);
        assert_eq!(waiting["status"], "PENDING_AUTHORIZATION");
        let challenge = &waiting["scaChallenge"];
        assert_eq!((&challenge["factor"], &challenge["purpose"]), (&json!("SMS_OTP"), &json!("TRANSFER")));
        assert_eq!(challenge["availableFactors"], json!(["SMS_OTP"]));
        assert_eq!(set.left().await, 100_000, "nothing moves before");

        let again = set.execute(&quote).await.refused(409, "CONFLICT");
        assert_eq!(again["details"]["reason"], "QUOTE_PENDING_AUTHORIZATION");
        set.authorize(&quote, "000000").await.refused(400, "INVALID_INPUT");
        let authorized = set.authorize(&quote, "123456").await.expect(200);
        assert_eq!((&authorized["status"], authorized.get("scaChallenge")), (&json!("PROCESSING"), None));
        set.authorize(&quote, "123456").await.refused(409, "CONFLICT");
        assert_eq!(set.left().await, 99_000);

        let events = set.events(&quote).await;
        let expected = ["PENDING", "PENDING_AUTHORIZATION", "PROCESSING"];
        assert_eq!(events, expected.map(|status| format!("OUTGOING_PAYMENT.{status}")));

        let source = json!({ "sourceType": "REALTIME_FUNDING", "customerId": set.shown["id"], "currency": "USD" });
        let wanted = json!({
            "source": source, "destination": { "destinationType": "ACCOUNT", "accountId": set.bank },
            "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000,
        });
        let funded = set.platform.post("/quotes").json(&wanted).send().await.expect(202);
        assert_eq!((&funded["status"], funded.get("paymentInstructions")), (&json!("PENDING_AUTHORIZATION"), None));
        set.platform.settled().await;
        let announced = set.webhooks.received().iter().map(|one| one.json()["data"].clone())
            .find(|payment| payment["id"] == funded["transactionId"]).expect("it is reported");
        for payment in [announced, set.payment(&funded).await] {
            assert_eq!(payment["status"], "PENDING_AUTHORIZATION");
            for withheld in ["paymentInstructions", "reconciliationInstructions"] {
                assert_eq!(payment.get(withheld), None, "{payment}");
            }
        }

        let early = json!({ "quoteId": funded["id"], "currencyCode": "USD" });
        set.platform.post("/sandbox/send").json(&early).send().await.refused(400, "INVALID_INPUT");
        let authorized = set.authorize(&funded, "123456").await.expect(200);
        assert_eq!(authorized["status"], "PENDING");
        assert!(!authorized["paymentInstructions"].as_array().unwrap().is_empty());
        let payment = set.payment(&funded).await;
        assert_eq!(payment["paymentInstructions"], authorized["paymentInstructions"]);
        assert!(payment["reconciliationInstructions"]["reference"].is_string(), "{payment}");
        assert_eq!(set.events(&funded).await, ["PENDING_AUTHORIZATION", "PENDING"].map(|status| format!("OUTGOING_PAYMENT.{status}")));
        set.platform.post("/sandbox/send").json(&early).send().await.expect(200);
        set.platform.settled().await;
    }
}

journey! {
    async fn agents_jb03_lock(service) {
        let set = Erika::set(service).await;
        set.platform.freeze().await;
        set.log_in().await;
        let quote = set.quote(1_000).await;
        let started = set.start("SMS_OTP").await;
        for failed in 1..5 {
            let answer = set.record("FAILED_LOGIN_ATTEMPT").await.expect(200);
            assert_eq!((&answer["failedAttempts"], &answer["lockedUntil"]), (&json!(failed), &json!(null)));
        }
        let locked = set.record("FAILED_LOGIN_ATTEMPT").await.expect(200);
        let now: Time = text(&quote["createdAt"]).parse().unwrap();
        let until: Time = text(&locked["lockedUntil"]).parse().unwrap();
        assert_eq!(until.since(now), Duration::from_mins(15));
        assert_eq!(locked["suspended"], false);
        let refused = set.complete(&started, "123456").await.refused(423, "ACCOUNT_LOCKED");
        assert_eq!(refused["details"]["failedAttempts"], 5);
        assert_eq!(refused["details"]["lockedUntil"], locked["lockedUntil"]);
        set.record("FAILED_LOGIN_ATTEMPT").await.refused(423, "ACCOUNT_LOCKED");

        let reset = set.record("RESET_PASSWORD_COMPLETED").await.expect(200);
        assert_eq!((&reset["failedAttempts"], &reset["lockedUntil"]), (&json!(0), &json!(null)));
        set.execute(&quote).await.refused(409, "SCA_SESSION_REQUIRED");

        for minutes in [0, 0, 0, 0, 15, 30, 60, 24 * 60] {
            let after = set.record("FAILED_LOGIN_ATTEMPT").await.expect(200);
            assert_eq!(after["lockedUntil"].is_string(), minutes > 0, "{after}");
            set.platform.advance(Duration::from_mins(minutes)).await;
        }
        let suspended = set.record("FAILED_LOGIN_ATTEMPT").await.expect(200);
        assert_eq!((&suspended["suspended"], &suspended["lockedUntil"]), (&json!(true), &json!(null)));
        let refused = set.complete(&started, "123456").await.refused(423, "ACCOUNT_LOCKED");
        assert_eq!((&refused["details"]["suspended"], refused["details"].get("lockedUntil")), (&json!(true), None));
        set.record("RESET_PASSWORD_COMPLETED").await.expect(200);
        set.log_in().await;
    }
}

journey! {
    async fn agents_jb04_factors_and_trust(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        assert_eq!(set.enrol_totp().await.len(), 10);
        let passkey = authenticator();
        let made = set.enrol_passkey(&passkey).await;
        assert_eq!((&made["type"], &made["factor"]["factor"]), (&json!("PASSKEY"), &json!("PASSKEY")));
        let second = set.post("/sca/factors").json(&json!({ "type": "PASSKEY" })).send().await;
        second.refused(409, "PASSKEY_ALREADY_ENROLLED");
        let late = registration(&passkey, "AAAA");
        set.post("/sca/factors/confirm").json(&late).send().await.refused(409, "PASSKEY_ALREADY_ENROLLED");

        let refused = set.transfer(1_000).await.refused(409, "CONFLICT");
        assert_eq!(refused["details"]["reason"], "SCA_AUTHORIZATION_REQUIRED");
        let begun = set.change_trust("trust").await.expect(200);
        let challenge = &begun["scaChallenge"];
        set.confirm_trust("trust", challenge, "000000").await.refused(400, "INVALID_INPUT");
        assert_eq!(set.confirm_trust("trust", challenge, "123456").await.expect(200), json!({ "trusted": true }));
        assert_eq!(set.change_trust("trust").await.expect(200), json!({}));
        assert_eq!(set.confirm_trust("trust", challenge, "000000").await.expect(200), json!({ "trusted": true }));

        let quote = set.quote(1_000).await;
        let executed = set.execute(&quote).await.expect(200);
        assert_eq!((&executed["status"], executed.get("scaChallenge")), (&json!("PROCESSING"), None));
        assert_eq!(set.transfer(1_000).await.expect(201)["status"], "PENDING");

        let path = format!("/customers/external-accounts/{}", set.bank);
        set.platform.delete(&path).send().await.refused(409, "BENEFICIARY_TRUSTED");
        let begun = set.change_trust("untrust").await.expect(200);
        let ended = set.confirm_trust("untrust", &begun["scaChallenge"], "123456").await.expect(200);
        assert_eq!(ended, json!({ "trusted": false }));
        set.platform.delete(&path).send().await.expect(204);
        set.change_trust("trust").await.refused(404, "REFERENCE_NOT_FOUND");

        for number in 0..5 {
            let begun = set.post("/sca/factors/reset").json(&json!({ "factor": "TOTP" })).send().await.expect(201);
            if number > 0 {
                continue;
            }
            let reset = format!("/sca/factors/reset/{}", text(&begun["resetId"]));
            set.post(&format!("{reset}/complete")).send().await.refused(400, "INVALID_INPUT");
            let shown = set.get(&reset).send().await.expect(200);
            assert_eq!((&shown["status"], &shown["enrollmentStatus"]), (&json!("LIVENESS_PASSED"), &json!("PENDING")));
            set.post(&format!("{reset}/complete")).send().await.expect(204);
            let shown = set.get(&reset).send().await.expect(200);
            assert_eq!((&shown["status"], &shown["enrollmentStatus"]), (&json!("COMPLETED"), &json!("PENDING")));
            set.post("/sca/factors/reset").json(&json!({ "factor": "TOTP" })).send().await.refused(400, "INVALID_INPUT");
            set.enrol_totp().await;
            assert_eq!(set.get(&reset).send().await.expect(200)["enrollmentStatus"], "COMPLETED");
        }
        let sixth = set.post("/sca/factors/reset").json(&json!({ "factor": "TOTP" })).send().await;
        assert!(sixth.header("retry-after").is_some());
        sixth.refused(429, "RATE_LIMITED");
        set.platform.settled().await;
    }
}
