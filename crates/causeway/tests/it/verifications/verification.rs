//! Submissions and their outcomes (customers 5).

use std::time::Duration;

use causeway_domain::ids::CustomerId;
use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_testing::http::{Form, Response, one_pixel};
use causeway_testing::receiver::Receiver;
use serde_json::{Value, json};

use super::people::{add_owner, company, read_customer};
use crate::customers::walks::{accounts, each, events, patch, path, person, post, set_for, three, typed};
use crate::harness::{Platform, journey, on_engines};
use crate::operator::acting::{act, act_as_predicted, expect_error, with};

pub(crate) async fn submit(platform: &Platform, customer: &Value) -> Response {
    platform.post("/verifications").json(&json!({ "customerId": customer["id"] })).send().await
}

/// Returns the errors of a verification, each as its type and field.
pub(super) fn errors(verification: &Value) -> Vec<String> {
    let list = verification["errors"].as_array().unwrap().iter();
    list.map(|error| match error["field"].as_str() {
        Some(field) => format!("{} {field}", error["type"].as_str().unwrap()),
        None => error["type"].as_str().unwrap().to_owned(),
    })
    .collect()
}

/// Uploads a document of a customer or a beneficial owner.
pub(crate) async fn upload(
    platform: &Platform,
    holder: &Value,
    document_type: &str,
    side: Option<&str>,
) -> Value {
    let mut texts = json!({
        "documentHolder": holder["id"], "documentType": document_type, "country": "US",
        "documentNumber": "X1234567", "issuingAuthority": "Department of State",
    });
    if let Some(side) = side {
        texts["side"] = json!(side);
    }
    let form = Form::of(&texts).file("document.png", &one_pixel());
    platform.post("/documents").form(form).send().await.expect(201)
}

pub(crate) fn complete_details() -> Value {
    json!({
        "birthDate": "1990-01-15", "nationality": "US", "idType": "SSN", "identifier": "111-22-3333",
        "address": { "line1": "1 Main Street", "city": "Springfield", "state": "IL", "postalCode": "62701", "country": "US" },
    })
}

/// Returns the types of the events about a customer and its verification, in the order in which they were
/// made.
pub(super) async fn event_types(receiver: &Receiver, platform: &Platform) -> Vec<String> {
    platform.settled().await;
    let mut all = receiver.received();
    all.sort_by_key(|event| event.json()["id"].to_string());
    let about = |event: &String| event.starts_with("CUSTOMER.") || event.starts_with("VERIFICATION.");
    all.iter().map(|event| event.event().to_owned()).filter(about).collect()
}

journey! {
    async fn customers_k07_business_immediate(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let acme = company(&platform, "5523041").await;
        assert_eq!((&acme["kybStatus"], &acme["beneficialOwners"]), (&json!("UNVERIFIED"), &json!([])));
        for name in ["Smith", "Smith002", "Smith001"] {
            add_owner(&platform, &acme, name).await;
        }

        let done = submit(&platform, &acme).await.expect(200);
        assert_eq!((&done["verificationStatus"], &done["errors"]), (&json!("APPROVED"), &json!([])));
        let now = read_customer(&platform, &acme).await;
        assert_eq!(now["kybStatus"], "APPROVED");
        let owners: Vec<&Value> = now["beneficialOwners"].as_array().unwrap().iter().map(|one| &one["kycStatus"]).collect();
        assert_eq!(owners, ["APPROVED", "REJECTED", "PENDING"]);
        assert_eq!(event_types(&receiver, &platform).await, ["VERIFICATION.APPROVED", "CUSTOMER.KYB_APPROVED"]);
        assert_eq!(events(&receiver, "VERIFICATION.APPROVED", 1).await, std::slice::from_ref(&done));
        assert_eq!(events(&receiver, "CUSTOMER.KYB_APPROVED", 1).await, [now]);

        let again = submit(&platform, &acme).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(again["details"], json!({ "reason": "ALREADY_DECIDED", "status": "APPROVED" }));
        assert_eq!(add_owner(&platform, &acme, "Smith002").await["kycStatus"], "REJECTED", "at once");

        receiver.forget();
        let rejected = company(&platform, "5523002").await;
        let done = submit(&platform, &rejected).await.expect(200);
        assert_eq!(done["verificationStatus"], "REJECTED");
        assert_eq!(errors(&done), ["APPLICANT_REJECTED"]);
        assert_eq!(read_customer(&platform, &rejected).await["kybStatus"], "REJECTED");
        assert_eq!(event_types(&receiver, &platform).await, ["VERIFICATION.REJECTED", "CUSTOMER.KYB_REJECTED"]);

        let third = company(&platform, "5523003").await;
        assert_eq!(submit(&platform, &third).await.expect(200)["verificationStatus"], "APPROVED");
    }
}

journey! {
    async fn customers_k23_regulated_platform(service) {
        let platform = service.platform(Environment::Sandbox).await;
        set_for(service, platform.id, "regulated", json!(true)).await;
        let receiver = platform.receiver().await;
        let customer = person(&platform, json!({ "fullName": "Jane Doe 002" })).await;
        let acme = company(&platform, "5523002").await;
        assert_eq!((&customer["kycStatus"], &acme["kybStatus"]), (&json!("APPROVED"), &json!("APPROVED")));
        events(&receiver, "CUSTOMER.KYC_APPROVED", 1).await;
        events(&receiver, "CUSTOMER.KYB_APPROVED", 1).await;
        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("ACTIVE"));

        for customer in [&customer, &acme] {
            let error = submit(&platform, customer).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["reason"], "ALREADY_DECIDED");
        }

        let other_region = post(&platform, &typed("INDIVIDUAL", json!({ "region": "DE" }))).await.expect(201);
        assert!(other_region.get("contactVerification").is_none());
    }
}

journey! {
    /// Checks that missing details are listed, added and submitted again, that submitted documents are kept,
    /// and that an operator approves.
    async fn customers_k05_fix_and_resubmit(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = person(&platform, json!({ "fullName": "Jane Doe 001", "birthDate": "1990-01-15", "nationality": "US" })).await;
        let first = submit(&platform, &customer).await.expect(200);
        assert_eq!(first["verificationStatus"], "RESOLVE_ERRORS");
        let missing = errors(&first);
        for field in ["address.line1", "address.country", "idType", "identifier"] {
            assert!(missing.contains(&format!("MISSING_FIELD {field}")), "{missing:?}");
        }
        let last = first["errors"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["type"], &last["resourceId"]), (&json!("MISSING_IDENTITY_DOCUMENT"), &customer["id"]));
        assert_eq!(last["acceptedDocumentTypes"].as_array().unwrap().len(), 3);
        assert_eq!(event_types(&receiver, &platform).await, ["CUSTOMER.KYC_PENDING", "VERIFICATION.RESOLVE_ERRORS"]);
        receiver.forget();

        let patched = patch(&platform, &customer, complete_details()).await.expect(200);
        assert!(patched.get("identifier").is_none());
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let at = format!("/verifications/{}", first["id"].as_str().unwrap());
        let ready = platform.get(&at).send().await.expect(200);
        assert_eq!((&ready["verificationStatus"], &ready["errors"]), (&json!("READY_FOR_VERIFICATION"), &json!([])));
        let second = submit(&platform, &customer).await.expect(200);
        assert_eq!((&second["id"], &second["verificationStatus"]), (&first["id"], &json!("PENDING_MANUAL_REVIEW")));
        assert_eq!(submit(&platform, &customer).await.expect(200), second, "unchanged");
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "PENDING");

        let at = format!("/documents/{}", passport["id"].as_str().unwrap());
        let kept = platform.delete(&at).send().await.expect_error(409, "CONFLICT");
        assert_eq!(kept["details"]["reason"], "DOCUMENT_SUBMITTED");

        act_as_predicted(service, "verification approve", with(&platform, json!({ "verification": first["id"] }))).await;
        let expected = ["VERIFICATION.PENDING_MANUAL_REVIEW", "VERIFICATION.APPROVED", "CUSTOMER.KYC_APPROVED"];
        assert_eq!(event_types(&receiver, &platform).await, expected);
        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("ACTIVE"));

        let listed = platform.get("/verifications?verificationStatus=APPROVED").send().await.expect(200);
        assert_eq!((&listed["totalCount"], &listed["data"][0]["id"]), (&json!(1), &first["id"]));
        let id: CustomerId = customer["id"].as_str().unwrap().parse().unwrap();
        let none = platform.get("/verifications?verificationStatus=REJECTED").query("customerId", &id.to_string());
        assert_eq!(none.send().await.expect(200)["totalCount"], 0);
    }
}

journey! {
    /// Checks that a submitted document cannot be deleted, even after it was replaced, and that a later one
    /// can.
    async fn a_submitted_document_cannot_be_deleted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let mut details = complete_details();
        details["fullName"] = json!("Jane Doe 001");
        let customer = person(&platform, details).await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let submitted = submit(&platform, &customer).await.expect(200);
        assert_eq!(submitted["verificationStatus"], "PENDING_MANUAL_REVIEW");

        platform.advance(Duration::from_secs(1)).await;
        let later = upload(&platform, &customer, "PASSPORT", None).await;
        let at = |document: &Value| format!("/documents/{}", document["id"].as_str().unwrap());
        let texts = json!({ "documentType": "PASSPORT", "country": "US", "documentNumber": "X7654321",
            "issuingAuthority": "Department of State" });
        let form = Form::of(&texts).file("document.png", &one_pixel());
        platform.client().put(&at(&passport)).form(form).send().await.expect(200);

        platform.delete(&at(&passport)).send().await.expect_error(409, "CONFLICT");
        act(service, "verification approve", with(&platform, json!({ "verification": submitted["id"] }))).await;
        platform.delete(&at(&passport)).send().await.expect_error(409, "CONFLICT");
        assert_eq!(platform.delete(&at(&later)).send().await.status, 204);
    }
}

journey! {
    /// Checks that a poor document is returned every time, that one word is no full name, and that one side
    /// of a licence is incomplete.
    async fn customers_k06_correctable_rejection(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let mut details = complete_details();
        details["fullName"] = json!("Jane Doe 003");
        let customer = person(&platform, details).await;
        upload(&platform, &customer, "DRIVERS_LICENSE", Some("FRONT")).await;
        let half = submit(&platform, &customer).await.expect(200);
        assert_eq!(errors(&half), ["INCOMPLETE_DOCUMENT"]);

        let document = upload(&platform, &customer, "PASSPORT", None).await;
        for _ in 0..2 {
            let poor = submit(&platform, &customer).await.expect(200);
            assert_eq!((&poor["id"], &poor["verificationStatus"]), (&half["id"], &json!("RESOLVE_ERRORS")));
            assert_eq!(errors(&poor), ["POOR_QUALITY_DOCUMENT"]);
            assert_eq!(poor["errors"][0]["resourceId"], document["id"]);
            let accepted = json!(["PASSPORT", "DRIVERS_LICENSE", "NATIONAL_ID"]);
            assert_eq!(poor["errors"][0]["acceptedDocumentTypes"], accepted);
        }

        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "UNVERIFIED");
        let expected = ["VERIFICATION.RESOLVE_ERRORS"; 2];
        assert_eq!(event_types(&receiver, &platform).await, expected, "for half a licence, and once for the poor passport");

        let mut details = complete_details();
        details["fullName"] = json!("Jane003");
        let one_word = person(&platform, details).await;
        upload(&platform, &one_word, "PASSPORT", None).await;
        assert_eq!(errors(&submit(&platform, &one_word).await.expect(200)), ["INVALID_FIELD fullName"]);
    }
}

journey! {
    /// Checks the full collection about a company: fields, beneficial owners, a control person, documents.
    async fn customers_k08_business_full_collection(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let acme = company(&platform, "123001").await;
        let first = submit(&platform, &acme).await.expect(200);
        let missing = errors(&first);
        assert!(missing.contains(&"MISSING_FIELD customer.address.line1".to_owned()), "{missing:?}");
        assert!(missing.contains(&"MISSING_BENEFICIAL_OWNER".to_owned()));
        assert_eq!(missing.iter().filter(|kind| kind.ends_with("_DOCUMENT")).count(), 4);
        assert_eq!(read_customer(&platform, &acme).await["kybStatus"], "PENDING");
        assert_eq!(event_types(&receiver, &platform).await, ["VERIFICATION.RESOLVE_ERRORS", "CUSTOMER.KYB_PENDING"]);

        let info = json!({
            "entityType": "LLC", "businessType": "INFORMATION", "countriesOfOperation": ["US"],
            "purposeOfAccount": "SUPPLIER_PAYMENTS", "sourceOfFunds": "Revenue",
            "expectedMonthlyTransactionCount": "COUNT_UNDER_10",
            "expectedMonthlyTransactionVolume": "VOLUME_UNDER_10K", "expectedRecipientJurisdictions": ["US"],
        });
        let change = json!({ "customerType": "BUSINESS", "address": complete_details()["address"], "businessInfo": info });
        platform.patch(&path(&acme)).json(&change).send().await.expect(200);
        let owner = add_owner(&platform, &acme, "Hopper001").await;

        let second = submit(&platform, &acme).await.expect(200);
        assert_eq!(errors(&second)[0], "MISSING_CONTROL_PERSON");

        let at = format!("/beneficial-owners/{}", owner["id"].as_str().unwrap());
        let roles = json!({ "roles": ["UBO", "DIRECTOR"] });
        platform.patch(&at).json(&roles).send().await.expect(200);
        for document_type in ["CERTIFICATE_OF_INCORPORATION", "TRUST_AGREEMENT", "UTILITY_BILL"] {
            upload(&platform, &acme, document_type, None).await;
        }

        let done = submit(&platform, &acme).await.expect(200);
        assert_eq!((&done["id"], &done["verificationStatus"]), (&first["id"], &json!("PENDING_MANUAL_REVIEW")));
        assert_eq!(platform.get(&at).send().await.expect(200)["kycStatus"], "PENDING");
        assert_eq!(add_owner(&platform, &acme, "Late002").await["kycStatus"], "REJECTED", "at once");

        let arguments = with(&platform, json!({ "verification": done["id"], "error": "APPLICANT_SANCTIONED" }));
        act(service, "verification reject", arguments).await;
        let at = format!("/verifications/{}", done["id"].as_str().unwrap());
        assert_eq!(errors(&platform.get(&at).send().await.expect(200)), ["APPLICANT_SANCTIONED"]);
        assert_eq!(read_customer(&platform, &acme).await["kybStatus"], "REJECTED");
    }
}

journey! {
    async fn an_operator_decides_in_production(service) {
        let platform = service.platform(Environment::Production).await;
        let mut details = complete_details();
        details["fullName"] = json!("Jane Doe 002");
        details["region"] = json!("US");
        let customer = person(&platform, details).await;
        upload(&platform, &customer, "PASSPORT", None).await;
        let done = submit(&platform, &customer).await.expect(200);
        assert_eq!(done["verificationStatus"], "PENDING_MANUAL_REVIEW");
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "PENDING");

        let named = |extra: Value| {
            let mut arguments = json!({ "verification": done["id"] });
            for (name, value) in extra.as_object().unwrap() {
                arguments[name] = value.clone();
            }
            with(&platform, arguments)
        };

        expect_error(service, "verification review", named(json!({})), Kind::Refused).await;
        expect_error(service, "verification reject", named(json!({ "error": "MISSING_FIELD" })), Kind::Refused).await;
        expect_error(service, "verification return", named(json!({ "errors": ["NONSENSE"] })), Kind::Refused).await;
        act(service, "verification return", named(json!({ "errors": ["INVALID_FIELD=fullName"] }))).await;

        let at = format!("/verifications/{}", done["id"].as_str().unwrap());
        assert_eq!(errors(&platform.get(&at).send().await.expect(200)), ["INVALID_FIELD fullName"]);
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "UNVERIFIED");

        patch(&platform, &customer, json!({ "fullName": "Jane A. Doe" })).await.expect(200);
        let still = platform.get(&at).send().await.expect(200);
        assert_eq!(still["verificationStatus"], "RESOLVE_ERRORS", "what was returned waits for a submission");

        assert_eq!(submit(&platform, &customer).await.expect(200)["verificationStatus"], "PENDING_MANUAL_REVIEW");
        act(service, "customer approve", with(&platform, json!({ "customer": customer["id"] }))).await;
        assert_eq!(platform.get(&at).send().await.expect(200)["verificationStatus"], "APPROVED", "the same outcome");
    }
}

on_engines! {
    async fn a_customer_on_hold_or_without_verified_contacts_cannot_be_submitted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let unknown_customer = json!({ "id": "Customer:01980000-0000-7000-8000-000000000000" });
        submit(&platform, &unknown_customer).await.expect_error(404, "USER_NOT_FOUND");

        let reachable = json!({ "region": "DE", "email": "erika@example.com", "phoneNumber": "+4930123456" });
        let customer = person(&platform, reachable).await;
        let refusal = submit(&platform, &customer).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(refusal["details"], json!({ "reason": "CONTACT_VERIFICATION_REQUIRED", "channels": ["email", "phone"] }));

        act(service, "customer hold", with(&platform, json!({ "customer": customer["id"] }))).await;
        let error = submit(&platform, &customer).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"], json!({ "reason": "ON_HOLD", "status": "HOLD" }));
        assert!(error["message"].as_str().unwrap().contains("HOLD"), "{error}");
    }
}

journey! {
    async fn two_submissions_at_once_are_one(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "123001").await;
        let (first, second) = tokio::join!(submit(&platform, &acme), submit(&platform, &acme));
        assert_eq!(first.expect(200)["id"], second.expect(200)["id"]);
        assert_eq!(platform.get("/verifications").send().await.expect(200)["totalCount"], 1);
    }
}
