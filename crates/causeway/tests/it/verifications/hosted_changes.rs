//! Corrections on the hosted page before it is submitted (customers 6).

use causeway_store::platforms::Environment;
use causeway_testing::http::one_pixel;
use serde_json::{Value, json};

use super::page::{Page, details, newest, passport, text};
use super::people::{add_owner, company, read_customer};
use crate::customers::walks::person;
use crate::harness::{Platform, journey};
use crate::operator::acting::{act, with};

/// Returns the documents of a holder.
async fn documents(platform: &Platform, holder: &Value) -> Vec<Value> {
    let path = format!("/documents?documentHolder={}", holder["id"].as_str().unwrap());
    platform.get(&path).send().await.expect(200)["data"].as_array().unwrap().clone()
}

/// Returns the path of a document or a person below the page.
fn part(kind: &str, resource: &Value) -> String {
    format!("{kind}/{}", resource["id"].as_str().unwrap())
}

journey! {
    async fn a_document_is_replaced_and_removed(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, json!({ "fullName": "Ada Lovelace" })).await;
        let page = Page::open(&platform, &customer, json!({})).await;
        assert_eq!(page.upload("documents", &passport(&customer), "a.png", &one_pixel()).await.status, 303);
        let document = documents(&platform, &customer).await[0].clone();
        let at = part("documents", &document);
        let listed = page.text().await;
        assert!(listed.contains(">Replace a.png</a>") && listed.contains(">Remove a.png</button>"), "{listed}");

        let form = text(&page.get_part(&at).await);
        assert!(form.contains("Replace a document") && form.contains("Passport: a.png (Ada Lovelace)"), "{form}");
        assert!(form.contains(r#"<option value="GB" selected>"#) && form.contains("HM Passport Office"), "{form}");
        assert!(!form.contains("X1234567"), "a number is not shown again");
        let mut renewed = json!({
            "country": "DE", "documentNumber": "C01X00T47", "issuingAuthority": "Stadt <Köln>", "documentType": "SELFIE",
        });

        let response = page.upload(&at, &renewed, "b.png", b"only text").await;
        assert_eq!(response.status, 400);
        let again = text(&response);
        assert!(again.contains(r##"href="#replacement-file""##) && again.contains("Stadt &#60;Köln&#62;"), "{again}");
        assert_eq!(documents(&platform, &customer).await, std::slice::from_ref(&document));

        renewed["issuingAuthority"] = json!("Stadt Köln");
        assert_eq!(page.upload(&at, &renewed, "b.png", &one_pixel()).await.status, 303);
        let now = documents(&platform, &customer).await;
        assert_eq!(now.len(), 1);
        for (member, value) in [
            ("id", document["id"].as_str().unwrap()), ("documentType", "PASSPORT"), ("country", "DE"),
            ("documentNumber", "C01X00T47"), ("issuingAuthority", "Stadt Köln"), ("fileName", "b.png"),
        ] {
            assert_eq!(now[0][member], value, "{member}");
        }

        let other = person(&platform, json!({ "fullName": "Charles Babbage" })).await;
        let foreign = Page::open(&platform, &other, json!({})).await;
        assert_eq!(foreign.get_part(&at).await.status, 404);
        assert_eq!(foreign.upload(&at, &renewed, "c.png", &one_pixel()).await.status, 404);
        assert_eq!(foreign.press(&format!("{at}/remove")).await.status, 404);
        assert_eq!(documents(&platform, &customer).await, now, "a page changes what is its customer's");

        let removed = page.press(&format!("{at}/remove")).await;
        let expected = format!("{}?removed", page.path);
        assert_eq!((removed.status, removed.header("location")), (303, Some(expected.as_str())));
        assert!(documents(&platform, &customer).await.is_empty());
        let twice = page.press(&format!("{at}/remove")).await;
        assert_eq!(twice.status, 404);
        assert!(text(&twice).contains(r##"<a href="#documents">"##), "{twice}");
    }
}

journey! {
    /// Checks that the documents of a submission stay until it is decided, and that those of a returned one
    /// can be replaced.
    async fn a_submitted_document_stays(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, json!({ "fullName": "Ada Lovelace" })).await;
        let page = Page::open(&platform, &customer, json!({})).await;
        let open = Page::open(&platform, &customer, json!({})).await;
        assert_eq!(page.upload("documents", &passport(&customer), "a.png", &one_pixel()).await.status, 303);
        assert_eq!(page.send("details", &details()).await.status, 303);
        assert_eq!(page.complete().await.status, 200);
        let document = documents(&platform, &customer).await[0].clone();
        let at = part("documents", &document);

        let submitted = open.text().await;
        assert!(!submitted.contains("Remove") && !submitted.contains("Replace"), "{submitted}");
        let leads = open.get_part(&at).await;
        assert_eq!((leads.status, leads.header("location")), (303, Some(open.path.as_str())));

        let mut renewed = passport(&customer);
        renewed.as_object_mut().unwrap().remove("document");
        assert_eq!(open.press(&format!("{at}/remove")).await.status, 409);
        assert_eq!(open.upload(&at, &renewed, "b.png", &one_pixel()).await.status, 409);
        assert_eq!(documents(&platform, &customer).await, std::slice::from_ref(&document));

        let verification = newest(&platform, &customer).await;
        let returned = json!({ "verification": verification["id"], "errors": ["INVALID_FIELD=fullName"] });
        act(service, "verification return", with(&platform, returned)).await;
        let again = open.text().await;
        assert!(again.contains("To be corrected") && again.contains(r##"<a href="#details-fullName">"##), "{again}");
        assert_eq!(open.upload(&at, &renewed, "b.png", &one_pixel()).await.status, 303);
        assert_eq!(open.complete().await.status, 200);
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "PENDING");
        assert_eq!(documents(&platform, &customer).await[0]["fileName"], "b.png");
    }
}

journey! {
    /// Checks that another file replaces the document that the sandbox returned, the newest one of this
    /// person.
    async fn a_returned_document_is_replaced(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({ "fullName": "Jane Doe 003" })).await;
        let page = Page::open(&platform, &customer, json!({})).await;
        let open = Page::open(&platform, &customer, json!({})).await;
        assert_eq!(page.upload("documents", &passport(&customer), "a.png", &one_pixel()).await.status, 303);
        assert_eq!(page.complete().await.status, 200);
        assert_eq!(newest(&platform, &customer).await["errors"][0]["type"], "POOR_QUALITY_DOCUMENT");

        let returned = open.text().await;
        assert!(returned.contains("a.png: The document cannot be read well enough"), "{returned}");
        assert!(returned.contains(r#"<optgroup label="Jane Doe 003: correction">"#), "{returned}");

        let document = documents(&platform, &customer).await[0].clone();
        let mut renewed = passport(&customer);
        renewed.as_object_mut().unwrap().remove("document");
        assert_eq!(open.upload(&part("documents", &document), &renewed, "b.png", &one_pixel()).await.status, 303);
        let replaced = open.text().await;
        assert!(!replaced.contains("To be corrected") && !replaced.contains("cannot be read"), "{replaced}");
    }
}

journey! {
    async fn a_person_is_changed_and_removed(service) {
        let platform = service.platform(Environment::Production).await;
        let acme = company(&platform, "HRB 12345").await;
        let owner = add_owner(&platform, &acme, "Hopper").await;
        let other = add_owner(&platform, &acme, "Murray").await;
        let page = Page::open(&platform, &acme, json!({})).await;
        let at = part("owners", &owner);
        let form = text(&page.get_part(&at).await);
        for value in [r#"value="Hopper""#, r#"value="1986-12-09""#, r#"value="25""#, r#"name="roles.UBO" checked"#] {
            assert!(form.contains(value), "{value} is not in {form}");
        }
        assert!(!form.contains("*****"), "a number is not shown again, and not masked");

        let mut changes = json!({
            "personalInfo.firstName": "Grace", "personalInfo.lastName": "Ho<pper", "personalInfo.birthDate": "1986-12-09",
            "personalInfo.nationality": "US", "personalInfo.address.line1": "2 Main Street",
            "personalInfo.address.city": "Springfield", "personalInfo.address.state": "IL",
            "personalInfo.address.postalCode": "62701", "personalInfo.address.country": "US", "personalInfo.idType": "SSN",
            "roles.UBO": "on", "roles.DIRECTOR": "on", "ownershipPercentage": "60",
        });
        let response = page.send(&at, &changes).await;
        assert_eq!(response.status, 400);
        let again = text(&response);
        assert!(again.contains(r##"href="#person-personalInfo-lastName""##) && again.contains("Ho&#60;pper"), "{again}");

        changes["personalInfo.lastName"] = json!("Murray Hopper");
        assert_eq!(page.send(&at, &changes).await.status, 303);
        let path = format!("/beneficial-owners/{}", owner["id"].as_str().unwrap());
        let now = platform.get(&path).send().await.expect(200);
        assert_eq!((&now["ownershipPercentage"], &now["roles"]), (&json!(60), &json!(["UBO", "DIRECTOR"])));
        assert_eq!(now["personalInfo"]["lastName"], "Murray Hopper");
        assert_eq!(now["personalInfo"]["identifier"], owner["personalInfo"]["identifier"], "what is empty stays");

        assert_eq!(page.upload("documents", &passport(&owner), "a.png", &one_pixel()).await.status, 303);
        let foreign = Page::open(&platform, &company(&platform, "HRB 12346").await, json!({})).await;
        assert_eq!(foreign.press(&format!("{at}/remove")).await.status, 404);
        assert_eq!(foreign.send(&at, &changes).await.status, 404);
        assert_eq!(page.press(&format!("{at}/remove")).await.status, 303);
        platform.get(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert!(documents(&platform, &owner).await.is_empty(), "the documents go with the person");

        let company = read_customer(&platform, &acme).await;
        assert_eq!(company["beneficialOwners"].as_array().unwrap().len(), 1);
        assert_eq!(company["beneficialOwners"][0]["id"], other["id"]);
        assert_eq!(page.press(&format!("{at}/remove")).await.status, 404);
    }
}

journey! {
    async fn a_submitted_person_stays(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "5523041").await;
        let owner = add_owner(&platform, &acme, "Hopper").await;
        let page = Page::open(&platform, &acme, json!({})).await;
        let open = Page::open(&platform, &acme, json!({})).await;
        assert!(page.text().await.contains(">Remove Grace Hopper</button>"));

        assert_eq!(page.complete().await.status, 200);
        let response = open.press(&format!("{}/remove", part("owners", &owner))).await;
        assert_eq!(response.status, 409);
        text(&response);
        assert_eq!(read_customer(&platform, &acme).await["beneficialOwners"][0]["kycStatus"], "APPROVED");
    }
}
