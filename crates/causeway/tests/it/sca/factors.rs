//! Factors, logins by them, and resets (agents B1, B2, B5).

use std::time::Duration;

use causeway_domain::Time;
use ring::hmac;
use serde_json::{Value, json};

use super::scene::{Erika, assertion, authenticator, registration, verified};
use crate::harness::{journey, on_engines};
use crate::payments::scene::text;

fn login(factor: &str, more: Value) -> Value {
    let mut body = json!({ "factor": factor, "endUserIpAddress": "203.0.113.7" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

journey! {
    async fn factors_are_listed_and_log_in(service) {
        let set = Erika::set(service).await;
        let listed = || async { set.get("/sca/factors").send().await.expect(200)["factors"].take() };
        assert_eq!(listed().await, json!([{ "factor": "SMS_OTP" }]));
        for factor in ["TOTP", "PASSKEY"] {
            let start = set.post("/sca/login/start").json(&json!({ "factor": factor })).send().await;
            start.refused(400, "INVALID_INPUT");
        }
        for wrong in ["SMS_OTP", "EMAIL"] {
            let start = set.post("/sca/factors").json(&json!({ "type": wrong })).send().await;
            start.refused(400, "INVALID_INPUT");
        }

        let recovery = set.enrol_totp().await;
        let mut passkey = authenticator();
        let made = set.enrol_passkey(&passkey).await;
        let id = text(&made["factor"]["credentialId"]).to_owned();
        assert_eq!(listed().await[2], json!({ "factor": "PASSKEY", "credentialId": id }));

        let complete = |body: Value| set.post("/sca/login/complete").json(&body).send();
        assert_eq!(set.start("TOTP").await, json!({ "factor": "TOTP" }));
        complete(login("TOTP", json!({ "code": "123456" }))).await.expect(200);
        complete(login("TOTP", json!({ "code": recovery[3] }))).await.expect(200);
        complete(login("TOTP", json!({ "code": recovery[3] }))).await.refused(400, "INVALID_INPUT");
        complete(login("TOTP", json!({}))).await.refused(400, "INVALID_INPUT");
        complete(login("SMS_OTP", json!({ "code": "123456" }))).await.refused(400, "INVALID_INPUT");
        complete(login("TOTP", json!({ "code": "123456", "endUserIpAddress": "nowhere" }))).await.refused(400, "INVALID_INPUT");

        let started = set.start("PASSKEY").await;
        let answer = assertion(&mut passkey, &started["passkeyOptions"]["challenge"]);
        let body = login("PASSKEY", json!({ "passkeyAssertion": answer, "origin": passkey.origin }));
        complete(body.clone()).await.expect(200);
        complete(body).await.refused(400, "INVALID_INPUT");

        let delete = |id: &str| set.platform.delete(&format!("/sca/factors/{id}")).query("customerId", text(&set.shown["id"])).send();
        delete("nothing").await.refused(404, "REFERENCE_NOT_FOUND");
        delete(&id).await.expect(204);
        delete(&id).await.refused(404, "REFERENCE_NOT_FOUND");
        set.post("/sca/login/start").json(&json!({ "factor": "PASSKEY" })).send().await.refused(400, "INVALID_INPUT");
    }
}

journey! {
    async fn an_enrolment_must_be_right_and_in_time(service) {
        let set = Erika::set(service).await;
        set.platform.freeze().await;
        let confirm = |body: Value| set.post("/sca/factors/confirm").json(&body).send();
        let begin = |kind: &'static str| set.post("/sca/factors").json(&json!({ "type": kind })).send();
        let begun = begin("TOTP").await.expect(200);
        assert!(text(&begun["totpUri"]).starts_with("otpauth://totp/"), "{begun}");
        assert_eq!((text(&begun["secret"]).len(), text(&begun["secretBase32Encoded"]).len()), (40, 32));
        let body = |code: &str, secret: &Value| json!({ "type": "TOTP", "secret": secret, "code": code });
        confirm(body("000000", &begun["secret"])).await.refused(400, "INVALID_INPUT");
        confirm(body("123456", &json!("00"))).await.refused(400, "INVALID_INPUT");

        set.platform.advance(Duration::from_mins(10)).await;
        confirm(body("123456", &begun["secret"])).await.refused(400, "INVALID_INPUT");
        set.enrol_totp().await;
        set.enrol_totp().await;

        let begun = begin("PASSKEY").await.expect(200);
        assert_eq!(begun["options"]["pubKeyCredParams"][0]["alg"], -7);
        let challenge = text(&begun["options"]["challenge"]).to_owned();
        let mut elsewhere = authenticator();
        elsewhere.origin = "https://other.example.com".to_owned();
        confirm(registration(&elsewhere, &challenge)).await.refused(400, "INVALID_INPUT");
        let mut other_party = authenticator();
        other_party.rp_id = "pay.example.com".to_owned();
        confirm(registration(&other_party, &challenge)).await.refused(400, "INVALID_INPUT");
        confirm(registration(&authenticator(), "AAAA")).await.refused(400, "INVALID_INPUT");
        confirm(registration(&authenticator(), &challenge)).await.expect(200);
    }
}

/// Returns the code that an authenticator with this secret shows (RFC 6238).
fn shown(secret: &str, at: Time) -> String {
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
        let set = Erika::set(service).await;
        set.platform.freeze().await;
        let now = || async {
            let started = set.start("SMS_OTP").await;
            text(&started["expiresAt"]).parse::<Time>().unwrap().minus(Duration::from_mins(5))
        };
        let begun = set.post("/sca/factors").json(&json!({ "type": "TOTP" })).send().await.expect(200);
        let secret = text(&begun["secret"]);
        let confirm = |code: String| {
            let body = json!({ "type": "TOTP", "secret": secret, "code": code });
            set.post("/sca/factors/confirm").json(&body).send()
        };
        let login = |code: String| {
            let body = json!({ "factor": "TOTP", "endUserIpAddress": "203.0.113.7", "code": code });
            set.post("/sca/login/complete").json(&body).send()
        };

        let first = now().await;
        confirm(shown(secret, first.minus(Duration::from_mins(5)))).await.refused(400, "INVALID_INPUT");
        confirm(shown(secret, first)).await.expect(200);
        login(shown(secret, first)).await.refused(400, "INVALID_INPUT");

        set.platform.advance(Duration::from_mins(1)).await;
        let second = shown(secret, now().await);
        login(second.clone()).await.expect(200);
        login(second.clone()).await.refused(400, "INVALID_INPUT");
        login("123456".to_owned()).await.expect(200);
        set.platform.advance(Duration::from_mins(1)).await;

        // It proves a change of trust as well.
        let begun = set.change_trust("trust").await.expect(200);
        let code = shown(secret, now().await);
        let trusted = set.confirm_trust("trust", &begun["scaChallenge"], &code).await.expect(200);
        assert_eq!(trusted, json!({ "trusted": true }));
    }
}

journey! {
    async fn a_lost_number_is_replaced(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let start = || set.post("/sca/factors/reset").json(&json!({ "factor": "SMS_OTP" })).send();
        let begun = start().await.expect(201);
        let path = format!("/sca/factors/reset/{}", text(&begun["resetId"]));
        assert_eq!(set.get(&path).send().await.expect(200)["enrollmentStatus"], Value::Null);
        let complete = format!("{path}/complete");
        set.post(&complete).send().await.refused(400, "INVALID_INPUT");
        let mobile = json!({ "mobile": { "countryCode": "+49", "number": "1511234567" } });
        set.post(&complete).json(&mobile).send().await.expect(204);
        set.post(&complete).json(&mobile).send().await.refused(400, "INVALID_INPUT");
        let shown = set.platform.get(&format!("/customers/{}", text(&set.shown["id"]))).send().await.expect(200);
        assert_eq!((&shown["phoneNumber"], &shown["contactVerification"]["phone"]), (&json!("+491511234567"), &json!("VERIFIED")));

        let quote = set.quote(1_000).await;
        set.execute(&quote).await.refused(409, "SCA_SESSION_REQUIRED");

        set.platform.freeze().await;
        let late = start().await.expect(201);
        let path = format!("/sca/factors/reset/{}", text(&late["resetId"]));
        set.platform.advance(Duration::from_mins(30)).await;
        assert_eq!(set.get(&path).send().await.expect(200)["status"], "EXPIRED");
        set.post(&format!("{path}/complete")).json(&mobile).send().await.refused(400, "INVALID_INPUT");
        let unknown = "/sca/factors/reset/ScaReset:01980000-0000-7000-8000-000000000000";
        set.get(unknown).send().await.refused(404, "REFERENCE_NOT_FOUND");
    }
}

on_engines! {
    /// Checks that a stored profile can be decrypted only in its own row: an attacker who writes to the
    /// database logs no customer in.
    async fn a_profile_is_worth_nothing_in_another_row(service) {
        use causeway_domain::ids::CustomerId;
        use causeway_store::{Error, sca};
        let set = Erika::set(service).await;
        set.log_in().await;
        let other = verified(&set.platform, 2).await;

        let started = set.platform.post("/sca/login/start").query("customerId", text(&other["id"]));
        started.json(&json!({ "factor": "SMS_OTP" })).send().await.expect(200);
        let [from, to]: [CustomerId; 2] = [&set.shown, &other].map(|one| text(&one["id"]).parse().unwrap());
        let platform = set.platform.id;
        let copy = move |tx: &mut causeway_store::Tx<'_>| {
            let mut row = sca::find(tx, platform, from)?.ok_or(Error::Missing)?;
            row.customer = to;
            sca::update(tx, platform, &row)
        };
        service.app().store.write(&[], copy).await.expect("it can be copied");

        let factors = set.platform.get("/sca/factors").query("customerId", text(&other["id"])).send().await;
        factors.refused(500, "INTERNAL_ERROR");
    }
}
