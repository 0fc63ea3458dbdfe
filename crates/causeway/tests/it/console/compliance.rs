//! A customer who waits for a decision, for the tests of the pages that compliance uses.

use causeway_store::audit::AuditRecord;
use causeway_store::platforms::Environment;
use causeway_testing::http::{Form, Response};
use serde_json::{Value, json};

use super::client::{ConsoleClient, Page};
use crate::customers::walks::person;
use crate::harness::{Platform, Service};
use crate::operator::acting::trail;
use crate::verifications::verification::{complete_details, submit, upload};

/// Full name of the customer.
pub(super) const NAME: &str = "Vera Rubin 001";
/// Identification number of the customer.
pub(super) const NUMBER: &str = "111-22-3333";

/// A customer whose verification waits for a reviewer, with a passport.
pub(super) struct Applicant {
    pub(super) platform: Platform,
    pub(super) customer: String,
    pub(super) verification: String,
    pub(super) passport: String,
}

impl Applicant {
    pub(super) async fn submitted(service: &Service) -> Self {
        let platform = service.platform(Environment::Sandbox).await;
        let mut details = complete_details();
        details["fullName"] = json!(NAME);
        let customer = person(&platform, details).await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let verification = submit(&platform, &customer).await.expect(200);
        assert_eq!(verification["verificationStatus"], "PENDING_MANUAL_REVIEW");
        let id = |resource: &Value| resource["id"].as_str().expect("an id").to_owned();
        Self { customer: id(&customer), verification: id(&verification), passport: id(&passport), platform }
    }

    /// Returns the address of a page of the platform.
    pub(super) fn page(&self, rest: &str) -> String {
        format!("/console/p/{}/{rest}", self.platform.id)
    }

    /// Returns the page of the verification.
    pub(super) fn verification_page(&self) -> String {
        self.page(&format!("verifications/{}", self.verification))
    }

    /// Sends the form that opens a document, with this reason and the end of the verification's id.
    pub(super) async fn open(&self, client: &ConsoleClient, document: &str, reason: &str) -> Page {
        let address = self.page(&format!("documents/{document}/fetch"));
        let fields = [
            ("verification", self.verification.as_str()),
            ("reason", reason),
            ("confirm", end(&self.verification)),
        ];
        client.post(&address, &fields).await
    }

    /// Uploads another file of the customer.
    pub(super) async fn upload_file(&self, file_name: &str, bytes: &[u8]) -> Response {
        let texts = json!({
            "documentHolder": self.customer, "documentType": "PROOF_OF_ADDRESS", "country": "US",
        });
        let form = Form::of(&texts).file(file_name, bytes);
        self.platform.post("/documents").form(form).send().await
    }
}

/// Returns the end of an id, which confirms a look.
pub(super) fn end(id: &str) -> &str {
    &id[id.len() - 6..]
}

/// Returns the entries of an action in the audit trail, oldest first.
pub(super) async fn entries_of(service: &Service, action: &str) -> Vec<AuditRecord> {
    trail(service).await.into_iter().filter(|entry| entry.action == action).collect()
}
