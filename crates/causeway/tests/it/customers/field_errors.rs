//! One answer for all faulty fields: those that the shape refuses, and those that only a rule refuses
//! (conventions 7.2).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{fields, patch, path, person, post, typed};
use crate::harness::{Platform, on_engines};

/// Returns the fields that a response refuses, sorted.
fn sorted(error: &Value) -> Vec<String> {
    let mut field_names: Vec<String> = fields(error).into_iter().map(str::to_owned).collect();
    field_names.sort_unstable();
    field_names
}

async fn invalid_fields(platform: &Platform, body: Value) -> Vec<String> {
    sorted(&post(platform, &body).await.expect_error(400, "INVALID_INPUT"))
}

on_engines! {
    async fn a_person_with_faults_of_both_kinds(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let bad = json!({
            "customerType": "INDIVIDUAL", "email": "x", "birthDate": "2999-01-01", "nationality": 7,
            "currencies": ["usd", "USD", "XYZ"], "umaAddress": "$jane@other.example",
            "idType": "EIN", "identifier": 5, "countryOfIssuance": "DE",
            "sourceOfFundsCategories": ["SALARY", "OTHER"],
            "endUserTermsConsent": {
                "acceptedAt": "2999-01-01T00:00:00Z", "ipAddress": "here", "termsVersion": "V99",
                "acceptanceMethod": "CHECKBOX",
            },
        });

        assert_eq!(invalid_fields(&platform, bad).await, [
            "birthDate", "countryOfIssuance", "currencies[0]", "currencies[2]", "email",
            "endUserTermsConsent.acceptedAt", "endUserTermsConsent.ipAddress",
            "endUserTermsConsent.termsVersion", "idType", "identifier", "nationality",
            "sourceOfFundsOtherDescription", "umaAddress",
        ]);
        assert_eq!(platform.get("/customers").send().await.expect(200)["totalCount"], 0);
    }
}

on_engines! {
    async fn a_company_with_faults_of_both_kinds(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let info = json!({
            "legalName": "Acme", "country": "US", "taxId": "12", "incorporatedOn": "2999-01-01",
            "naicsCode": false,
        });
        let bad = json!({ "customerType": "BUSINESS", "phoneNumber": "1", "businessInfo": info });

        assert_eq!(invalid_fields(&platform, bad).await, [
            "businessInfo.incorporatedOn", "businessInfo.naicsCode", "businessInfo.taxId", "phoneNumber",
        ]);
    }
}

on_engines! {
    /// Checks that a rule over two fields reports nothing while one of them is faulty by itself, and that
    /// each field is named once.
    async fn no_fault_follows_from_another(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (body, named) in [
            (json!({ "idType": 1, "identifier": "123" }), vec!["idType"]),
            (json!({ "idType": "SSN", "identifier": {} }), vec!["identifier"]),
            (
                json!({ "sourceOfFundsCategories": ["LOTTERY"], "sourceOfFundsOtherDescription": "x" }),
                vec!["sourceOfFundsCategories[0]"],
            ),
            (json!({ "endUserTermsConsent": "yes", "birthDate": 1 }), vec!["birthDate", "endUserTermsConsent"]),
        ] {
            assert_eq!(invalid_fields(&platform, typed("INDIVIDUAL", body.clone())).await, named, "{body}");
        }

        let company = json!({
            "customerType": "BUSINESS",
            "businessInfo": { "legalName": "A", "country": "USA", "taxId": "12", "incorporatedOn": "2001-02-03" },
        });
        assert_eq!(invalid_fields(&platform, company).await, ["businessInfo.country"]);
        assert_eq!(invalid_fields(&platform, json!({ "birthDate": "2999-01-01" })).await, ["customerType"]);
    }
}

on_engines! {
    /// Checks that a change is validated with the stored fields, and that an unknown customer does not hide
    /// the errors of shape.
    async fn a_change_with_faults_of_both_kinds(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let new_customer = person(&platform, json!({ "idType": "SSN", "identifier": "123-45-6789" })).await;
        let bad = json!({
            "identifier": "1", "email": "x", "phoneNumber": "+14155550123", "umaAddress": "$j@other.example",
            "currencies": ["XYZ"], "fullName": null,
        });
        let error = patch(&platform, &new_customer, bad).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(sorted(&error), [
            "currencies[0]", "email", "fullName", "identifier", "phoneNumber", "umaAddress",
        ]);
        let customer = platform.get(&path(&new_customer)).send().await.expect(200);
        assert_eq!(customer, new_customer, "a refused change is not stored");

        let other = json!({ "customerType": "BUSINESS", "email": 1, "businessInfo": { "taxId": "12" } });
        let error = platform.patch(&path(&new_customer)).json(&other).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(sorted(&error), ["customerType", "email"]);

        let unknown_customer = "/customers/Customer:01980000-0000-7000-8000-000000000000";
        let response = platform.patch(unknown_customer).json(&typed("INDIVIDUAL", json!({ "email": 1 }))).send().await;
        assert_eq!(sorted(&response.expect_error(400, "INVALID_INPUT")), ["email"]);
    }
}

on_engines! {
    /// Checks that errors of only one kind have a code of their own.
    async fn a_code_of_its_own(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let code = async |body: Value, code: &str, field: &str, value: Value| {
            let error = post(&platform, &typed("INDIVIDUAL", body)).await.expect_error(400, code);
            assert_eq!((fields(&error), &error["details"]["value"]), (vec![field], &value));
        };
        code(json!({ "currencies": ["USD", "XYZ"] }), "INVALID_CURRENCY", "currencies[1]", json!("XYZ")).await;
        let foreign = "$jane@other.example";
        code(json!({ "umaAddress": foreign }), "INVALID_UMA_ADDRESS", "umaAddress", json!(foreign)).await;
    }
}
