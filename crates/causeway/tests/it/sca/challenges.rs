//! Challenges of payments (agents B3).

use std::time::Duration;

use causeway_domain::Time;
use serde_json::json;

use super::scene::{ScaScene, assertion, authenticator};
use crate::harness::journey;
use crate::payments::scene::text;

/// Longer than a payout takes.
const SETTLEMENT_WAIT: Duration = Duration::from_secs(3);

journey! {
    async fn an_unauthorized_payment_fails_without_moving_money(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        scene.platform.freeze().await;
        let pending_quote = scene.pending_quote(1_000).await;
        let created_at: Time = text(&pending_quote["createdAt"]).parse().unwrap();
        let end: Time = text(&pending_quote["scaChallenge"]["expiresAt"]).parse().unwrap();
        assert_eq!(end.since(created_at), Duration::from_mins(5));
        let events = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PENDING_AUTHORIZATION"];
        assert_eq!(scene.events(&pending_quote).await, events);
        assert_eq!(scene.payment(&pending_quote).await["status"], "PENDING_AUTHORIZATION");

        scene.platform.advance(Duration::from_mins(5)).await;
        let quote = scene.read_quote(&pending_quote).await;
        assert_eq!((&quote["status"], quote.get("scaChallenge")), (&json!("FAILED"), None));
        let payment = scene.payment(&pending_quote).await;
        assert_eq!((&payment["status"], &payment["failureReason"]), (&json!("FAILED"), &json!("SCA_NOT_COMPLETED")));
        assert_eq!(scene.events(&pending_quote).await, ["OUTGOING_PAYMENT.FAILED"]);
        scene.authorize(&pending_quote, "123456").await.expect_error(409, "CONFLICT");
        assert_eq!(scene.usd_balance().await, 100_000);

        let source = json!({ "sourceType": "REALTIME_FUNDING", "customerId": scene.customer["id"], "currency": "USD" });
        let body = json!({
            "source": source, "destination": { "destinationType": "ACCOUNT", "accountId": scene.bank },
            "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000,
        });
        let funded = scene.platform.post("/quotes").json(&body).send().await.expect(202);
        scene.platform.advance(Duration::from_mins(5)).await;
        let quote = scene.read_quote(&funded).await;
        assert_eq!((&quote["status"], quote.get("paymentInstructions")), (&json!("FAILED"), None));
        let payment = scene.payment(&funded).await;
        assert_eq!(payment["failureReason"], "SCA_NOT_COMPLETED");
        assert_eq!((payment.get("paymentInstructions"), payment.get("reconciliationInstructions")), (None, None));
    }
}

journey! {
    /// Checks that a changed number authorizes nothing until it is verified.
    async fn a_number_that_is_not_verified_authorizes_nothing(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let quote = scene.pending_quote(1_000).await;
        scene.change_number().await;
        scene.post_to_quote(&quote, "authorize/resend").send().await.expect_error(409, "CONFLICT");
        scene.authorize(&quote, "123456").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(scene.usd_balance().await, 100_000);
        let confirm = scene.platform.post(&format!("/customers/{}/verify-phone/confirm", text(&scene.customer["id"])));
        confirm.json(&json!({ "code": "123456" })).send().await.expect(200);
        let authorized = scene.prove(&quote, &json!({ "code": "123456" })).await.expect(200);
        assert_eq!(authorized["status"], "PROCESSING");
        scene.platform.settled().await;
    }
}

journey! {
    async fn five_wrong_proofs_end_a_payment(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let pending_quote = scene.pending_quote(1_000).await;
        for _ in 0..2 {
            scene.authorize(&pending_quote, "000000").await.expect_error(400, "INVALID_INPUT");
        }
        let soon = scene.authorize(&pending_quote, "000000").await;
        assert_eq!(soon.header("retry-after"), Some("1"));
        soon.expect_error(429, "RATE_LIMITED");
        for _ in 0..3 {
            scene.prove(&pending_quote, &json!({ "code": "000000" })).await.expect_error(400, "INVALID_INPUT");
        }
        let quote = scene.read_quote(&pending_quote).await;
        assert_eq!(quote["status"], "FAILED");
        assert_eq!(scene.payment(&pending_quote).await["failureReason"], "SCA_NOT_COMPLETED");
        let void = scene.authorize(&pending_quote, "123456").await;
        assert!(void.header("retry-after").is_some());
        void.expect_error(429, "RATE_LIMITED");
        let started = scene.start("SMS_OTP").await;
        scene.complete(&started, "123456").await.expect_error(423, "ACCOUNT_LOCKED");
        assert_eq!(scene.usd_balance().await, 100_000);
    }
}

journey! {
    async fn a_proof_is_one_code_or_one_answer_of_a_passkey(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let quote = scene.pending_quote(1_000).await;
        let authorize = |body: serde_json::Value| scene.post_to_quote(&quote, "authorize").json(&body).send();
        for body in [json!({}), json!({ "code": "123456", "passkeyAssertion": {}, "origin": "x" }),
            json!({ "passkeyAssertion": {} }), json!({ "code": 1 })] {
            authorize(body).await.expect_error(400, "INVALID_INPUT");
        }
        authorize(json!({ "passkeyAssertion": {}, "origin": "https://pay.example.com" })).await.expect_error(400, "INVALID_INPUT");

        scene.record_security_event("RESET_PASSWORD_COMPLETED").await.expect(200);
        authorize(json!({ "code": "123456" })).await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        scene.prove(&quote, &json!({ "code": "123456", "passkeyAssertion": null })).await.expect(200);
        scene.platform.settled().await;
    }
}

journey! {
    async fn a_passkey_authorizes_a_payment_once(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let request = json!({ "scaFactor": "PASSKEY" });
        let quote = scene.quote(1_000).await;
        let error = scene.post_to_quote(&quote, "execute").json(&request).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "scaFactor");

        let mut passkey = authenticator();
        scene.enroll_passkey(&passkey).await;
        let pending_quote = scene.post_to_quote(&quote, "execute").json(&request).send().await.expect(200);
        let challenge = &pending_quote["scaChallenge"];
        assert_eq!(challenge["availableFactors"], json!(["SMS_OTP", "PASSKEY"]));
        assert_eq!(challenge["passkeyAllowedOrigins"], json!([passkey.origin]));
        let options = &challenge["passkeyAssertionOptions"];
        assert_eq!(options["rpId"], passkey.rp_id);
        scene.post_to_quote(&quote, "authorize/resend").send().await.expect_error(409, "CONFLICT");
        scene.authorize(&quote, "123456").await.expect_error(400, "INVALID_INPUT");

        let answer = assertion(&mut passkey, &options["challenge"]);
        let body = |origin: &str| json!({ "passkeyAssertion": answer, "origin": origin });
        let foreign_origin = scene.post_to_quote(&quote, "authorize").json(&body("https://evil.example.com")).send().await;
        foreign_origin.expect_error(400, "INVALID_INPUT");
        let authorized = scene.prove(&quote, &body(&passkey.origin)).await.expect(200);
        assert_eq!(authorized["status"], "PROCESSING");

        // The answer is not valid for another payment.
        let next = scene.quote(1_000).await;
        scene.post_to_quote(&next, "execute").json(&request).send().await.expect(200);
        scene.post_to_quote(&next, "authorize").json(&body(&passkey.origin)).send().await.expect_error(400, "INVALID_INPUT");
        scene.platform.freeze().await;
        scene.platform.advance(Duration::from_mins(6)).await;
    }
}

journey! {
    async fn an_immediate_execution_waits_too(service) {
        let scene = ScaScene::new(service).await;
        let mut body = scene.quote_request(1_000);
        body["immediatelyExecute"] = true.into();
        scene.platform.post("/quotes").json(&body).send().await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(quote["status"], "PENDING_AUTHORIZATION");
        scene.authorize(&quote, "123456").await.expect(200);

        let too_much = scene.quote_request(1_000_000);
        let quote = scene.platform.post("/quotes").json(&too_much).send().await.expect(201);
        scene.execute(&quote).await.expect_error(400, "INSUFFICIENT_BALANCE");
        assert_eq!(scene.read_quote(&quote).await["status"], "PENDING");
        scene.platform.settled().await;
    }
}

journey! {
    async fn a_code_is_sent_again_within_limits(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        scene.platform.freeze().await;
        let quote = scene.quote(1_000).await;
        let resend = || scene.post_to_quote(&quote, "authorize/resend").send();
        resend().await.expect_error(409, "CONFLICT");
        let pending_quote = scene.execute(&quote).await.expect(200);
        for _ in 0..5 {
            resend().await.expect(204);
            let soon = resend().await;
            assert!(soon.header("retry-after").is_some());
            soon.expect_error(429, "RATE_LIMITED");
            scene.platform.advance(Duration::from_secs(31)).await;
        }
        resend().await.expect_error(429, "RATE_LIMITED");
        assert_eq!(scene.read_quote(&quote).await["scaChallenge"], pending_quote["scaChallenge"]);
        scene.authorize(&quote, "123456").await.expect(200);
        scene.platform.advance(SETTLEMENT_WAIT).await;
    }
}
