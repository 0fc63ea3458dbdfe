//! Letters of every script, invisible characters, and addresses as they are pasted (conventions 5.4).

use causeway_store::platforms::Environment;
use serde_json::json;

use super::walks::{fields, patch, person, post, typed};
use crate::harness::{journey, on_engines};

/// Invisible characters.
const HIDING: [&str; 6] = ["\u{200b}", "\u{ad}", "\u{feff}", "\u{2063}", "\u{180b}", "\u{e0061}"];

on_engines! {
    /// Checks that invisible characters are refused in every text.
    async fn nothing_hides_in_a_text(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for hidden in HIDING {
            let text = format!("Ma{hidden}ria");
            for (path, body, field) in [
                ("/customers", typed("INDIVIDUAL", json!({ "fullName": text })), "fullName"),
                ("/customers", typed("INDIVIDUAL", json!({ "platformCustomerId": text })), "platformCustomerId"),
                (
                    "/customers",
                    typed("BUSINESS", json!({ "businessInfo": { "legalName": text, "country": "DE", "taxId": "1", "incorporatedOn": "2010-05-04" } })),
                    "businessInfo.legalName",
                ),
                ("/customers", typed("INDIVIDUAL", json!({ "email": format!("{text}@example.com") })), "email"),
                ("/tokens", json!({ "name": text, "permissions": ["VIEW"] }), "name"),
            ] {
                let error = platform.post(path).json(&body).send().await.expect_error(400, "INVALID_INPUT");
                assert_eq!(fields(&error), [field], "{text:?}");
                assert_eq!(error["details"]["errors"][0]["message"], "must not hold invisible characters");
            }
        }

        assert_eq!(platform.get("/customers").send().await.expect(200)["totalCount"], 0);
    }
}

on_engines! {
    /// Checks that names with joiners, selectors and marks are kept as they were sent.
    async fn names_of_all_scripts_are_kept(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for name in [
            "नरेन्द्र सिंह", "பாலசுப்பிரமணியம்", "กิตติศักดิ์ ชัยวัฒน์", "မောင်မောင်", "می\u{200c}خواهم نژاد",
            "ක්\u{200d}ෂේත්\u{200d}ර", "辻\u{e0100}村", "Zoë \u{2764}\u{fe0f}",
        ] {
            let customer = person(&platform, json!({ "fullName": name })).await;
            assert_eq!(customer["fullName"], name);
        }
    }
}

on_engines! {
    /// Checks that a domain is judged in the form that DNS knows, and that an address is accepted only by
    /// itself.
    async fn addresses_of_all_scripts_are_kept(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let long = format!("info@{}.at", "ö".repeat(38));
        for email in ["anna@இந்தியா.இந்தியா", "सूचना@डाक.भारत", "somchai@คน.ไทย", "a@xn--bcher-kva.example", &long] {
            assert_eq!(person(&platform, json!({ "email": email })).await["email"], *email);
        }

        for email in [
            "MAILTO:anna@example.org", "<anna@example.org>", "Anna Au <anna@example.org>", "anna@example.org ",
            "\tanna@example.org", "anna@example.org.", "anna@ex,ample.org", "a@❤.example", "a@xn--qei.example",
            "anna..au@example.org", "anna@-example.org",
        ] {
            let response = post(&platform, &typed("INDIVIDUAL", json!({ "email": email }))).await;
            assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["email"], "{email:?}");
        }

        for phone in ["tel:+4930123456", "<+4930123456>", "+49 30 123456", "+4930123456 "] {
            let response = post(&platform, &typed("INDIVIDUAL", json!({ "phoneNumber": phone }))).await;
            assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["phoneNumber"], "{phone:?}");
        }
    }
}

journey! {
    /// Checks that the same address in another spelling remains verified, because it is not a new one.
    async fn an_address_in_another_spelling_stays_confirmed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let body = json!({ "region": "AT", "email": "anna@bäcker.example", "phoneNumber": "+43664123456" });
        let customer = person(&platform, body).await;
        let channel = |customer: &serde_json::Value| customer["contactVerification"]["email"].clone();
        assert_eq!(channel(&customer), "PENDING");

        let sent = format!("/customers/{}/verify-email", customer["id"].as_str().expect("an id"));
        platform.post(&sent).send().await.expect(204);
        let code = json!({ "code": "123456" });
        let confirmed = platform.post(&format!("{sent}/confirm")).json(&code).send().await.expect(200);
        assert_eq!(channel(&confirmed), "VERIFIED");

        let kept = patch(&platform, &customer, json!({ "email": "Anna@xn--bcker-gra.example" })).await.expect(200);
        assert_eq!((&kept["email"], channel(&kept)), (&json!("Anna@xn--bcker-gra.example"), json!("VERIFIED")));
        let moved = patch(&platform, &customer, json!({ "email": "anna@baecker.example" })).await.expect(200);
        assert_eq!(channel(&moved), "PENDING");
    }
}
