//! The hosted page of a verification in production, used with the keyboard alone, without scripts and on a
//! narrow screen.

use std::path::{Path, PathBuf};

use causeway_store::platforms::Environment;
use causeway_testing::http::one_pixel;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::browser::{Browser, Control};
use crate::customers::walks::{path, person};
use crate::harness::{Platform, Service, Setup};
use crate::verifications::people::{company, read_customer};

/// Width of the screen in pixels.
const WIDTH: u32 = 320;

/// Texts for the controls about a person, by their ids.
const DETAILS: [(&str, &str); 9] = [
    ("details-birthDate", "12101990"),
    ("details-nationality", "Germany"),
    ("details-address-line1", "12 St James's Square"),
    ("details-address-city", "London"),
    ("details-address-state", "England"),
    ("details-address-postalCode", "SW1Y 4JH"),
    ("details-address-country", "United K"),
    ("details-idType", "Social"),
    ("details-identifier", "111-22-333"),
];

const PASSPORT: [(&str, &str); 4] = [
    ("document-document", "Passport"),
    ("document-country", "Germany"),
    ("document-documentNumber", "X1234567"),
    ("document-issuingAuthority", "HM Passport Office"),
];

/// Texts for the controls about a company.
const COMPANY: [(&str, &str); 13] = [
    ("details-businessInfo-entityType", "Corporation"),
    ("details-businessInfo-businessType", "Manufacturing"),
    ("details-businessInfo-countriesOfOperation-1", "Germany"),
    ("details-businessInfo-countriesOfOperation-2", "France"),
    ("details-businessInfo-purposeOfAccount", "Other"),
    ("details-businessInfo-purposeOfAccountOtherDescription", "Art"),
    ("details-businessInfo-sourceOfFunds", "Sales"),
    ("details-businessInfo-expectedMonthlyTransactionCount", "Fewer"),
    ("details-businessInfo-expectedMonthlyTransactionVolume", "Less"),
    ("details-businessInfo-expectedRecipientJurisdictions-1", "Japan"),
    ("details-address-line1", "1 Main Street"),
    ("details-address-postalCode", "10115"),
    ("details-address-country", "Germany"),
];

/// Texts for the controls about a beneficial owner.
const OWNER: [(&str, &str); 10] = [
    ("owner-personalInfo-firstName", "Grace"),
    ("owner-personalInfo-lastName", "Hoper"),
    ("owner-personalInfo-birthDate", "12091986"),
    ("owner-personalInfo-nationality", "Germany"),
    ("owner-personalInfo-address-line1", "1 Main Street"),
    ("owner-personalInfo-address-city", "Berlin"),
    ("owner-personalInfo-address-postalCode", "10115"),
    ("owner-personalInfo-address-country", "Germany"),
    ("owner-personalInfo-idType", "Social"),
    ("owner-personalInfo-identifier", "123-45-6789"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_completes_its_verification_by_keyboard() {
    let service = Service::start(Setup::Sqlite).await;
    let platform = service.platform(Environment::Production).await;
    let customer = person(&platform, json!({ "fullName": "Ada Lovelace" })).await;
    let url = link(&platform, &customer).await;
    tokio::task::spawn_blocking(move || walk_of_a_person(&url)).await.unwrap();

    let now = read_customer(&platform, &customer).await;
    assert_eq!((&now["kycStatus"], &now["birthDate"]), (&json!("PENDING"), &json!("1990-12-10")));
    assert_eq!((&now["nationality"], &now["address"]["country"]), (&json!("DE"), &json!("GB")));
    let documents = platform.get("/documents").send().await.expect(200);
    assert_eq!(documents["data"].as_array().unwrap().len(), 1);
    assert_eq!(documents["data"][0]["documentType"], "PASSPORT");
    assert_eq!(documents["data"][0]["fileName"], "renewed.png");
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_company_completes_its_verification_by_keyboard() {
    let service = Service::start(Setup::Sqlite).await;
    let platform = service.platform(Environment::Production).await;
    let customer = company(&platform, "HRB 12345").await;
    let url = link(&platform, &customer).await;
    tokio::task::spawn_blocking(move || walk_of_a_company(&url)).await.unwrap();

    let now = read_customer(&platform, &customer).await;
    assert_eq!(now["kybStatus"], "PENDING");
    assert_eq!(now["businessInfo"]["countriesOfOperation"], json!(["DE", "FR"]));
    assert_eq!(now["businessInfo"]["purposeOfAccountOtherDescription"], "Art");
    let owners = now["beneficialOwners"].as_array().unwrap();
    assert_eq!(owners.len(), 1);
    assert_eq!(owners[0]["personalInfo"]["lastName"], "Hopper");
    service.finish().await;
}

async fn link(platform: &Platform, customer: &Value) -> String {
    let response = platform.post(&format!("{}/kyc-link", path(customer))).json(&json!({})).send().await;
    response.expect(201)["kycUrl"].as_str().unwrap().to_owned()
}

fn walk_of_a_person(url: &str) {
    let mut browser = narrow(url);
    check_controls(&browser.controls());
    // A digit is missing: the page says so, and leads to the field.
    fill_in(&mut browser, &DETAILS);
    press_button(&mut browser, "Save");
    assert_eq!(browser.focused(), "errors");
    browser.press("Tab");
    browser.press("Enter");
    assert_eq!(browser.focused(), "details-identifier");
    browser.select_all();
    browser.type_text("111-22-3333");
    press_button(&mut browser, "Save");
    assert_eq!(notice(&mut browser), "Saved.");

    let files = Files::new();
    upload(&mut browser, &PASSPORT, &files.picture("passport.png"));
    assert_eq!(needed(&mut browser), "Nothing is missing. You can finish now.");
    press_button(&mut browser, "Remove passport.png");
    assert_eq!(notice(&mut browser), "Removed.");
    upload(&mut browser, &PASSPORT, &files.picture("passport.png"));
    press_button(&mut browser, "Replace passport.png");
    assert_eq!(heading(&mut browser), "Replace a document");
    check_width(&mut browser);
    browser.tab_to("replacement-documentNumber");
    browser.type_text("X7654321");
    choose_file(&mut browser, "replacement-file", &files.picture("renewed.png"));
    press_button(&mut browser, "Replace");
    assert_eq!(notice(&mut browser), "Saved.");
    finish(&mut browser, url);
}

fn walk_of_a_company(url: &str) {
    let mut browser = narrow(url);
    fill_in(&mut browser, &COMPANY);
    press_button(&mut browser, "Save");
    assert_eq!(notice(&mut browser), "Saved.");
    browser.tab_to("details-address-city");
    browser.type_text("Berlin");
    press_button(&mut browser, "Save");

    fill_in(&mut browser, &OWNER);
    for role in ["owner-roles-UBO", "owner-roles-DIRECTOR"] {
        browser.tab_to(role);
        browser.press(" ");
    }
    browser.tab_to("owner-ownershipPercentage");
    browser.type_text("60");
    press_button(&mut browser, "Add a person");
    assert_eq!(notice(&mut browser), "Saved.");
    press_button(&mut browser, "Edit Grace Hoper");
    assert_eq!(heading(&mut browser), "Change a person");
    check_width(&mut browser);
    // The tab key selects the text of a field.
    browser.tab_to("person-personalInfo-lastName");
    browser.type_text("Hopper");
    press_button(&mut browser, "Save");
    assert_eq!(notice(&mut browser), "Saved.");

    let files = Files::new();
    for document in ["Certificate", "Director", "Shareholder", "Utility"] {
        let fields = [("document-document", document), ("document-country", "Germany")];
        upload(&mut browser, &fields, &files.picture("paper.png"));
    }
    assert_eq!(needed(&mut browser), "Nothing is missing. You can finish now.");
    finish(&mut browser, url);
}

/// Opens the page on a narrow screen without scripts.
fn narrow(url: &str) -> Browser {
    let mut browser = Browser::start();
    browser.resize(WIDTH);
    browser.disable_scripts();
    browser.open(url);
    check_width(&mut browser);
    browser
}

/// Checks that the page needs no horizontal scrolling, and has one heading of the first level.
fn check_width(browser: &mut Browser) {
    let wide = browser.evaluate("document.documentElement.scrollWidth").as_i64().unwrap();
    assert!(wide <= i64::from(WIDTH), "the page is {wide} pixels wide");
    assert_eq!(browser.evaluate("document.querySelectorAll('h1').length"), 1);
}

fn fill_in(browser: &mut Browser, fields: &[(&str, &str)]) {
    for (id, text) in fields {
        browser.tab_to(id);
        browser.type_text(text);
    }
}

/// Moves to a button or a link by its text, and loads its target.
fn press_button(browser: &mut Browser, text: &str) {
    browser.tab_to(text);
    browser.press_and_load("Enter");
    check_width(browser);
}

fn choose_file(browser: &mut Browser, id: &str, path: &Path) {
    browser.tab_to(id);
    browser.choose_file(id, path);
}

fn upload(browser: &mut Browser, fields: &[(&str, &str)], path: &Path) {
    fill_in(browser, fields);
    choose_file(browser, "document-file", path);
    press_button(browser, "Upload");
    assert_eq!(notice(browser), "Saved.");
}

/// Returns the notice about the last action, which has the focus.
fn notice(browser: &mut Browser) -> String {
    let focused = browser.focused();
    assert_eq!(browser.evaluate("document.querySelector('[role=status]').textContent"), focused.as_str());
    focused
}

fn needed(browser: &mut Browser) -> Value {
    browser.evaluate("document.querySelector('#missing').nextElementSibling.textContent")
}

fn heading(browser: &mut Browser) -> Value {
    browser.evaluate("document.querySelector('h1').textContent")
}

/// Finishes the page, and checks that it has requested nothing from other hosts.
fn finish(browser: &mut Browser, url: &str) {
    browser.tab_to("Finish and submit");
    browser.press_and_load(" ");
    assert_eq!(heading(browser), "Finished");
    let origin = url.split("/kyc/").next().unwrap();
    let is_foreign = |request: &&String| !request.starts_with(origin) && !request.starts_with("data:");
    let foreign: Vec<&String> = browser.requests.iter().filter(is_foreign).collect();
    assert!(foreign.is_empty(), "requested by the page: {foreign:?}");
    assert!(browser.requests.len() >= 6, "the requests of the page are recorded: {:?}", browser.requests);
}

/// Pictures in a folder that is deleted with the value.
struct Files {
    folder: TempDir,
}

impl Files {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn picture(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, one_pixel()).unwrap();
        path
    }
}

/// Checks that every control has a name, and that they come in the order of the page.
fn check_controls(controls: &[Control]) {
    let nameless: Vec<&Control> = controls.iter().filter(|control| control.name.is_empty()).collect();
    assert!(nameless.is_empty(), "without a name: {nameless:?}");
    let names: Vec<&str> = controls.iter().map(|control| control.name.as_str()).collect();
    let mut at = 0;
    for label in [
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
        "Kind of document",
        "Country",
        "Number of the document",
        "Issued by",
        "File",
        "Upload",
        "Finish and submit",
    ] {
        let position = names[at..].iter().position(|name| name.starts_with(label));
        at += position.unwrap_or_else(|| panic!("{label} is not in {:?}", &names[at..])) + 1;
    }
}
