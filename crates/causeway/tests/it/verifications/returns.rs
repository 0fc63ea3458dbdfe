//! Errors that operators return, and the documents that are accepted instead (customers 5.4).

use std::time::Duration;

use causeway_service::operator::{Grant, Kind, Request};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::people::{add_owner, company};
use super::replaced_documents::{current, error_about, person_without_documents, replace, return_arguments};
use super::verification::{complete_details, errors, submit, upload};
use crate::customers::walks::path;
use crate::harness::{Platform, journey};
use crate::operator::acting::{act, caller, expect_error, try_request};

/// The documents of a company whose details are complete.
struct CompanyDocuments {
    certificate: Value,
    trust: Value,
    bill: Value,
    owner: Value,
    owners_passport: Value,
}

/// Completes the details of a company and uploads its documents.
async fn complete_company(platform: &Platform, company: &Value) -> CompanyDocuments {
    let info = json!({
        "entityType": "LLC", "businessType": "INFORMATION", "countriesOfOperation": ["US"],
        "purposeOfAccount": "SUPPLIER_PAYMENTS", "sourceOfFunds": "Revenue",
        "expectedMonthlyTransactionCount": "COUNT_UNDER_10",
        "expectedMonthlyTransactionVolume": "VOLUME_UNDER_10K", "expectedRecipientJurisdictions": ["US"],
    });
    let change =
        json!({ "customerType": "BUSINESS", "address": complete_details()["address"], "businessInfo": info });
    platform.patch(&path(company)).json(&change).send().await.expect(200);
    let owner = add_owner(platform, company, "Lamarr001").await;
    let at = format!("/beneficial-owners/{}", owner["id"].as_str().unwrap());
    platform.patch(&at).json(&json!({ "roles": ["DIRECTOR"] })).send().await.expect(200);
    CompanyDocuments {
        certificate: upload(platform, company, "CERTIFICATE_OF_INCORPORATION", None).await,
        trust: upload(platform, company, "TRUST_AGREEMENT", None).await,
        bill: upload(platform, company, "UTILITY_BILL", None).await,
        owners_passport: upload(platform, &owner, "PASSPORT", None).await,
        owner,
    }
}

/// Returns the accepted document types of each error.
fn accepted(verification: &Value) -> Vec<Value> {
    let errors = verification["errors"].as_array().unwrap().iter();
    errors.map(|error| error["acceptedDocumentTypes"].clone()).collect()
}

journey! {
    /// Checks that a returned document can be replaced by one that serves the same purpose.
    async fn a_return_says_which_documents_are_accepted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "7741001").await;
        let documents = complete_company(&platform, &acme).await;
        let first = submit(&platform, &acme).await.expect(200);
        assert_eq!(first["verificationStatus"], "PENDING_MANUAL_REVIEW", "{first}");

        let error_names = [
            error_about("POOR_QUALITY_DOCUMENT", &documents.trust),
            error_about("UNREADABLE_DOCUMENT", &documents.certificate),
            error_about("EXPIRED_DOCUMENT", &documents.owners_passport),
            error_about("SUSPECTED_FRAUD_DOCUMENT", &documents.bill),
            error_about("MISSING_IDENTITY_DOCUMENT", &documents.owner),
            "MISSING_GOOD_STANDING_DOCUMENT".to_owned(),
            "INVALID_FIELD=customer.businessInfo.legalName".to_owned(),
        ];
        act(service, "verification return", return_arguments(&platform, &first, &error_names)).await;

        let back = current(&platform, &first).await;
        let expected = [
            json!(["TRUST_AGREEMENT"]),
            json!(["CERTIFICATE_OF_INCORPORATION", "ARTICLES_OF_INCORPORATION", "ARTICLES_OF_ASSOCIATION", "STATE_REGISTRY_EXCERPT"]),
            json!(["PASSPORT"]),
            Value::Null,
            json!(["PASSPORT", "DRIVERS_LICENSE", "NATIONAL_ID"]),
            json!(["GOOD_STANDING_CERTIFICATE"]),
            Value::Null,
        ];
        assert_eq!(accepted(&back), expected);

        let resources: Vec<&Value> = back["errors"].as_array().unwrap().iter().map(|error| &error["resourceId"]).collect();
        let expected = [
            &documents.trust["id"], &documents.certificate["id"], &documents.owners_passport["id"], &documents.bill["id"],
            &documents.owner["id"], &acme["id"], &acme["id"],
        ];
        assert_eq!(resources, expected);
    }
}

journey! {
    /// Checks that an error about a file names a submitted document. For a person, an error without a
    /// document is about the newest.
    async fn a_returned_error_names_a_submitted_document(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "7742001").await;
        let documents = complete_company(&platform, &acme).await;
        let first = submit(&platform, &acme).await.expect(200);
        let later = upload(&platform, &acme, "SHAREHOLDER_REGISTER", None).await;

        for (said, kind) in [
            ("POOR_QUALITY_DOCUMENT".to_owned(), Kind::Invalid),
            (error_about("POOR_QUALITY_DOCUMENT", &documents.owner), Kind::Invalid),
            (error_about("POOR_QUALITY_DOCUMENT", &later), Kind::NotFound),
        ] {
            expect_error(service, "verification return", return_arguments(&platform, &first, &[said]), kind).await;
        }
        assert_eq!(current(&platform, &first).await, first, "the verification is unchanged");

        let customer = person_without_documents(&platform, "Hedy Kiesler 001").await;
        let older = upload(&platform, &customer, "PASSPORT", None).await;
        let newer = upload(&platform, &customer, "PASSPORT", None).await;
        let second = submit(&platform, &customer).await.expect(200);

        let error_names = ["POOR_QUALITY_DOCUMENT".to_owned()];
        act(service, "verification return", return_arguments(&platform, &second, &error_names)).await;
        let back = current(&platform, &second).await;
        assert_eq!(back["errors"][0]["resourceId"], newer["id"]);
        assert_eq!(accepted(&back), [json!(["PASSPORT", "DRIVERS_LICENSE", "NATIONAL_ID"])]);

        replace(&platform, &older, "a.png", json!({})).send().await.expect(200);
        assert_eq!(errors(&current(&platform, &second).await), ["POOR_QUALITY_DOCUMENT"], "the other one is replaced");
        replace(&platform, &newer, "b.png", json!({})).send().await.expect(200);
        assert_eq!(current(&platform, &second).await["verificationStatus"], "READY_FOR_VERIFICATION");
    }
}

journey! {
    /// Checks that a return is about the certificate that was submitted, and that the next submission finds
    /// the bill that has replaced it.
    async fn a_document_may_be_of_another_type_by_the_time_of_its_return(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "7743001").await;
        let documents = complete_company(&platform, &acme).await;
        let first = submit(&platform, &acme).await.expect(200);
        let bill = json!({ "documentType": "ELECTRICITY_BILL" });
        replace(&platform, &documents.certificate, "bill.png", bill).send().await.expect(200);
        assert_eq!(current(&platform, &first).await, first, "what was submitted is reviewed");

        let error_names = [error_about("INVALID_DOCUMENT", &documents.certificate)];
        act(service, "verification return", return_arguments(&platform, &first, &error_names)).await;
        let back = current(&platform, &first).await;
        assert_eq!(back["errors"][0]["acceptedDocumentTypes"][0], "CERTIFICATE_OF_INCORPORATION");

        let second = submit(&platform, &acme).await.expect(200);
        assert_eq!(errors(&second), ["MISSING_LEGAL_PRESENCE_DOCUMENT"]);
    }
}

journey! {
    /// Checks that a returned verification is decided after a new submission only, that the decision keeps the time of
    /// the submission, and that the id of a customer names its open verification.
    async fn a_returned_verification_is_decided_after_a_new_submission(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person_without_documents(&platform, "Vera Rubin 001").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);
        let named = || json!({ "verification": first["id"] });
        let of_customer = || json!({ "verification": customer["id"] });
        let show = async || act(service, "verification show", of_customer()).await.json;
        let mut back = of_customer();
        back["errors"] = json!([error_about("POOR_QUALITY_DOCUMENT", &passport)]);
        let returned = act(service, "verification return", back).await.json;
        assert_eq!((&returned["verification"], &returned["status"]), (&first["id"], &json!("RESOLVE_ERRORS")));
        for action in ["verification approve", "verification reject"] {
            for arguments in [named(), of_customer()] {
                let error = expect_error(service, action, arguments, Kind::Refused).await;
                assert!(error.message.contains("RESOLVE_ERRORS"), "{action}: {error}");
            }
        }

        let before = show().await;
        replace(&platform, &passport, "second.png", json!({})).send().await.expect(200);
        assert_eq!(current(&platform, &first).await["verificationStatus"], "READY_FOR_VERIFICATION");
        expect_error(service, "verification approve", named(), Kind::Refused).await;
        platform.advance(Duration::from_mins(1)).await;
        submit(&platform, &customer).await.expect(200);
        let submitted = show().await;
        platform.advance(Duration::from_mins(1)).await;
        let approve = async |version: &Value| {
            let seen = version.as_str().and_then(|version| version.parse().ok());
            let request = Request { reason: Some("a test".to_owned()), seen, ..Request::default() };
            try_request(service, &caller(Grant::all()), "verification approve", of_customer(), request).await
        };
        let early = approve(&before["version"]).await.err().expect("it was submitted since");
        assert_eq!(early.kind, Kind::Refused, "{early}");
        assert!(approve(&submitted["version"]).await.is_ok(), "the version of the verification that show prints");
        let approved = show().await;
        assert_eq!([&approved["status"], &approved["submitted_at"]], [&json!("APPROVED"), &submitted["submitted_at"]]);

        let none = expect_error(service, "verification reject", of_customer(), Kind::Refused).await;
        assert!(none.message.contains("no open verification") && none.remedy.is_some(), "{none}");
        let unknown = json!({ "verification": "Customer:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" });
        expect_error(service, "verification approve", unknown, Kind::NotFound).await;
        let neither = json!({ "verification": passport["id"] });
        let error = expect_error(service, "verification approve", neither, Kind::Invalid).await;
        assert!(error.message.contains("not Document"), "{error}");
    }
}

journey! {
    /// Checks that the approval of a customer whose verification was returned is no submission.
    async fn an_approved_customer_keeps_the_time_of_its_submission(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person_without_documents(&platform, "Vera Rubin 001").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);
        let error_names = [error_about("POOR_QUALITY_DOCUMENT", &passport)];
        act(service, "verification return", return_arguments(&platform, &first, &error_names)).await;
        let show = async || act(service, "verification show", json!({ "verification": first["id"] })).await.json;
        let returned = show().await;
        assert!(returned["submitted_at"].is_string(), "{returned}");
        platform.advance(Duration::from_mins(1)).await;
        act(service, "customer approve", json!({ "customer": customer["id"] })).await;
        let approved = show().await;
        assert_eq!([&approved["status"], &approved["submitted_at"]], [&json!("APPROVED"), &returned["submitted_at"]]);
    }
}
