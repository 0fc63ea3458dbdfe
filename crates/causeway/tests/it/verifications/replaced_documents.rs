//! Documents that are replaced after a verification was returned for them (customers 5.2, 8).

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_testing::http::{Form, Request, one_pixel};
use serde_json::{Value, json};

use super::people::read_customer;
use super::verification::{complete_details, errors, event_types, submit, upload};
use crate::customers::walks::{fields, patch, path, person};
use crate::harness::{Platform, journey};
use crate::operator::acting::{act, expect_error, with};

/// Returns the request that replaces a document by a file of this name; `changes` override the fields of a
/// passport.
pub(super) fn replace(platform: &Platform, document: &Value, file_name: &str, changes: Value) -> Request {
    let mut texts = json!({
        "documentType": "PASSPORT", "country": "CA", "documentNumber": "K5500412", "issuingAuthority": "Passport Canada",
    });
    for (name, value) in changes.as_object().unwrap() {
        texts[name] = value.clone();
    }
    let path = format!("/documents/{}", document["id"].as_str().unwrap());
    platform.client().put(&path).form(Form::of(&texts).file(file_name, &one_pixel()))
}

/// Reads the verification.
pub(super) async fn current(platform: &Platform, verification: &Value) -> Value {
    platform.get(&format!("/verifications/{}", verification["id"].as_str().unwrap())).send().await.expect(200)
}

/// Creates a person of this name who lacks only documents.
pub(super) async fn person_without_documents(platform: &Platform, full_name: &str) -> Value {
    let mut details = complete_details();
    details["fullName"] = json!(full_name);
    person(platform, details).await
}

/// Returns the arguments with which an operator returns a verification for these errors.
pub(super) fn return_arguments(platform: &Platform, verification: &Value, errors: &[String]) -> Value {
    with(platform, json!({ "verification": verification["id"], "errors": errors }))
}

/// Returns an error about a document, as an operator writes it.
pub(super) fn error_about(kind: &str, document: &Value) -> String {
    format!("{kind}={}", document["id"].as_str().unwrap())
}

journey! {
    /// Checks that each replacement clears the errors of its own document, and that the verification is ready
    /// after the last.
    async fn a_replaced_document_clears_its_own_errors(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = person_without_documents(&platform, "Nora Quill 001").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let licence = upload(&platform, &customer, "DRIVERS_LICENSE", Some("FRONT")).await;
        let first = submit(&platform, &customer).await.expect(200);
        assert_eq!(first["verificationStatus"], "PENDING_MANUAL_REVIEW");

        let both = [
            error_about("POOR_QUALITY_DOCUMENT", &passport),
            error_about("EXPIRED_DOCUMENT", &licence),
            error_about("UNREADABLE_DOCUMENT", &passport),
        ];
        act(service, "verification return", return_arguments(&platform, &first, &both)).await;
        let before = current(&platform, &first).await;
        assert_eq!(errors(&before), ["POOR_QUALITY_DOCUMENT", "EXPIRED_DOCUMENT", "UNREADABLE_DOCUMENT"]);

        let low = replace(&platform, &passport, "a.png", json!({ "documentNumber": "K901" })).send().await;
        low.expect_error(400, "LOW_QUALITY");
        assert_eq!(current(&platform, &first).await, before, "what is refused replaces nothing");

        replace(&platform, &passport, "a.png", json!({})).send().await.expect(200);
        let partly = current(&platform, &first).await;
        assert_eq!((&partly["verificationStatus"], errors(&partly)), (&json!("RESOLVE_ERRORS"), vec!["EXPIRED_DOCUMENT".to_owned()]));
        assert_eq!(partly["errors"][0], before["errors"][1], "as it was");
        assert_ne!(partly["updatedAt"], before["updatedAt"]);
        replace(&platform, &passport, "b.png", json!({})).send().await.expect(200);
        assert_eq!(current(&platform, &first).await, partly, "the verification is unchanged by a further replacement");

        let licensed = json!({ "documentType": "DRIVERS_LICENSE", "side": "FRONT" });
        replace(&platform, &licence, "c.png", licensed).send().await.expect(200);
        let ready = current(&platform, &first).await;
        assert_eq!((&ready["verificationStatus"], &ready["errors"]), (&json!("READY_FOR_VERIFICATION"), &json!([])));
        let second = submit(&platform, &customer).await.expect(200);
        assert_eq!((&second["id"], &second["verificationStatus"]), (&first["id"], &json!("PENDING_MANUAL_REVIEW")));
        let expected = [
            "CUSTOMER.KYC_PENDING", "VERIFICATION.PENDING_MANUAL_REVIEW", "VERIFICATION.RESOLVE_ERRORS",
            "VERIFICATION.PENDING_MANUAL_REVIEW",
        ];
        assert_eq!(event_types(&receiver, &platform).await, expected, "and none for a replacement");
    }
}

journey! {
    /// Checks that a replacement clears neither a suspicion of fraud nor the errors of fields.
    async fn a_replaced_document_leaves_other_errors(service) {
        let platform = service.platform(Environment::Production).await;
        let mut details = complete_details();
        details["fullName"] = json!("Nora Quill");
        details["region"] = json!("US");
        let customer = person(&platform, details).await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);

        let error_names = [
            error_about("SUSPECTED_FRAUD_DOCUMENT", &passport),
            error_about("WRONG_DOCUMENT_TYPE", &passport),
            "INVALID_FIELD=fullName".to_owned(),
        ];
        act(service, "verification return", return_arguments(&platform, &first, &error_names)).await;
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "UNVERIFIED");

        replace(&platform, &passport, "a.png", json!({})).send().await.expect(200);
        let verification = current(&platform, &first).await;
        assert_eq!(verification["verificationStatus"], "RESOLVE_ERRORS");
        assert_eq!(errors(&verification), ["SUSPECTED_FRAUD_DOCUMENT", "INVALID_FIELD fullName"]);

        let again = submit(&platform, &customer).await.expect(200);
        assert_eq!((&again["verificationStatus"], &again["errors"]), (&json!("PENDING_MANUAL_REVIEW"), &json!([])));

        let expired = [error_about("EXPIRED_DOCUMENT", &passport)];
        act(service, "verification return", return_arguments(&platform, &first, &expired)).await;
        replace(&platform, &passport, "b.png", json!({})).send().await.expect(200);
        assert_eq!(current(&platform, &first).await["verificationStatus"], "READY_FOR_VERIFICATION");
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "UNVERIFIED", "until it is submitted");
        submit(&platform, &customer).await.expect(200);
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "PENDING");
    }
}

journey! {
    /// Checks documents that the simulated provider returns each time. A replacement that no longer
    /// identifies its holder leaves a document missing.
    async fn a_poor_document_is_replaced_by_another(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = person_without_documents(&platform, "Nora Quill 003").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);
        assert_eq!(errors(&first), ["POOR_QUALITY_DOCUMENT"]);

        replace(&platform, &passport, "a.png", json!({})).send().await.expect(200);
        let ready = current(&platform, &first).await;
        assert_eq!((&ready["verificationStatus"], &ready["errors"]), (&json!("READY_FOR_VERIFICATION"), &json!([])));

        let poor = submit(&platform, &customer).await.expect(200);
        assert_eq!((errors(&poor), &poor["errors"][0]["resourceId"]), (vec!["POOR_QUALITY_DOCUMENT".to_owned()], &passport["id"]));
        assert_eq!(event_types(&receiver, &platform).await, ["VERIFICATION.RESOLVE_ERRORS"; 2], "the second after it was ready");

        replace(&platform, &passport, "b.png", json!({ "documentType": "UTILITY_BILL" })).send().await.expect(200);
        let lacking = current(&platform, &first).await;
        assert_eq!(lacking["verificationStatus"], "RESOLVE_ERRORS");
        assert_eq!(errors(&lacking), ["MISSING_IDENTITY_DOCUMENT"]);
        replace(&platform, &passport, "c.png", json!({})).send().await.expect(200);
        assert_eq!(current(&platform, &first).await["verificationStatus"], "READY_FOR_VERIFICATION");
        assert_eq!(event_types(&receiver, &platform).await.len(), 2);
    }
}

journey! {
    /// Checks that a replacement is examined anew by the service while other details are missing.
    async fn half_a_document_is_replaced_by_a_whole_one(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person_without_documents(&platform, "Quill003").await;
        let half = upload(&platform, &customer, "NATIONAL_ID", Some("BACK")).await;
        let first = submit(&platform, &customer).await.expect(200);
        assert_eq!(errors(&first), ["INVALID_FIELD fullName", "INCOMPLETE_DOCUMENT"]);

        let other_half = json!({ "documentType": "NATIONAL_ID", "side": "FRONT" });
        replace(&platform, &half, "a.png", other_half).send().await.expect(200);
        assert_eq!(errors(&current(&platform, &first).await), ["INVALID_FIELD fullName", "INCOMPLETE_DOCUMENT"]);

        replace(&platform, &half, "b.png", json!({})).send().await.expect(200);
        let verification = current(&platform, &first).await;
        assert_eq!((&verification["verificationStatus"], errors(&verification)), (&json!("RESOLVE_ERRORS"), vec!["INVALID_FIELD fullName".to_owned()]));
    }
}

journey! {
    /// Checks that each refusal names the status of the verification.
    async fn a_refusal_names_the_status_of_the_verification(service) {
        let platform = service.platform(Environment::Production).await;
        let mut details = complete_details();
        details["fullName"] = json!("Nora Quill");
        details["region"] = json!("US");
        let customer = person(&platform, details).await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);
        let document = format!("/documents/{}", passport["id"].as_str().unwrap());
        let kept = async |status: &str| {
            let kept = platform.delete(&document).send().await.expect_error(409, "CONFLICT");
            let details = json!({ "reason": "DOCUMENT_SUBMITTED", "status": status, "verificationId": first["id"] });
            assert_eq!(kept["details"], details);
            assert!(kept["message"].as_str().unwrap().contains(status), "{kept}");
        };
        kept("PENDING_MANUAL_REVIEW").await;

        let error_names = [error_about("POOR_QUALITY_DOCUMENT", &passport)];
        act(service, "verification return", return_arguments(&platform, &first, &error_names)).await;
        let error = expect_error(service, "verification return", return_arguments(&platform, &first, &error_names), Kind::Refused).await;
        assert!(error.message.contains("RESOLVE_ERRORS"), "{error}");

        replace(&platform, &passport, "a.png", json!({})).send().await.expect(200);
        submit(&platform, &customer).await.expect(200);
        act(service, "verification approve", with(&platform, json!({ "verification": first["id"] }))).await;
        kept("APPROVED").await;

        let decided = submit(&platform, &customer).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(decided["details"], json!({ "reason": "ALREADY_DECIDED", "status": "APPROVED" }));

        let locked = patch(&platform, &customer, json!({ "birthDate": "1991-02-16" })).await.expect_error(400, "INVALID_INPUT");
        assert_eq!((fields(&locked), &locked["details"]["reason"]), (vec!["birthDate"], &json!("IDENTITY_LOCKED")));
        assert_eq!(locked["details"]["status"], "APPROVED");
        assert!(locked["details"]["errors"][0]["message"].as_str().unwrap().contains("APPROVED"), "{locked}");
        assert_eq!(platform.get(&path(&customer)).send().await.expect(200)["birthDate"], "1990-01-15");
    }
}
