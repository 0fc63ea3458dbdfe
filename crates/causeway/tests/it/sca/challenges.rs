//! Challenges of payments (agents B3).

use std::time::Duration;

use causeway_domain::Time;
use serde_json::json;

use super::scene::{Erika, assertion, authenticator};
use crate::harness::journey;
use crate::payments::scene::text;

/// Longer than a payout takes.
const WHILE: Duration = Duration::from_secs(3);

journey! {
    async fn an_unauthorized_payment_fails_without_moving_money(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        set.platform.freeze().await;
        let waiting = set.waiting(1_000).await;
        let made: Time = text(&waiting["createdAt"]).parse().unwrap();
        let end: Time = text(&waiting["scaChallenge"]["expiresAt"]).parse().unwrap();
        assert_eq!(end.since(made), Duration::from_mins(5));
        let events = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PENDING_AUTHORIZATION"];
        assert_eq!(set.events(&waiting).await, events);
        assert_eq!(set.payment(&waiting).await["status"], "PENDING_AUTHORIZATION");

        set.platform.advance(Duration::from_mins(5)).await;
        let quote = set.shown_of(&waiting).await;
        assert_eq!((&quote["status"], quote.get("scaChallenge")), (&json!("FAILED"), None));
        let payment = set.payment(&waiting).await;
        assert_eq!((&payment["status"], &payment["failureReason"]), (&json!("FAILED"), &json!("SCA_NOT_COMPLETED")));
        assert_eq!(set.events(&waiting).await, ["OUTGOING_PAYMENT.FAILED"]);
        set.authorize(&waiting, "123456").await.refused(409, "CONFLICT");
        assert_eq!(set.left().await, 100_000);

        let source = json!({ "sourceType": "REALTIME_FUNDING", "customerId": set.shown["id"], "currency": "USD" });
        let wanted = json!({
            "source": source, "destination": { "destinationType": "ACCOUNT", "accountId": set.bank },
            "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000,
        });
        let funded = set.platform.post("/quotes").json(&wanted).send().await.expect(202);
        set.platform.advance(Duration::from_mins(5)).await;
        let quote = set.shown_of(&funded).await;
        assert_eq!((&quote["status"], quote.get("paymentInstructions")), (&json!("FAILED"), None));
        let payment = set.payment(&funded).await;
        assert_eq!(payment["failureReason"], "SCA_NOT_COMPLETED");
        assert_eq!((payment.get("paymentInstructions"), payment.get("reconciliationInstructions")), (None, None));
    }
}

journey! {
    /// Checks that a changed number authorizes nothing until it is verified.
    async fn a_number_that_is_not_verified_authorizes_nothing(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let waiting = set.waiting(1_000).await;
        set.change_number().await;
        set.on(&waiting, "authorize/resend").send().await.refused(409, "CONFLICT");
        set.authorize(&waiting, "123456").await.refused(400, "INVALID_INPUT");
        assert_eq!(set.left().await, 100_000);
        let confirm = set.platform.post(&format!("/customers/{}/verify-phone/confirm", text(&set.shown["id"])));
        confirm.json(&json!({ "code": "123456" })).send().await.expect(200);
        let authorized = set.prove(&waiting, &json!({ "code": "123456" })).await.expect(200);
        assert_eq!(authorized["status"], "PROCESSING");
        set.platform.settled().await;
    }
}

journey! {
    async fn five_wrong_proofs_end_a_payment(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let waiting = set.waiting(1_000).await;
        for _ in 0..2 {
            set.authorize(&waiting, "000000").await.refused(400, "INVALID_INPUT");
        }
        let soon = set.authorize(&waiting, "000000").await;
        assert_eq!(soon.header("retry-after"), Some("1"));
        soon.refused(429, "RATE_LIMITED");
        for _ in 0..3 {
            set.prove(&waiting, &json!({ "code": "000000" })).await.refused(400, "INVALID_INPUT");
        }
        let quote = set.shown_of(&waiting).await;
        assert_eq!(quote["status"], "FAILED");
        assert_eq!(set.payment(&waiting).await["failureReason"], "SCA_NOT_COMPLETED");
        let void = set.authorize(&waiting, "123456").await;
        assert!(void.header("retry-after").is_some());
        void.refused(429, "RATE_LIMITED");
        let started = set.start("SMS_OTP").await;
        set.complete(&started, "123456").await.refused(423, "ACCOUNT_LOCKED");
        assert_eq!(set.left().await, 100_000);
    }
}

journey! {
    async fn a_proof_is_one_code_or_one_answer_of_a_passkey(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let waiting = set.waiting(1_000).await;
        let authorize = |body: serde_json::Value| set.on(&waiting, "authorize").json(&body).send();
        for body in [json!({}), json!({ "code": "123456", "passkeyAssertion": {}, "origin": "x" }),
            json!({ "passkeyAssertion": {} }), json!({ "code": 1 })] {
            authorize(body).await.refused(400, "INVALID_INPUT");
        }
        authorize(json!({ "passkeyAssertion": {}, "origin": "https://pay.example.com" })).await.refused(400, "INVALID_INPUT");

        set.record("RESET_PASSWORD_COMPLETED").await.expect(200);
        authorize(json!({ "code": "123456" })).await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        set.prove(&waiting, &json!({ "code": "123456", "passkeyAssertion": null })).await.expect(200);
        set.platform.settled().await;
    }
}

journey! {
    async fn a_passkey_authorizes_a_payment_once(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let wanted = json!({ "scaFactor": "PASSKEY" });
        let quote = set.quote(1_000).await;
        let refused = set.on(&quote, "execute").json(&wanted).send().await.refused(400, "INVALID_INPUT");
        assert_eq!(refused["details"]["errors"][0]["field"], "scaFactor");

        let mut passkey = authenticator();
        set.enrol_passkey(&passkey).await;
        let waiting = set.on(&quote, "execute").json(&wanted).send().await.expect(200);
        let challenge = &waiting["scaChallenge"];
        assert_eq!(challenge["availableFactors"], json!(["SMS_OTP", "PASSKEY"]));
        assert_eq!(challenge["passkeyAllowedOrigins"], json!([passkey.origin]));
        let options = &challenge["passkeyAssertionOptions"];
        assert_eq!(options["rpId"], passkey.rp_id);
        set.on(&quote, "authorize/resend").send().await.refused(409, "CONFLICT");
        set.authorize(&quote, "123456").await.refused(400, "INVALID_INPUT");

        let answer = assertion(&mut passkey, &options["challenge"]);
        let body = |origin: &str| json!({ "passkeyAssertion": answer, "origin": origin });
        let elsewhere = set.on(&quote, "authorize").json(&body("https://evil.example.com")).send().await;
        elsewhere.refused(400, "INVALID_INPUT");
        let authorized = set.prove(&quote, &body(&passkey.origin)).await.expect(200);
        assert_eq!(authorized["status"], "PROCESSING");

        // The answer is not valid for another payment.
        let next = set.quote(1_000).await;
        set.on(&next, "execute").json(&wanted).send().await.expect(200);
        set.on(&next, "authorize").json(&body(&passkey.origin)).send().await.refused(400, "INVALID_INPUT");
        set.platform.freeze().await;
        set.platform.advance(Duration::from_mins(6)).await;
    }
}

journey! {
    async fn an_immediate_execution_waits_too(service) {
        let set = Erika::set(service).await;
        let mut wanted = set.wanted(1_000);
        wanted["immediatelyExecute"] = true.into();
        set.platform.post("/quotes").json(&wanted).send().await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        let made = set.platform.post("/quotes").json(&wanted).send().await.expect(201);
        assert_eq!(made["status"], "PENDING_AUTHORIZATION");
        set.authorize(&made, "123456").await.expect(200);

        let too_much = set.wanted(1_000_000);
        let quote = set.platform.post("/quotes").json(&too_much).send().await.expect(201);
        set.execute(&quote).await.refused(400, "INSUFFICIENT_BALANCE");
        assert_eq!(set.shown_of(&quote).await["status"], "PENDING");
        set.platform.settled().await;
    }
}

journey! {
    async fn a_code_is_sent_again_within_limits(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        set.platform.freeze().await;
        let quote = set.quote(1_000).await;
        let resend = || set.on(&quote, "authorize/resend").send();
        resend().await.refused(409, "CONFLICT");
        let waiting = set.execute(&quote).await.expect(200);
        for _ in 0..5 {
            resend().await.expect(204);
            let soon = resend().await;
            assert!(soon.header("retry-after").is_some());
            soon.refused(429, "RATE_LIMITED");
            set.platform.advance(Duration::from_secs(31)).await;
        }
        resend().await.refused(429, "RATE_LIMITED");
        assert_eq!(set.shown_of(&quote).await["scaChallenge"], waiting["scaChallenge"]);
        set.authorize(&quote, "123456").await.expect(200);
        set.platform.advance(WHILE).await;
    }
}
