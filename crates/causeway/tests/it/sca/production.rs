//! Production: codes are random, sent, and valid for one challenge (agents B).

use causeway_service::platforms::NewPlatform;
use causeway_service::ports::MessageError;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::scene::enable_sca;
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::act;
use crate::payments::scene::text;

/// A production platform, and its customer whose number is verified.
struct VerifiedCustomer {
    platform: Platform,
    customer: Value,
}

async fn verified_customer(service: &Service) -> VerifiedCustomer {
    let mut without_wallets = NewPlatform::default_of(Environment::Production, "Test platform");
    without_wallets.currencies = vec!["USD".parse().unwrap()];
    let platform = service.platform_like(without_wallets).await;
    enable_sca(service, &platform).await;
    let body = json!({
        "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Erika Musterfrau", "email": "erika@example.com",
        "phoneNumber": "+4930123456",
    });
    let customer = platform.post("/customers").json(&body).send().await.expect(201);
    let path = format!("/customers/{}/verify-phone", text(&customer["id"]));
    let start = platform.post("/sca/login/start").query("customerId", text(&customer["id"]));
    start.json(&json!({ "factor": "SMS_OTP" })).send().await.expect_error(400, "INVALID_INPUT");
    platform.post(&path).send().await.expect(204);
    let code = service.mailbox.code();
    platform.post(&format!("{path}/confirm")).json(&json!({ "code": code })).send().await.expect(200);
    VerifiedCustomer { platform, customer }
}

journey! {
    async fn a_login_in_production_needs_the_code_that_was_sent(service) {
        let VerifiedCustomer { platform, customer } = verified_customer(service).await;
        let post = |path: &str| platform.post(path).query("customerId", text(&customer["id"]));
        let start = || post("/sca/login/start").json(&json!({ "factor": "SMS_OTP" })).send();
        let before = service.mailbox.sent().len();
        let started = start().await.expect(200);
        platform.settled().await;
        let sent = service.mailbox.sent();
        assert_eq!((sent.len(), sent[before].recipient.as_str()), (before + 1, "+4930123456"));
        let code = service.mailbox.code();
        let complete = |code: &str| {
            let body = json!({ "factor": "SMS_OTP", "endUserIpAddress": "::1", "code": code,
                "challengeId": started["challengeId"] });
            post("/sca/login/complete").json(&body).send()
        };

        let wrong = if code == "123456" { "654321" } else { "123456" };
        complete(wrong).await.expect_error(400, "INVALID_INPUT");
        complete(&code).await.expect(200);
        complete(&code).await.expect_error(400, "INVALID_INPUT");
        start().await.expect_error(429, "RATE_LIMITED");
    }
}

journey! {
    async fn a_code_that_is_not_sent_is_shown_to_an_operator(service) {
        let VerifiedCustomer { platform, customer } = verified_customer(service).await;
        service.mailbox.fail(Some(MessageError::Failed));
        let start = platform.post("/sca/login/start").query("customerId", text(&customer["id"]));
        start.json(&json!({ "factor": "SMS_OTP" })).send().await.expect(200);
        platform.settled().await;
        let alerts = act(service, "alert list", json!({})).await.json;
        let kinds: Vec<&Value> = alerts.as_array().unwrap().iter().map(|alert| &alert["kind"]).collect();
        assert_eq!(kinds, ["MESSAGE_NOT_SENT"]);
        service.mailbox.fail(None);
    }
}

journey! {
    /// Checks that an authenticator needs the code of its secret, not the fixed one.
    async fn an_authenticator_in_production_is_a_real_one(service) {
        let VerifiedCustomer { platform, customer } = verified_customer(service).await;
        let post = |path: &str| platform.post(path).query("customerId", text(&customer["id"]));
        let enrollment = post("/sca/factors").json(&json!({ "type": "TOTP" })).send().await.expect(200);
        let confirm = json!({ "type": "TOTP", "secret": enrollment["secret"], "code": "123456" });
        let response = post("/sca/factors/confirm").json(&confirm).send().await;
        // One in a million codes is that one.
        assert!([200, 400].contains(&response.status), "{response}");
        post("/sca/factors/reset").json(&json!({ "factor": "SMS_OTP" })).send().await.expect_error(501, "NOT_IMPLEMENTED");
    }
}
