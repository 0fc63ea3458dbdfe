//! Onboarding of customers in production, with proof of a telephone number.

use causeway_domain::Time;
use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Gateway, Platform, Service, journey};
use crate::operator::acting::act;
use crate::sca::scene::enable_sca;
use crate::wallets::device::text;

/// Creates a production customer of a region that requires verified contacts.
pub(super) async fn customer(platform: &Platform, phone: &str) -> Value {
    let person = json!({
        "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Erika Musterfrau", "email": "erika@example.com",
        "phoneNumber": phone,
    });
    platform.post("/customers").json(&person).send().await.expect(201)
}

/// Creates a production platform without wallets.
pub(super) async fn platform(service: &Service) -> Platform {
    let mut new = NewPlatform::default_of(Environment::Production, "Test platform");
    new.currencies = vec!["USD".parse().unwrap()];
    service.platform_like(new).await
}

journey! {
    /// Checks that without a mail server only the mail channel is refused.
    async fn a_phone_is_proven_in_production(service) {
        let gateway = Gateway::of(service).await;
        let platform = platform(service).await;
        let customer = customer(&platform, "+4930123456").await;
        let path = |rest: &str| format!("/customers/{}/{rest}", text(&customer["id"]));
        platform.post(&path("verify-phone")).send().await.expect(204);
        let sent = gateway.messages();
        let [message] = &sent[..] else { panic!("one message: {sent:?}") };
        let code = gateway.code();
        service.must_not_log(&code);

        let expected = format!("Your verification code is {code}. It can be used for 10 minutes.");
        assert_eq!(
            json!([message["platformId"], message["channel"], message["recipient"], message["text"]]),
            json!([platform.id.to_string(), "PHONE", "+4930123456", expected])
        );
        assert!(message.get("template").is_none() && message["id"].is_string(), "{message}");

        let expiry: Time = text(&message["expiresAt"]).parse().unwrap();
        let seconds = expiry.since(causeway_domain::Clock::system().now()).as_secs();
        assert!((500..=600).contains(&seconds), "{seconds}");

        let confirm = platform.post(&path("verify-phone/confirm")).json(&json!({ "code": code }));
        let proven = confirm.send().await.expect(200);
        assert_eq!(proven["contactVerification"], json!({ "email": "PENDING", "phone": "VERIFIED" }));

        platform.post(&path("verify-email")).send().await.expect_error(500, "INTERNAL_ERROR");
        let alerts = act(service, "alert list", json!({})).await.json;
        assert!(alerts.as_array().unwrap().len() == 1 && alerts.to_string().contains("EMAIL"), "{alerts}");
        assert_eq!(gateway.messages().len(), 1, "no mail is handed to it");
    }
}

journey! {
    /// Checks that a message expires with the challenge of its code.
    async fn a_customer_signs_in_with_a_text_message(service) {
        let gateway = Gateway::of(service).await;
        let platform = platform(service).await;
        enable_sca(service, &platform).await;
        let customer = customer(&platform, "+4930123457").await;
        let verify = format!("/customers/{}/verify-phone", text(&customer["id"]));
        platform.post(&verify).send().await.expect(204);
        let proof = json!({ "code": gateway.code() });
        platform.post(&format!("{verify}/confirm")).json(&proof).send().await.expect(200);

        let post = |path: &str| platform.post(path).query("customerId", text(&customer["id"]));
        let start = post("/sca/login/start").json(&json!({ "factor": "SMS_OTP" }));
        let started = start.send().await.expect(200);
        platform.settled().await;
        let sent = gateway.messages();
        assert_eq!(sent.len(), 2);
        assert_eq!(json!([sent[1]["recipient"], sent[1]["expiresAt"]]), json!(["+4930123457", started["expiresAt"]]));
        assert_ne!(sent[0]["id"], sent[1]["id"]);
        service.must_not_log(&gateway.code());
        let login = json!({
            "factor": "SMS_OTP", "endUserIpAddress": "::1", "code": gateway.code(),
            "challengeId": started["challengeId"],
        });
        post("/sca/login/complete").json(&login).send().await.expect(200);
    }
}
