//! Documents that are replaced while their verification is reviewed (customers 8).

use causeway_service::operator::{ActionOutput, Kind};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_testing::http::{Form, one_pixel};
use futures_util::TryStreamExt;
use serde_json::{Value, json};

use super::people::{add_owner, company};
use super::replaced_documents::{current, error_about, person_without_documents, replace, return_arguments};
use super::verification::{errors, event_types, submit, upload};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, expect_error, trail, try_action, with};

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n";

/// Replaces a document by a passport that is a PDF of this name.
async fn replace_by_pdf(platform: &Platform, document: &Value, file_name: &str) {
    let texts = json!({
        "documentType": "PASSPORT", "country": "NL", "documentNumber": "NWL3K8T02", "issuingAuthority": "Burgemeester van Delft",
    });
    let path = format!("/documents/{}", document["id"].as_str().unwrap());
    let form = Form::of(&texts).file(file_name, PDF);
    let replaced = platform.client().put(&path).form(form).send().await.expect(200);
    assert_eq!(replaced["fileName"], file_name);
}

/// Returns the names of the files that a reviewer sees, newest document first.
async fn reviewed(service: &Service, platform: &Platform, verification: &Value) -> Vec<String> {
    let arguments = with(platform, json!({ "verification": verification["id"] }));
    let output = act(service, "verification show", arguments).await.json;
    let documents = output["documents"].as_array().unwrap().iter();
    documents.map(|document| document["file_name"].as_str().unwrap().to_owned()).collect()
}

fn one_of(platform: &Platform, verification: &Value, document: &Value) -> Value {
    with(platform, json!({ "verification": verification["id"], "document": document["id"] }))
}

/// Returns the file of a document as a reviewer gets it.
async fn file(service: &Service, platform: &Platform, verification: &Value, document: &Value) -> Vec<u8> {
    match try_action(service, "document fetch", one_of(platform, verification, document)).await {
        Ok(ActionOutput::Export(pieces)) => {
            let bytes: Vec<bytes::Bytes> = pieces.try_collect().await.expect("a file that can be read");
            bytes.concat()
        }
        Ok(ActionOutput::Report { json, .. }) => panic!("a report: {json}"),
        Err(error) => panic!("{error}"),
    }
}

/// Counts the files in the database.
async fn files(service: &Service) -> i64 {
    let count =
        |tx: &mut Tx<'_>| tx.query_one("SELECT count(*) AS n FROM upload", &[], |row| row.get::<i64>("n"));
    service.app().store.read(count).await.map_err(|error: Error| error).unwrap()
}

journey! {
    /// Checks that a decision is about the old file, and the next submission about the new one.
    async fn a_review_is_about_the_file_that_was_submitted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = person_without_documents(&platform, "Vera Rubin 001").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);
        assert_eq!(reviewed(service, &platform, &first).await, ["document.png"]);

        replace_by_pdf(&platform, &passport, "second.pdf").await;
        replace_by_pdf(&platform, &passport, "third.pdf").await;
        upload(&platform, &customer, "SELFIE", None).await;
        assert_eq!(current(&platform, &first).await, first, "the verification is unchanged");
        assert_eq!(reviewed(service, &platform, &first).await, ["document.png"], "and to what is reviewed");
        assert_eq!(file(service, &platform, &first, &passport).await, one_pixel());
        assert_eq!(files(service).await, 3, "the one that was submitted, the third and the selfie");

        let error_names = [error_about("POOR_QUALITY_DOCUMENT", &passport)];
        act(service, "verification return", return_arguments(&platform, &first, &error_names)).await;
        let back = current(&platform, &first).await;
        assert_eq!((errors(&back), &back["errors"][0]["resourceId"]), (vec!["POOR_QUALITY_DOCUMENT".to_owned()], &passport["id"]));
        assert_eq!(files(service).await, 2, "what was returned is not kept");
        assert!(reviewed(service, &platform, &first).await.is_empty());
        expect_error(service, "document fetch", one_of(&platform, &first, &passport), Kind::NotFound).await;

        let second = submit(&platform, &customer).await.expect(200);
        assert_eq!((&second["id"], &second["verificationStatus"]), (&first["id"], &json!("PENDING_MANUAL_REVIEW")));
        assert_eq!(reviewed(service, &platform, &second).await, ["document.png", "third.pdf"], "the selfie is newer");
        assert_eq!(file(service, &platform, &second, &passport).await, PDF);
        let expected = [
            "CUSTOMER.KYC_PENDING", "VERIFICATION.PENDING_MANUAL_REVIEW", "VERIFICATION.RESOLVE_ERRORS",
            "VERIFICATION.PENDING_MANUAL_REVIEW",
        ];
        assert_eq!(event_types(&receiver, &platform).await, expected);
    }
}

journey! {
    /// Checks that a document stays with the decision about it, even if it is replaced before and after.
    async fn a_decided_verification_keeps_its_files(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person_without_documents(&platform, "Vera Rubin 001").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);
        replace_by_pdf(&platform, &passport, "second.pdf").await;
        act(service, "verification approve", with(&platform, json!({ "verification": first["id"] }))).await;
        replace(&platform, &passport, "third.png", json!({})).send().await.expect(200);

        assert_eq!(reviewed(service, &platform, &first).await, ["document.png"]);
        assert_eq!(file(service, &platform, &first, &passport).await, one_pixel());
        assert_eq!(files(service).await, 2);
        let kept = platform.delete(&format!("/documents/{}", passport["id"].as_str().unwrap())).send().await;
        assert_eq!(kept.expect_error(409, "CONFLICT")["details"]["status"], "APPROVED");

        let stranger = service.platform(Environment::Sandbox).await;
        expect_error(service, "document fetch", one_of(&stranger, &first, &passport), Kind::NotFound).await;
        let arguments = with(&stranger, json!({ "verification": first["id"] }));
        expect_error(service, "verification show", arguments, Kind::NotFound).await;
        let read = trail(service).await.into_iter().filter(|entry| entry.action == "document fetch").count();
        assert!(read >= 1, "what leaves the service leaves a trace");
    }
}

journey! {
    /// Checks that a document of a returned verification can be deleted, and that those uploaded in its place
    /// are submitted.
    async fn a_returned_verification_lets_go_of_its_documents(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person_without_documents(&platform, "Vera Rubin 001").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let first = submit(&platform, &customer).await.expect(200);
        let path = format!("/documents/{}", passport["id"].as_str().unwrap());
        platform.delete(&path).send().await.expect_error(409, "CONFLICT");

        let error_names = [error_about("UNREADABLE_DOCUMENT", &passport)];
        act(service, "verification return", return_arguments(&platform, &first, &error_names)).await;
        platform.delete(&path).send().await.expect(204);
        assert_eq!(files(service).await, 0);

        let licence = upload(&platform, &customer, "DRIVERS_LICENSE", Some("FRONT")).await;
        upload(&platform, &customer, "DRIVERS_LICENSE", Some("BACK")).await;
        let second = submit(&platform, &customer).await.expect(200);
        assert_eq!(second["verificationStatus"], "PENDING_MANUAL_REVIEW");
        assert_eq!(reviewed(service, &platform, &second).await.len(), 2);
        assert_eq!(file(service, &platform, &second, &licence).await, one_pixel());
    }
}

journey! {
    /// Checks that all that operators do about a person's documents is found by the customer, also if the documents
    /// are those of a beneficial owner.
    async fn looks_at_documents_are_found_by_the_customer(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let person = person_without_documents(&platform, "Vera Rubin 001").await;
        let passport = upload(&platform, &person, "PASSPORT", None).await;
        let submitted = submit(&platform, &person).await.expect(200);
        let acme = company(&platform, "5523041").await;
        let owner = add_owner(&platform, &acme, "Hopper").await;
        let licence = upload(&platform, &owner, "PASSPORT", None).await;

        file(service, &platform, &submitted, &passport).await;
        for document in [&passport, &licence] {
            let named = || with(&platform, json!({ "document": document["id"] }));
            act(service, "document show", named()).await;
            assert!(try_action(service, "document fetch", named()).await.is_ok(), "{document}");
        }
        let error_names = [error_about("POOR_QUALITY_DOCUMENT", &passport)];
        act(service, "verification return", return_arguments(&platform, &submitted, &error_names)).await;

        let looks = ["document fetch", "document show"];
        for (subject, expected) in [
            (&person, &["verification return", "document fetch", "document show", "document fetch"][..]),
            (&acme, &looks[..]),
            (&owner, &looks[..]),
            (&licence, &looks[..]),
        ] {
            let found = act(service, "audit list", json!({ "subject": subject["id"] })).await.json;
            let actions: Vec<&str> = found.as_array().unwrap().iter().filter_map(|entry| entry["action"].as_str()).collect();
            assert_eq!(actions, expected, "{subject}");
        }
        let shown = act(service, "document show", with(&platform, json!({ "document": licence["id"] }))).await.json;
        assert_eq!((&shown["holder"], &shown["customer"]), (&owner["id"], &acme["id"]));
    }
}
