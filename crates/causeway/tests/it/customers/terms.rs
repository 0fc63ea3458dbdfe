//! End User Terms (customers 2.6) and the gates on money (customers 2.7).

use causeway_service::ApiError;
use causeway_service::customers::terms::publish;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{accounts, each, events, fields, patch, person, post, set_for, three, typed};
use crate::harness::journey;

fn consent(version: &str) -> Value {
    json!({
        "acceptedAt": "2025-10-03T12:00:00+02:00", "ipAddress": "203.0.113.7", "termsVersion": version,
        "acceptanceMethod": "CHECKBOX",
    })
}

journey! {
    /// Checks that the accounts of an approved customer, and payments on its behalf, wait only for consent.
    async fn customers_k12_terms(service) {
        let platform = service.platform(Environment::Sandbox).await;
        set_for(service, platform.id, "end_user_terms_required", json!(true)).await;
        let receiver = platform.receiver().await;
        let terms = platform.get("/customers/end-user-terms").send().await.expect(200);
        assert_eq!(terms["version"], "V1");
        assert!(terms["url"].as_str().unwrap().starts_with("https://"));

        let customer = person(&platform, json!({})).await;
        assert_eq!(customer["kycStatus"], "APPROVED");
        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("PENDING"));

        let own = platform.own_account("USDC").await;
        let account = platform.account_of(&customer, "USD").await;
        for (source, destination) in [
            (json!({ "sourceType": "ACCOUNT", "accountId": account }), &own),
            (json!({ "sourceType": "REALTIME_FUNDING", "customerId": customer["id"], "currency": "USD" }), &own),
        ] {
            let body = json!({
                "source": source, "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 100,
                "destination": { "destinationType": "ACCOUNT", "accountId": destination },
            });
            platform.post("/quotes").json(&body).send().await.expect_error(403, "END_USER_TERMS_NOT_ACCEPTED");
        }

        let unknown = json!({ "endUserTermsConsent": consent("V99") });
        patch(&platform, &customer, unknown).await.expect_error(400, "END_USER_TERMS_VERSION_NOT_FOUND");
        let mut incomplete = consent("V1");
        incomplete.as_object_mut().unwrap().remove("ipAddress");
        let response = patch(&platform, &customer, json!({ "endUserTermsConsent": incomplete })).await;
        assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["endUserTermsConsent.ipAddress"]);

        let mut future_consent = consent("V1");
        future_consent["acceptedAt"] = json!("2999-01-01T00:00:00Z");
        let response = patch(&platform, &customer, json!({ "endUserTermsConsent": future_consent })).await;
        assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["endUserTermsConsent.acceptedAt"]);

        let agreed = patch(&platform, &customer, json!({ "endUserTermsConsent": consent("V1") })).await.expect(200);
        let mut expected = consent("V1");
        expected["acceptedAt"] = json!("2025-10-03T10:00:00.000Z");
        assert_eq!(agreed["endUserTermsConsent"], expected);
        let account_list = accounts(&platform, &customer).await;
        assert_eq!(each(&account_list, &["status"]), three("ACTIVE"));
        assert!(account_list.iter().all(|account| account["fundingPaymentInstructions"][0].is_object()));
        events(&receiver, "INTERNAL_ACCOUNT.STATUS_UPDATED", 3).await;

        let with = person(&platform, json!({ "endUserTermsConsent": consent("V1") })).await;
        assert_eq!(each(&accounts(&platform, &with).await, &["status"]), three("ACTIVE"));
    }
}

journey! {
    /// Checks that a newer version leaves former consents valid, and that older versions can still be
    /// accepted.
    async fn newer_version(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({ "endUserTermsConsent": consent("V1") })).await;

        let url = "https://bank.example/terms";
        let published = service.app().store.write(&[], move |tx| publish(tx, url)).await;
        assert_eq!(published.map_err(|refusal: ApiError| refusal.message).unwrap().to_string(), "V2");
        let terms = platform.get("/customers/end-user-terms").send().await.expect(200);
        assert_eq!(terms, json!({ "version": "V2", "url": url }));

        for version in ["V2", "V1"] {
            let agreed = patch(&platform, &customer, json!({ "endUserTermsConsent": consent(version) })).await.expect(200);
            assert_eq!(agreed["endUserTermsConsent"]["termsVersion"], version);
        }

        let unknown = typed("INDIVIDUAL", json!({ "endUserTermsConsent": consent("V3") }));
        post(&platform, &unknown).await.expect_error(400, "END_USER_TERMS_VERSION_NOT_FOUND");
    }
}
