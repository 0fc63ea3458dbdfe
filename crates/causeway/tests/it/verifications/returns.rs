//! Errors that operators return, and the documents that are accepted instead (customers 5.4).

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::people::{add_owner, company};
use super::replaced_documents::{current, error_about, person_without_documents, replace, return_arguments};
use super::verification::{complete_details, errors, submit, upload};
use crate::customers::walks::path;
use crate::harness::{Platform, journey};
use crate::operator::acting::{act, expect_error};

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
