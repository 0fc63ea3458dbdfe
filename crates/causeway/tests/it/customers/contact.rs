//! The verification of customers' contact data (customers 4).

use causeway_domain::contact::ContactChannel;
use causeway_service::platforms::NewPlatform;
use causeway_service::ports::MessageError;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, params};
use causeway_testing::http::Response;
use serde_json::{Value, json};

use super::walks::{accounts, each, events, patch, path, person, post, set_for, three, typed};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::act;

const UNKNOWN_CUSTOMER: &str = "/customers/Customer:01980000-0000-7000-8000-000000000000";

fn reachable(name: &str) -> Value {
    json!({ "region": "DE", "fullName": name, "email": "erika@example.com", "phoneNumber": "+4930123456" })
}

async fn send(platform: &Platform, customer: &Value, channel: &str) -> Response {
    platform.post(&format!("{}/verify-{channel}", path(customer))).send().await
}

async fn confirm(platform: &Platform, customer: &Value, channel: &str, code: &str) -> Response {
    let request = platform.post(&format!("{}/verify-{channel}/confirm", path(customer)));
    request.json(&json!({ "code": code })).send().await
}

#[track_caller]
fn reason(response: &Response, status: u16, code: &str) -> String {
    response.expect_error(status, code)["details"]["reason"].as_str().unwrap().to_owned()
}

journey! {
    async fn customers_k15_contact_verification(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let lacking = json!({ "region": "DE", "email": "erika@example.com" });
        post(&platform, &typed("INDIVIDUAL", lacking)).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        let customer = person(&platform, reachable("Erika Musterfrau")).await;
        assert_eq!(customer["contactVerification"], json!({ "email": "PENDING", "phone": "PENDING" }));
        assert_eq!(customer["kycStatus"], "UNVERIFIED");

        send(&platform, &customer, "email").await.expect(204);
        assert_eq!(reason(&confirm(&platform, &customer, "email", "000000").await, 400, "INVALID_INPUT"), "INVALID_CODE");
        let half = confirm(&platform, &customer, "email", "123456").await.expect(200);
        assert_eq!(half["contactVerification"], json!({ "email": "VERIFIED", "phone": "PENDING" }));
        assert_eq!(half["kycStatus"], "UNVERIFIED");
        for again in [confirm(&platform, &customer, "email", "123456").await, send(&platform, &customer, "email").await] {
            assert_eq!(reason(&again, 409, "CONFLICT"), "ALREADY_VERIFIED");
        }

        confirm(&platform, &customer, "phone", "1").await.expect_error(400, "INVALID_INPUT");
        let whole = confirm(&platform, &customer, "phone", "123456").await.expect(200);
        assert_eq!(whole["contactVerification"], json!({ "email": "VERIFIED", "phone": "VERIFIED" }));
        assert_eq!(whole["kycStatus"], "APPROVED");
        assert_eq!(events(&receiver, "CUSTOMER.KYC_APPROVED", 1).await, std::slice::from_ref(&whole));
        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("ACTIVE"));

        let changed = patch(&platform, &customer, json!({ "email": "erika@example.org" })).await.expect(200);
        assert_eq!(changed["contactVerification"], json!({ "email": "PENDING", "phone": "VERIFIED" }));
        assert_eq!(changed["kycStatus"], "APPROVED", "the verification is not touched");
        let same = patch(&platform, &customer, json!({ "phoneNumber": "+4930123456" })).await.expect(200);
        assert_eq!(same["contactVerification"]["phone"], "VERIFIED");
        confirm(&platform, &customer, "email", "123456").await.expect(200);

        let other_customer = person(&platform, json!({ "email": "jane@example.com" })).await;
        let not_required = send(&platform, &other_customer, "email").await;
        assert_eq!(reason(&not_required, 409, "CONFLICT"), "CONTACT_VERIFICATION_NOT_REQUIRED");
        platform.post(&format!("{UNKNOWN_CUSTOMER}/verify-email")).send().await.expect_error(404, "USER_NOT_FOUND");
        platform.delete(&path(&other_customer)).send().await.expect(200);
        send(&platform, &other_customer, "phone").await.expect_error(404, "USER_NOT_FOUND");
    }
}

journey! {
    /// Checks that the name at creation decides, even if it is changed before the last channel is verified.
    async fn the_outcome_waits_for_the_last_channel(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        for (name, status) in [("001", "PENDING"), ("002", "REJECTED"), ("003", "UNVERIFIED")] {
            let customer = person(&platform, reachable(&format!("Erika Musterfrau {name}"))).await;
            patch(&platform, &customer, json!({ "fullName": "Jane Doe" })).await.expect(200);
            confirm(&platform, &customer, "phone", "123456").await.expect(200);
            let whole = confirm(&platform, &customer, "email", "123456").await.expect(200);
            assert_eq!(whole["kycStatus"], status, "{name}");
            patch(&platform, &customer, json!({ "email": format!("jane{name}@example.com") })).await.expect(200);
            let again = confirm(&platform, &customer, "email", "123456").await.expect(200);
            assert_eq!(again["kycStatus"], status, "the code takes effect once");
        }

        events(&receiver, "CUSTOMER.KYC_PENDING", 1).await;
        events(&receiver, "CUSTOMER.KYC_REJECTED", 1).await;
    }
}

journey! {
    async fn only_the_channels_that_the_platform_asks_for_are_verified(service) {
        let platform = service.platform(Environment::Sandbox).await;
        set_for(service, platform.id, "contact_verification_channels", json!(["EMAIL"])).await;
        let customer = person(&platform, json!({ "region": "DE", "email": "erika@example.com" })).await;
        assert_eq!(customer["contactVerification"], json!({ "email": "PENDING" }));
        let phone = confirm(&platform, &customer, "phone", "123456").await;
        assert_eq!(reason(&phone, 409, "CONFLICT"), "CONTACT_VERIFICATION_NOT_REQUIRED");
        assert_eq!(confirm(&platform, &customer, "email", "123456").await.expect(200)["kycStatus"], "APPROVED");
    }
}

journey! {
    /// Checks that no code is magic in production: codes are random, sent, limited, and valid once.
    async fn production_sends_a_code_of_its_own(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, reachable("Erika Musterfrau")).await;
        let none = confirm(&platform, &customer, "email", "123456").await;
        assert_eq!(reason(&none, 400, "INVALID_INPUT"), "INVALID_CODE");

        send(&platform, &customer, "email").await.expect(204);
        let sent = service.mailbox.sent();
        assert_eq!((sent.len(), sent[0].channel), (1, ContactChannel::Email));
        assert_eq!(sent[0].recipient, "erika@example.com");

        let soon = send(&platform, &customer, "email").await;
        let wait: u64 = soon.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=30).contains(&wait), "{wait}");
        soon.expect_error(429, "RATE_LIMITED");

        let code = service.mailbox.code();
        let by_phone = confirm(&platform, &customer, "phone", &code).await;
        assert_eq!(reason(&by_phone, 400, "INVALID_INPUT"), "INVALID_CODE", "a code that was sent by mail does not confirm the phone");
        let confirmed = confirm(&platform, &customer, "email", &code).await.expect(200);
        assert_eq!(confirmed["contactVerification"], json!({ "email": "VERIFIED", "phone": "PENDING" }));

        send(&platform, &customer, "phone").await.expect(204);
        let code = service.mailbox.code();
        assert_eq!(service.mailbox.sent()[1].channel, ContactChannel::Phone);
        let whole = confirm(&platform, &customer, "phone", &code).await.expect(200);
        assert_eq!(whole["kycStatus"], "UNVERIFIED", "names mean nothing");
    }
}

/// A customer, and the code that was sent to it.
struct SentCode {
    customer: Value,
    code: String,
}

/// Creates a production customer and sends a code to it by mail.
async fn send_code(service: &Service, platform: &Platform) -> SentCode {
    let customer = person(platform, reachable("Erika Musterfrau")).await;
    send(platform, &customer, "email").await.expect(204);
    SentCode { customer, code: service.mailbox.code() }
}

journey! {
    async fn five_wrong_attempts_make_a_code_void(service) {
        let platform = service.platform(Environment::Production).await;
        let SentCode { customer, code } = send_code(service, &platform).await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        for _ in 0..5 {
            confirm(&platform, &customer, "email", wrong).await.expect_error(400, "INVALID_INPUT");
        }
        let late_confirmation = confirm(&platform, &customer, "email", &code).await;
        assert_eq!(reason(&late_confirmation, 400, "INVALID_INPUT"), "INVALID_CODE");

        let SentCode { customer: other, code } = send_code(service, &platform).await;
        for _ in 0..4 {
            confirm(&platform, &other, "email", wrong).await.expect_error(400, "INVALID_INPUT");
        }
        confirm(&platform, &other, "email", &code).await.expect(200);
    }
}

journey! {
    async fn a_code_is_for_the_address_that_it_was_sent_to(service) {
        let mut without_wallets = NewPlatform::default_of(Environment::Production, "Test platform");
        without_wallets.currencies = vec!["USD".parse().unwrap()];
        let platform = service.platform_like(without_wallets).await;
        let SentCode { customer, code } = send_code(service, &platform).await;
        patch(&platform, &customer, json!({ "email": "other@example.com" })).await.expect(200);
        confirm(&platform, &customer, "email", &code).await.expect_error(400, "INVALID_INPUT");

        let SentCode { customer: other, code } = send_code(service, &platform).await;
        confirm(&platform, &customer, "email", &code).await.expect_error(400, "INVALID_INPUT");
        confirm(&platform, &other, "email", &code).await.expect(200);
    }
}

journey! {
    async fn a_message_that_is_not_sent_is_a_failure_that_may_be_repeated(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, reachable("Erika Musterfrau")).await;
        let request = || platform.post(&format!("{}/verify-email", path(&customer))).idempotency_key("k-1");
        service.mailbox.fail(Some(MessageError::NotAvailable));
        for _ in 0..2 {
            request().send().await.expect_error(500, "INTERNAL_ERROR");
        }

        let alerts = act(service, "alert list", json!({})).await.json;
        let kinds: Vec<&Value> = alerts.as_array().unwrap().iter().map(|alert| &alert["kind"]).collect();
        assert_eq!(kinds, ["MESSAGE_NOT_SENT"], "one alert, also after further failures");

        service.mailbox.fail(Some(MessageError::Failed));
        request().send().await.expect_error(500, "INTERNAL_ERROR");
        service.mailbox.fail(None);
        request().send().await.expect_error(429, "RATE_LIMITED");
        assert_eq!(service.mailbox.sent().len(), 0);

        let other = person(&platform, reachable("Erika Musterfrau")).await;
        let request = || platform.post(&format!("{}/verify-email", path(&other))).idempotency_key("k-2");
        request().send().await.expect(204);
        assert_eq!(request().send().await.header("idempotent-replayed"), Some("true"));
        assert_eq!(service.mailbox.sent().len(), 1, "a replay sends nothing");
    }
}

journey! {
    async fn two_confirmations_at_once_are_one(service) {
        let platform = service.platform(Environment::Production).await;
        let SentCode { customer, code } = send_code(service, &platform).await;
        let (first, second) =
            tokio::join!(confirm(&platform, &customer, "email", &code), confirm(&platform, &customer, "email", &code));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
}

journey! {
    async fn a_code_comes_too_late_after_ten_minutes(service) {
        let platform = service.platform(Environment::Production).await;
        let SentCode { customer, code } = send_code(service, &platform).await;
        let id = platform.id;
        // The clock of production cannot be moved.
        let age = move |tx: &mut Tx<'_>| {
            tx.execute(
                "UPDATE contact_code SET expires_at = expires_at - 600000 WHERE platform_id = $1",
                params![id],
            )
        };
        service.app().store.write(&[], age).await.map_err(|error: Error| error).expect("a code can be aged");

        let late_confirmation = confirm(&platform, &customer, "email", &code).await;
        assert_eq!(reason(&late_confirmation, 400, "INVALID_INPUT"), "CODE_EXPIRED");
    }
}
