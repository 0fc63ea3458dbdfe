//! The forms of the hosted page (customers 6): valid choices only, labels in words, and an explanation of
//! each error.

use causeway_domain::Country;
use causeway_store::platforms::Environment;
use causeway_testing::http::one_pixel;
use serde_json::{Value, json};

use super::page::{Page, details, options, passport, text, values};
use super::people::{add_owner, company, owner_of, read_customer};
use crate::customers::walks::person;
use crate::harness::{Platform, on_engines};
use crate::operator::acting::{act, with};

const ACCEPT: &str = r#"accept="image/jpeg,image/png,application/pdf""#;

on_engines! {
    /// Checks that each choice on a person's page is accepted, in production and in the sandbox.
    async fn the_page_of_a_person_offers_only_accepted_choices(service) {
        for environment in [Environment::Production, Environment::Sandbox] {
            let platform = service.platform(environment).await;
            let setting = json!({ "name": "due_diligence_fields", "value": "purposeOfAccount,sourceOfFundsCategories" });
            act(service, "setting set", with(&platform, setting)).await;
            // The sandbox leaves a person of this name unverified.
            let customer = person(&platform, json!({ "fullName": "Ada Lovelace 003" })).await;
            let page = Page::open(&platform, &customer, json!({})).await;
            let html = page.text().await;
            let of = |id: &str| options(&html, id).into_iter().map(|(value, _)| value.to_owned()).collect::<Vec<_>>();
            assert_eq!(of("details-idType"), ["SSN", "ITIN"]);
            assert!(!html.contains("countryOfIssuance") && !html.contains("EIN"), "{html}");
            check_countries(&html, "details-nationality");
            check_countries(&html, "details-address-country");
            check_countries(&html, "document-country");
            assert!(!html.contains("letters, such as"), "{html}");
            assert!(html.contains(ACCEPT) && html.contains(r#"autocomplete="bday""#), "{html}");

            assert!(of("details-purposeOfAccount").contains(&"OTHER".to_owned()));
            for purpose in of("details-purposeOfAccount") {
                let mut sent = json!({ "purposeOfAccount": purpose });
                if purpose == "OTHER" {
                    sent["purposeOfAccountOtherDescription"] = json!("Art");
                }
                assert_eq!(page.send("details", &sent).await.status, 303, "{purpose}");
            }
            other_needs_its_description(&platform, &page, &customer).await;

            let labels: Vec<&str> = options(&html, "document-document").into_iter().map(|(_, label)| label).collect();
            assert_eq!(labels, [
                "Passport", "Driving licence, front side", "Driving licence, back side",
                "National identity card, front side", "National identity card, back side",
            ]);
            for (document, _) in options(&html, "document-document") {
                let mut sent = passport(&customer);
                sent["document"] = json!(document);
                assert_eq!(page.upload("documents", &sent, "a.png", &one_pixel()).await.status, 303, "{document}");
            }
            let after = page.text().await;
            assert!(after.contains("No further document is needed.") && !after.contains(ACCEPT), "{after}");
        }
    }
}

/// Checks that a select has every country by its name, and no other option.
fn check_countries(html: &str, id: &str) {
    let countries = options(html, id);
    assert_eq!(countries.len(), Country::all().count(), "{id}");
    assert!(countries.contains(&("DE", "Germany")) && countries.contains(&("US", "United States")));
    let labels: Vec<&str> = countries.iter().map(|(_, label)| *label).collect();
    assert_eq!(labels[..3], ["Afghanistan", "Åland Islands", "Albania"]);
    assert_eq!(labels.last(), Some(&"Zimbabwe"));
}

/// Checks a choice of `OTHER`: with its description, replaced by another choice, and without a description.
async fn other_needs_its_description(platform: &Platform, page: &Page, customer: &Value) {
    let kept = read_customer(platform, customer).await;
    assert_eq!(kept["purposeOfAccountOtherDescription"], "Art", "{kept}");

    let given_up = json!({ "purposeOfAccount": "P2P_TRANSFERS", "purposeOfAccountOtherDescription": "Art" });
    assert_eq!(page.send("details", &given_up).await.status, 303);
    let now = read_customer(platform, customer).await;
    assert_eq!(now["purposeOfAccount"], "P2P_TRANSFERS");
    assert!(now.get("purposeOfAccountOtherDescription").is_none(), "{now}");

    let response = page.send("details", &json!({ "purposeOfAccount": "OTHER" })).await;
    assert_eq!(response.status, 400);
    let html = text(&response);
    assert!(html.contains(r##"href="#details-purposeOfAccountOtherDescription""##), "{html}");
    assert!(html.contains("is required when “Other” is selected"), "{html}");
}

on_engines! {
    async fn the_page_of_a_company_offers_only_accepted_choices(service) {
        let platform = service.platform(Environment::Production).await;
        let acme = company(&platform, "HRB 12345").await;
        let foreign = foreign_owner(&platform, &acme).await;
        let page = Page::open(&platform, &acme, json!({})).await;
        let html = page.text().await;

        let tax_numbers = options(&html, "owner-personalInfo-idType");
        let tax_numbers: Vec<&str> = tax_numbers.into_iter().map(|(value, _)| value).collect();
        assert_eq!(tax_numbers, ["SSN", "ITIN", "NON_US_TAX_ID"]);
        for id in ["details-businessInfo-country", "details-businessInfo-countriesOfOperation-1", "owner-personalInfo-nationality"] {
            check_countries(&html, id);
        }
        assert!(html.contains(r#"id="details-businessInfo-purposeOfAccountOtherDescription""#), "{html}");
        for heading in ["Acme Inc.: legal presence", "Acme Inc.: address", "Grace Hopper: identity"] {
            assert!(html.contains(&format!(r#"<optgroup label="{heading}">"#)), "{heading} is not in {html}");
        }

        let documents = options(&html, "document-document");
        let acme_id = acme["id"].as_str().unwrap();
        let owner_id = foreign["id"].as_str().unwrap();
        for (holder, document, is_offered) in [
            (acme_id, "CERTIFICATE_OF_INCORPORATION", true),
            (acme_id, "PASSPORT", false),
            (acme_id, "SELFIE", false),
            (acme_id, "OTHER", false),
            (owner_id, "PASSPORT", true),
            (owner_id, "UTILITY_BILL", false),
        ] {
            let value = format!("{holder} {document}");
            assert_eq!(documents.iter().any(|(one, _)| *one == value), is_offered, "{value}");
        }

        let bill = json!({ "document": format!("{acme_id} UTILITY_BILL"), "country": "US" });
        assert_eq!(page.upload("documents", &bill, "bill.png", &one_pixel()).await.status, 303);
        assert!(!page.text().await.contains("Acme Inc.: address"), "what is there is not asked for again");
    }
}

/// Adds a person without a tax number of the United States.
async fn foreign_owner(platform: &Platform, company: &Value) -> Value {
    let mut owner = owner_of(company, "Hopper");
    owner["personalInfo"]["idType"] = json!("NON_US_TAX_ID");
    owner["personalInfo"]["countryOfIssuance"] = json!("DE");
    platform.post("/beneficial-owners").json(&owner).send().await.expect(201)
}

on_engines! {
    /// Checks that an error is listed at the top, which has the focus, and shown at its field.
    async fn an_error_is_said_where_it_is(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, json!({ "fullName": "Ada Lovelace" })).await;
        let page = Page::open(&platform, &customer, json!({})).await;
        let first = page.text().await;
        let (_, first) = first.split_once("</head>").unwrap();
        assert!(!first.contains("autofocus") && !first.contains("aria-invalid"), "{first}");

        let mut sent = details();
        sent["fullName"] = json!(r#"Ada "><b>Lovelace"#);
        sent["birthDate"] = json!("2999-01-01");
        sent["identifier"] = json!("12");
        let response = page.send("details", &sent).await;
        assert_eq!(response.status, 400);

        let html = text(&response);
        assert!(html.contains("<title>Error: Verify your identity</title>"), "{html}");
        assert!(html.contains(r#"id="errors" role="alert" tabindex="-1" autofocus"#), "{html}");
        for field in ["fullName", "birthDate", "identifier"] {
            assert!(html.contains(&format!(r##"href="#details-{field}""##)), "{field}: {html}");
            let described = values(&html, "aria-describedby");
            let error = format!("details-{field}-error");
            assert!(described.iter().any(|ids| ids.split(' ').any(|id| id == error)), "{field}: {html}");
        }
        let (_, fields) = html.split_once("</head>").unwrap();
        assert_eq!(fields.matches(r#"aria-invalid="true""#).count(), 3, "{html}");
        assert!(!html.contains("<b>") && html.contains("&#60;b&#62;Lovelace"), "{html}");
        assert!(html.contains(r#"<option value="GB" selected>"#), "what was chosen is kept: {html}");

        let nothing = page.send("documents", &json!({})).await;
        assert_eq!(nothing.status, 400);
        let html = text(&nothing);
        for field in ["document", "country", "file"] {
            assert_eq!(html.matches(&format!(r##"href="#document-{field}""##)).count(), 1, "{field}: {html}");
        }

        let mut sent = passport(&customer);
        sent.as_object_mut().unwrap().remove("documentNumber");
        let html = text(&page.upload("documents", &sent, "a.png", &one_pixel()).await);
        assert!(html.contains("Number of the document: is required for a “Passport”"), "{html}");
        assert!(html.contains(" PASSPORT\" selected>"), "{html}");

        let early_completion = page.complete().await;
        assert_eq!(early_completion.status, 409);
        let missing = r##"<a href="#missing">Something is still missing. The verification is “Not submitted”.</a>"##;
        assert!(text(&early_completion).contains(missing), "{early_completion}");
    }
}

on_engines! {
    /// Checks pages, refusals and notices; `text` checks that each has one heading.
    async fn every_page_is_a_sound_one(service) {
        let platform = service.platform(Environment::Production).await;
        let acme = company(&platform, "HRB 12345").await;
        let owner = add_owner(&platform, &acme, "Hopper").await;
        let page = Page::open(&platform, &acme, json!({})).await;
        let empty = text(&page.send("owners", &json!({})).await);
        for field in ["personalInfo-firstName", "personalInfo-address-line1", "personalInfo-idType", "roles", "ownershipPercentage"] {
            assert!(empty.contains(&format!(r##"href="#owner-{field}""##)), "{field}: {empty}");
        }

        let person_page = format!("owners/{}", owner["id"].as_str().unwrap());
        assert!(text(&page.get_part(&person_page).await).contains("Change a person"));

        let unknown = "owners/BeneficialOwner:01980000-0000-7000-8000-000000000000";
        for (part, status) in [(unknown, 404), ("owners/x", 404), ("documents/x", 404)] {
            let response = page.get_part(part).await;
            assert_eq!(response.status, status, "{part}");
            text(&response);
            for response in [page.send(part, &json!({})).await, page.press(&format!("{part}/remove")).await] {
                assert_eq!(response.status, status, "{part}");
                text(&response);
            }
        }

        for part in ["details", "owners", "documents", "complete", "documents/x/remove"] {
            let response = page.get_part(part).await;
            assert_eq!((response.status, response.header("location")), (303, Some(page.path.as_str())), "{part}");
        }

        let no_form = page.press("details").await;
        assert_eq!(no_form.status, 400);
        text(&no_form);
        text(&page.client.get("/kyc/0").send().await);

        let sandbox = service.platform(Environment::Sandbox).await;
        let acme = company(&sandbox, "5523041").await;
        let page = Page::open(&sandbox, &acme, json!({})).await;
        let other = Page::open(&sandbox, &acme, json!({})).await;
        text(&page.complete().await);
        text(&page.get().await);
        text(&other.get().await);
        text(&other.send("details", &json!({ "businessInfo.legalName": "Other" })).await);
    }
}
