//! The journeys of the interface (agents C, JB1 to JB4).

use std::time::Duration;

use causeway_domain::Time;
use serde_json::json;

use super::scene::{ScaScene, authenticator, enable_sca, registration};
use crate::harness::journey;
use crate::payments::scene::text;

journey! {
    async fn agents_jb01_sca_off(service) {
        let scene = ScaScene::without_sca(service).await;
        scene.get("/sca/factors").send().await.expect_error(409, "CONFLICT");
        scene.post("/sca/factors").json(&json!({ "type": "TOTP" })).send().await.expect_error(409, "CONFLICT");
        scene.post("/sca/login/start").json(&json!({ "factor": "SMS_OTP" })).send().await.expect_error(409, "CONFLICT");
        scene.record_security_event("FAILED_LOGIN_ATTEMPT").await.expect_error(409, "CONFLICT");
        scene.post("/sca/factors/reset").json(&json!({ "factor": "SMS_OTP" })).send().await.expect_error(409, "CONFLICT");
        scene.change_trust("trust").await.expect_error(409, "CONFLICT");

        let quote = scene.quote(1_000).await;
        scene.authorize(&quote, "123456").await.expect_error(409, "CONFLICT");
        scene.post_to_quote(&quote, "authorize/resend").send().await.expect_error(409, "CONFLICT");
        assert_eq!(scene.execute(&quote).await.expect(200)["status"], "PROCESSING");

        // It does not apply either if contact data need not be verified.
        enable_sca(service, &scene.platform).await;
        let other_customer = scene.platform.customer(&["USD"]).await;
        let factors = scene.platform.get("/sca/factors").query("customerId", text(&other_customer["id"]));
        assert_eq!(factors.send().await.expect_error(409, "CONFLICT")["details"]["reason"], "SCA_NOT_REQUIRED");
        scene.platform.get("/sca/factors").send().await.expect_error(400, "INVALID_INPUT");
        let unknown_customer = "Customer:01980000-0000-7000-8000-000000000000";
        scene.platform.get("/sca/factors").query("customerId", unknown_customer).send().await.expect_error(404, "USER_NOT_FOUND");
        scene.platform.settled().await;
    }
}

journey! {
    async fn agents_jb02_sca_on(service) {
        let scene = ScaScene::new(service).await;
        let quote = scene.quote(1_000).await;
        scene.execute(&quote).await.expect_error(409, "SCA_SESSION_REQUIRED");

        let started = scene.start("SMS_OTP").await;
        assert!(text(&started["challengeId"]).starts_with("ScaChallenge:"), "{started}");
        let wrong = scene.complete(&started, "000000").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(wrong["details"]["errors"][0]["field"], "code");
        let logged_in = scene.complete(&started, "123456").await.expect(200);
        assert_eq!(logged_in["status"], "SUCCESS");
        let end: Time = text(&logged_in["sessionExpiresAt"]).parse().unwrap();
        let created_at: Time = text(&quote["createdAt"]).parse().unwrap();
        let days = end.since(created_at).as_secs() / 86_400;
        assert_eq!(days, 180);

        let pending_quote = scene.execute(&quote).await.expect(200);
        assert_eq!(pending_quote["status"], "PENDING_AUTHORIZATION");
        let challenge = &pending_quote["scaChallenge"];
        assert_eq!((&challenge["factor"], &challenge["purpose"]), (&json!("SMS_OTP"), &json!("TRANSFER")));
        assert_eq!(challenge["availableFactors"], json!(["SMS_OTP"]));
        assert_eq!(scene.usd_balance().await, 100_000, "no money moves before authorization");

        let again = scene.execute(&quote).await.expect_error(409, "CONFLICT");
        assert_eq!(again["details"]["reason"], "QUOTE_PENDING_AUTHORIZATION");
        scene.authorize(&quote, "000000").await.expect_error(400, "INVALID_INPUT");
        let authorized = scene.authorize(&quote, "123456").await.expect(200);
        assert_eq!((&authorized["status"], authorized.get("scaChallenge")), (&json!("PROCESSING"), None));
        scene.authorize(&quote, "123456").await.expect_error(409, "CONFLICT");
        assert_eq!(scene.usd_balance().await, 99_000);

        let events = scene.events(&quote).await;
        let expected = ["PENDING", "PENDING_AUTHORIZATION", "PROCESSING"];
        assert_eq!(events, expected.map(|status| format!("OUTGOING_PAYMENT.{status}")));

        let source = json!({ "sourceType": "REALTIME_FUNDING", "customerId": scene.customer["id"], "currency": "USD" });
        let body = json!({
            "source": source, "destination": { "destinationType": "ACCOUNT", "accountId": scene.bank },
            "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000,
        });
        let funded = scene.platform.post("/quotes").json(&body).send().await.expect(202);
        assert_eq!((&funded["status"], funded.get("paymentInstructions")), (&json!("PENDING_AUTHORIZATION"), None));
        scene.platform.settled().await;
        let announced = scene.webhooks.received().iter().map(|one| one.json()["data"].clone())
            .find(|payment| payment["id"] == funded["transactionId"]).expect("the failed payment is listed");
        for payment in [announced, scene.payment(&funded).await] {
            assert_eq!(payment["status"], "PENDING_AUTHORIZATION");
            for withheld in ["paymentInstructions", "reconciliationInstructions"] {
                assert_eq!(payment.get(withheld), None, "{payment}");
            }
        }

        let deposit = json!({ "quoteId": funded["id"], "currencyCode": "USD" });
        scene.platform.post("/sandbox/send").json(&deposit).send().await.expect_error(400, "INVALID_INPUT");
        let authorized = scene.authorize(&funded, "123456").await.expect(200);
        assert_eq!(authorized["status"], "PENDING");
        assert!(!authorized["paymentInstructions"].as_array().unwrap().is_empty());
        let payment = scene.payment(&funded).await;
        assert_eq!(payment["paymentInstructions"], authorized["paymentInstructions"]);
        assert!(payment["reconciliationInstructions"]["reference"].is_string(), "{payment}");
        assert_eq!(scene.events(&funded).await, ["PENDING_AUTHORIZATION", "PENDING"].map(|status| format!("OUTGOING_PAYMENT.{status}")));
        scene.platform.post("/sandbox/send").json(&deposit).send().await.expect(200);
        scene.platform.settled().await;
    }
}

journey! {
    async fn agents_jb03_lock(service) {
        let scene = ScaScene::new(service).await;
        scene.platform.freeze().await;
        scene.log_in().await;
        let quote = scene.quote(1_000).await;
        let started = scene.start("SMS_OTP").await;
        for failed in 1..5 {
            let response = scene.record_security_event("FAILED_LOGIN_ATTEMPT").await.expect(200);
            assert_eq!((&response["failedAttempts"], &response["lockedUntil"]), (&json!(failed), &json!(null)));
        }
        let locked = scene.record_security_event("FAILED_LOGIN_ATTEMPT").await.expect(200);
        let now: Time = text(&quote["createdAt"]).parse().unwrap();
        let until: Time = text(&locked["lockedUntil"]).parse().unwrap();
        assert_eq!(until.since(now), Duration::from_mins(15));
        assert_eq!(locked["suspended"], false);
        let error = scene.complete(&started, "123456").await.expect_error(423, "ACCOUNT_LOCKED");
        assert_eq!(error["details"]["failedAttempts"], 5);
        assert_eq!(error["details"]["lockedUntil"], locked["lockedUntil"]);
        scene.record_security_event("FAILED_LOGIN_ATTEMPT").await.expect_error(423, "ACCOUNT_LOCKED");

        let reset = scene.record_security_event("RESET_PASSWORD_COMPLETED").await.expect(200);
        assert_eq!((&reset["failedAttempts"], &reset["lockedUntil"]), (&json!(0), &json!(null)));
        scene.execute(&quote).await.expect_error(409, "SCA_SESSION_REQUIRED");

        for minutes in [0, 0, 0, 0, 15, 30, 60, 24 * 60] {
            let after = scene.record_security_event("FAILED_LOGIN_ATTEMPT").await.expect(200);
            assert_eq!(after["lockedUntil"].is_string(), minutes > 0, "{after}");
            scene.platform.advance(Duration::from_mins(minutes)).await;
        }
        let suspended = scene.record_security_event("FAILED_LOGIN_ATTEMPT").await.expect(200);
        assert_eq!((&suspended["suspended"], &suspended["lockedUntil"]), (&json!(true), &json!(null)));
        let error = scene.complete(&started, "123456").await.expect_error(423, "ACCOUNT_LOCKED");
        assert_eq!((&error["details"]["suspended"], error["details"].get("lockedUntil")), (&json!(true), None));
        scene.record_security_event("RESET_PASSWORD_COMPLETED").await.expect(200);
        scene.log_in().await;
    }
}

journey! {
    async fn agents_jb04_factors_and_trust(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        assert_eq!(scene.enroll_totp().await.len(), 10);
        let passkey = authenticator();
        let enrollment = scene.enroll_passkey(&passkey).await;
        assert_eq!((&enrollment["type"], &enrollment["factor"]["factor"]), (&json!("PASSKEY"), &json!("PASSKEY")));
        let second = scene.post("/sca/factors").json(&json!({ "type": "PASSKEY" })).send().await;
        second.expect_error(409, "PASSKEY_ALREADY_ENROLLED");
        let late_registration = registration(&passkey, "AAAA");
        scene.post("/sca/factors/confirm").json(&late_registration).send().await.expect_error(409, "PASSKEY_ALREADY_ENROLLED");

        let error = scene.transfer(1_000).await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "SCA_AUTHORIZATION_REQUIRED");
        let trust_change = scene.change_trust("trust").await.expect(200);
        let challenge = &trust_change["scaChallenge"];
        scene.confirm_trust("trust", challenge, "000000").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(scene.confirm_trust("trust", challenge, "123456").await.expect(200), json!({ "trusted": true }));
        assert_eq!(scene.change_trust("trust").await.expect(200), json!({}));
        assert_eq!(scene.confirm_trust("trust", challenge, "000000").await.expect(200), json!({ "trusted": true }));

        let quote = scene.quote(1_000).await;
        let executed = scene.execute(&quote).await.expect(200);
        assert_eq!((&executed["status"], executed.get("scaChallenge")), (&json!("PROCESSING"), None));
        assert_eq!(scene.transfer(1_000).await.expect(201)["status"], "PENDING");

        let path = format!("/customers/external-accounts/{}", scene.bank);
        scene.platform.delete(&path).send().await.expect_error(409, "BENEFICIARY_TRUSTED");
        let trust_change = scene.change_trust("untrust").await.expect(200);
        let ended = scene.confirm_trust("untrust", &trust_change["scaChallenge"], "123456").await.expect(200);
        assert_eq!(ended, json!({ "trusted": false }));
        scene.platform.delete(&path).send().await.expect(204);
        scene.change_trust("trust").await.expect_error(404, "REFERENCE_NOT_FOUND");

        for number in 0..5 {
            let factor_reset = scene.post("/sca/factors/reset").json(&json!({ "factor": "TOTP" })).send().await.expect(201);
            if number > 0 {
                continue;
            }
            let reset = format!("/sca/factors/reset/{}", text(&factor_reset["resetId"]));
            scene.post(&format!("{reset}/complete")).send().await.expect_error(400, "INVALID_INPUT");
            let reset_status = scene.get(&reset).send().await.expect(200);
            assert_eq!((&reset_status["status"], &reset_status["enrollmentStatus"]), (&json!("LIVENESS_PASSED"), &json!("PENDING")));
            scene.post(&format!("{reset}/complete")).send().await.expect(204);
            let reset_status = scene.get(&reset).send().await.expect(200);
            assert_eq!((&reset_status["status"], &reset_status["enrollmentStatus"]), (&json!("COMPLETED"), &json!("PENDING")));
            scene.post("/sca/factors/reset").json(&json!({ "factor": "TOTP" })).send().await.expect_error(400, "INVALID_INPUT");
            scene.enroll_totp().await;
            assert_eq!(scene.get(&reset).send().await.expect(200)["enrollmentStatus"], "COMPLETED");
        }
        let sixth = scene.post("/sca/factors/reset").json(&json!({ "factor": "TOTP" })).send().await;
        assert!(sixth.header("retry-after").is_some());
        sixth.expect_error(429, "RATE_LIMITED");
        scene.platform.settled().await;
    }
}
