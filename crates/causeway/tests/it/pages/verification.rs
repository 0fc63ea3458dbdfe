//! The page of a verification, used with the keyboard alone.

use causeway_store::platforms::Environment;
use causeway_testing::http::one_pixel;
use serde_json::json;

use super::browser::{Browser, Control};
use crate::customers::walks::{path, person};
use crate::harness::{Service, Setup};
use crate::kyc::people::shown;

/// What is typed into each control on the way, by its id.
const DETAILS: [(&str, &str); 9] = [
    ("details-birthDate", "12101990"),
    ("details-nationality", "GB"),
    ("details-address-line1", "12 St James's Square"),
    ("details-address-city", "London"),
    ("details-address-state", "England"),
    ("details-address-postalCode", "SW1Y 4JH"),
    ("details-address-country", "GB"),
    ("details-idType", "SSN"),
    ("details-identifier", "111-22-3333"),
];

const DOCUMENT: [(&str, &str); 4] = [
    ("document-documentType", "Passport"),
    ("document-country", "GB"),
    ("document-documentNumber", "X1234567"),
    ("document-issuingAuthority", "HM Passport Office"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_completes_its_verification_by_keyboard() {
    let service = Service::start(Setup::Sqlite).await;
    let platform = service.platform(Environment::Production).await;
    let customer = person(&platform, json!({ "fullName": "Ada Lovelace" })).await;
    let asked = platform.post(&format!("{}/kyc-link", path(&customer))).json(&json!({})).send().await;
    let url = asked.expect(201)["kycUrl"].as_str().unwrap().to_owned();
    tokio::task::spawn_blocking(move || walk(&url)).await.unwrap();
    let now = shown(&platform, &customer).await;
    assert_eq!((&now["kycStatus"], &now["birthDate"]), (&json!("PENDING"), &json!("1990-12-10")));
    let listed = platform.get("/documents").send().await.expect(200);
    assert_eq!(listed["data"][0]["documentType"], "PASSPORT");
    service.finish().await;
}

fn walk(url: &str) {
    let mut browser = Browser::start();
    browser.resize(320);
    browser.open(url);
    let wide = browser.evaluate("document.documentElement.scrollWidth").as_i64().unwrap();
    assert!(wide <= 320, "the page is {wide} pixels wide");
    check_controls(&browser.controls());

    for (id, typed) in DETAILS {
        browser.tab_to(id);
        browser.type_text(typed);
    }
    browser.tab_to("Save");
    browser.press_and_load("Enter");
    assert_eq!(browser.evaluate("document.querySelector('[role=status]').textContent"), "Saved.");

    for (id, typed) in DOCUMENT {
        browser.tab_to(id);
        browser.type_text(typed);
    }
    browser.tab_to("document-file");
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("passport.png");
    std::fs::write(&picture, one_pixel()).unwrap();
    browser.choose_file("document-file", &picture);
    browser.tab_to("Upload");
    browser.press_and_load("Enter");
    let needed = browser.evaluate("document.querySelector('#missing').nextElementSibling.textContent");
    assert_eq!(needed, "Nothing is missing. You can finish now.");

    browser.tab_to("Finish and submit");
    browser.press_and_load(" ");
    assert_eq!(browser.evaluate("document.querySelector('h1').textContent"), "Finished");
    let origin = url.split("/kyc/").next().unwrap();
    let elsewhere = |request: &&String| !request.starts_with(origin) && !request.starts_with("data:");
    let foreign: Vec<&String> = browser.requests.iter().filter(elsewhere).collect();
    assert!(foreign.is_empty(), "asked for by the page: {foreign:?}");
    assert!(browser.requests.len() >= 6, "what the page asked for is seen: {:?}", browser.requests);
}

/// Every control has a name, and they come in the order of the page.
fn check_controls(controls: &[Control]) {
    let nameless: Vec<&Control> = controls.iter().filter(|control| control.name.is_empty()).collect();
    assert!(nameless.is_empty(), "without a name: {nameless:?}");
    let names: Vec<&str> = controls.iter().map(|control| control.name.as_str()).collect();
    let mut at = 0;
    for wanted in [
        "Full name",
        "Date of birth",
        "Nationality",
        "Street and number",
        "City",
        "Postal code",
        "Country",
        "Kind of tax number",
        "Tax number",
        "Save",
        "Whose document it is",
        "Kind of document",
        "Number of the document",
        "Issued by",
        "File",
        "Upload",
        "Finish and submit",
    ] {
        let found = names[at..].iter().position(|name| name.starts_with(wanted));
        at += found.unwrap_or_else(|| panic!("{wanted} is not in {:?}", &names[at..])) + 1;
    }
}
