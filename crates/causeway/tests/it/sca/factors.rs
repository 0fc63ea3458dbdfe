//! Factors, logins by them, and resets (agents B1, B2, B5).

use std::time::Duration;

use causeway_domain::Time;
use ring::hmac;
use serde_json::{Value, json};

use super::scene::{ScaScene, assertion, authenticator, registration, verified_customer};
use crate::harness::{journey, on_engines};
use crate::operator::acting::export_person;
use crate::payments::scene::text;

fn login(factor: &str, more: Value) -> Value {
    let mut body = json!({ "factor": factor, "endUserIpAddress": "203.0.113.7" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

journey! {
    async fn factors_are_listed_and_log_in(service) {
        let scene = ScaScene::new(service).await;
        let listed = || async { scene.get("/sca/factors").send().await.expect(200)["factors"].take() };
        assert_eq!(listed().await, json!([{ "factor": "SMS_OTP" }]));
        for factor in ["TOTP", "PASSKEY"] {
            let start = scene.post("/sca/login/start").json(&json!({ "factor": factor })).send().await;
            start.expect_error(400, "INVALID_INPUT");
        }
        for wrong in ["SMS_OTP", "EMAIL"] {
            let start = scene.post("/sca/factors").json(&json!({ "type": wrong })).send().await;
            start.expect_error(400, "INVALID_INPUT");
        }

        let recovery = scene.enroll_totp().await;
        let mut passkey = authenticator();
        let enrollment = scene.enroll_passkey(&passkey).await;
        let id = text(&enrollment["factor"]["credentialId"]).to_owned();
        assert_eq!(listed().await[2], json!({ "factor": "PASSKEY", "credentialId": id }));

        let held = export_person(service, &scene.customer["id"]).await["strongAuthentication"].take();
        assert_eq!((&held[0]["factor"], &held[0]["recoveryCodes"]), (&json!("TOTP"), &json!(recovery.len())));
        assert_eq!((&held[1]["factor"], &held[1]["credentialId"]), (&json!("PASSKEY"), &json!(id)));
        assert!(!held.to_string().contains("secret"), "{held}");

        let complete = |body: Value| scene.post("/sca/login/complete").json(&body).send();
        assert_eq!(scene.start("TOTP").await, json!({ "factor": "TOTP" }));
        complete(login("TOTP", json!({ "code": "123456" }))).await.expect(200);
        complete(login("TOTP", json!({ "code": recovery[3] }))).await.expect(200);
        complete(login("TOTP", json!({ "code": recovery[3] }))).await.expect_error(400, "INVALID_INPUT");
        complete(login("TOTP", json!({}))).await.expect_error(400, "INVALID_INPUT");
        complete(login("SMS_OTP", json!({ "code": "123456" }))).await.expect_error(400, "INVALID_INPUT");
        complete(login("TOTP", json!({ "code": "123456", "endUserIpAddress": "nowhere" }))).await.expect_error(400, "INVALID_INPUT");

        let started = scene.start("PASSKEY").await;
        let answer = assertion(&mut passkey, &started["passkeyOptions"]["challenge"]);
        let body = login("PASSKEY", json!({ "passkeyAssertion": answer, "origin": passkey.origin }));
        complete(body.clone()).await.expect(200);
        complete(body).await.expect_error(400, "INVALID_INPUT");

        let delete = |id: &str| scene.platform.delete(&format!("/sca/factors/{id}")).query("customerId", text(&scene.customer["id"])).send();
        delete("nothing").await.expect_error(404, "REFERENCE_NOT_FOUND");
        delete(&id).await.expect(204);
        delete(&id).await.expect_error(404, "REFERENCE_NOT_FOUND");
        scene.post("/sca/login/start").json(&json!({ "factor": "PASSKEY" })).send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn an_enrollment_must_be_right_and_in_time(service) {
        let scene = ScaScene::new(service).await;
        scene.platform.freeze().await;
        let confirm = |body: Value| scene.post("/sca/factors/confirm").json(&body).send();
        let begin = |kind: &'static str| scene.post("/sca/factors").json(&json!({ "type": kind })).send();
        let enrollment = begin("TOTP").await.expect(200);
        assert!(text(&enrollment["totpUri"]).starts_with("otpauth://totp/"), "{enrollment}");
        assert_eq!((text(&enrollment["secret"]).len(), text(&enrollment["secretBase32Encoded"]).len()), (40, 32));
        let body = |code: &str, secret: &Value| json!({ "type": "TOTP", "secret": secret, "code": code });
        confirm(body("000000", &enrollment["secret"])).await.expect_error(400, "INVALID_INPUT");
        confirm(body("123456", &json!("00"))).await.expect_error(400, "INVALID_INPUT");

        scene.platform.advance(Duration::from_mins(10)).await;
        confirm(body("123456", &enrollment["secret"])).await.expect_error(400, "INVALID_INPUT");
        scene.enroll_totp().await;
        scene.enroll_totp().await;

        let enrollment = begin("PASSKEY").await.expect(200);
        assert_eq!(enrollment["options"]["pubKeyCredParams"][0]["alg"], -7);
        let challenge = text(&enrollment["options"]["challenge"]).to_owned();
        let mut other_authenticator = authenticator();
        other_authenticator.origin = "https://other.example.com".to_owned();
        confirm(registration(&other_authenticator, &challenge)).await.expect_error(400, "INVALID_INPUT");
        let mut other_party = authenticator();
        other_party.rp_id = "pay.example.com".to_owned();
        confirm(registration(&other_party, &challenge)).await.expect_error(400, "INVALID_INPUT");
        confirm(registration(&authenticator(), "AAAA")).await.expect_error(400, "INVALID_INPUT");
        confirm(registration(&authenticator(), &challenge)).await.expect(200);
    }
}

/// Returns the code that an authenticator with this secret shows (RFC 6238).
fn totp_code(secret: &str, at: Time) -> String {
    let digits = |at: usize| u8::from_str_radix(&secret[at..at + 2], 16).unwrap();
    let secret: Vec<u8> = (0..secret.len()).step_by(2).map(digits).collect();
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret);
    let tag = hmac::sign(&key, &(at.millis() / 30_000).to_be_bytes());
    let offset = usize::from(tag.as_ref()[19] & 15);
    let number = u32::from_be_bytes(tag.as_ref()[offset..offset + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

journey! {
    /// Checks that besides the fixed code the codes of a real authenticator are accepted, by the platform's
    /// clock and each once.
    async fn an_authenticator_in_the_sandbox_may_be_a_real_one(service) {
        let scene = ScaScene::new(service).await;
        scene.platform.freeze().await;
        let now = || async {
            let started = scene.start("SMS_OTP").await;
            text(&started["expiresAt"]).parse::<Time>().unwrap().minus(Duration::from_mins(5))
        };
        let enrollment = scene.post("/sca/factors").json(&json!({ "type": "TOTP" })).send().await.expect(200);
        let secret = text(&enrollment["secret"]);
        let confirm = |code: String| {
            let body = json!({ "type": "TOTP", "secret": secret, "code": code });
            scene.post("/sca/factors/confirm").json(&body).send()
        };
        let login = |code: String| {
            let body = json!({ "factor": "TOTP", "endUserIpAddress": "203.0.113.7", "code": code });
            scene.post("/sca/login/complete").json(&body).send()
        };

        let first = now().await;
        confirm(totp_code(secret, first.minus(Duration::from_mins(5)))).await.expect_error(400, "INVALID_INPUT");
        confirm(totp_code(secret, first)).await.expect(200);
        login(totp_code(secret, first)).await.expect_error(400, "INVALID_INPUT");

        scene.platform.advance(Duration::from_mins(1)).await;
        let second = totp_code(secret, now().await);
        login(second.clone()).await.expect(200);
        login(second.clone()).await.expect_error(400, "INVALID_INPUT");
        login("123456".to_owned()).await.expect(200);
        scene.platform.advance(Duration::from_mins(1)).await;

        // It proves a change of trust as well.
        let trust_change = scene.change_trust("trust").await.expect(200);
        let code = totp_code(secret, now().await);
        let trusted = scene.confirm_trust("trust", &trust_change["scaChallenge"], &code).await.expect(200);
        assert_eq!(trusted, json!({ "trusted": true }));
    }
}

journey! {
    async fn a_lost_number_is_replaced(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let start = || scene.post("/sca/factors/reset").json(&json!({ "factor": "SMS_OTP" })).send();
        let reset = start().await.expect(201);
        let path = format!("/sca/factors/reset/{}", text(&reset["resetId"]));
        assert_eq!(scene.get(&path).send().await.expect(200)["enrollmentStatus"], Value::Null);
        let complete = format!("{path}/complete");
        scene.post(&complete).send().await.expect_error(400, "INVALID_INPUT");
        let mobile = json!({ "mobile": { "countryCode": "+49", "number": "1511234567" } });
        scene.post(&complete).json(&mobile).send().await.expect(204);
        scene.post(&complete).json(&mobile).send().await.expect_error(400, "INVALID_INPUT");
        let customer = scene.platform.get(&format!("/customers/{}", text(&scene.customer["id"]))).send().await.expect(200);
        assert_eq!((&customer["phoneNumber"], &customer["contactVerification"]["phone"]), (&json!("+491511234567"), &json!("VERIFIED")));

        let quote = scene.quote(1_000).await;
        scene.execute(&quote).await.expect_error(409, "SCA_SESSION_REQUIRED");

        scene.platform.freeze().await;
        let late_reset = start().await.expect(201);
        let path = format!("/sca/factors/reset/{}", text(&late_reset["resetId"]));
        scene.platform.advance(Duration::from_mins(30)).await;
        assert_eq!(scene.get(&path).send().await.expect(200)["status"], "EXPIRED");
        scene.post(&format!("{path}/complete")).json(&mobile).send().await.expect_error(400, "INVALID_INPUT");
        let unknown = "/sca/factors/reset/ScaReset:01980000-0000-7000-8000-000000000000";
        scene.get(unknown).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

on_engines! {
    /// Checks that a stored profile can be decrypted only in its own row: an attacker who writes to the
    /// database logs no customer in.
    async fn a_profile_is_worth_nothing_in_another_row(service) {
        use causeway_domain::ids::CustomerId;
        use causeway_store::{Error, sca};
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let other = verified_customer(&scene.platform, 2).await;

        let started = scene.platform.post("/sca/login/start").query("customerId", text(&other["id"]));
        started.json(&json!({ "factor": "SMS_OTP" })).send().await.expect(200);
        let [from, to]: [CustomerId; 2] = [&scene.customer, &other].map(|one| text(&one["id"]).parse().unwrap());
        let platform = scene.platform.id;
        let copy = move |tx: &mut causeway_store::Tx<'_>| {
            let mut row = sca::find(tx, platform, from)?.ok_or(Error::Missing)?;
            row.customer = to;
            sca::update(tx, platform, &row)
        };
        service.app().store.write(&[], copy).await.expect("the profile can be copied");

        let factors = scene.platform.get("/sca/factors").query("customerId", text(&other["id"])).send().await;
        factors.expect_error(500, "INTERNAL_ERROR");
    }
}
