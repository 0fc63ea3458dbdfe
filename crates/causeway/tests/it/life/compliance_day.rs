//! A day of a compliance officer on another machine: each step is one command that goes to the server over the network,
//! and files land at the officer.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use causeway_testing::http::{Client, Form, one_pixel};
use serde_json::{Value, json};

use super::process::{Folder, Server, succeeded, utf8};
use super::site::{RemoteOperator, Site};

/// Reason of all steps.
const REASON: &str = "review of the day";

/// A person whose verification waits for a reviewer, with a passport.
struct Applicant {
    api: Client,
    customer: String,
    passport: String,
    verification: String,
}

impl Applicant {
    async fn submit(server: &Server) -> Self {
        let api = server.api();
        let person = json!({
            "customerType": "INDIVIDUAL", "fullName": "Vera Rubin 001", "currencies": ["USD"],
            "birthDate": "1990-01-15", "nationality": "US", "idType": "SSN", "identifier": "111-22-3333",
            "address": {
                "line1": "1 Main Street", "city": "Springfield", "state": "IL", "postalCode": "62701", "country": "US",
            },
        });
        let customer = id(&api.post("/customers").json(&person).send().await.expect(201));
        let mut form = passport();
        form["documentHolder"] = json!(customer);
        let file = Form::of(&form).file("passport.png", &one_pixel());
        let passport = id(&api.post("/documents").form(file).send().await.expect(201));
        let verification = submit(&api, &customer).await;
        Self { api, customer, passport, verification }
    }

    /// Replaces the passport, and submits the customer again.
    async fn correct(&self) {
        let file = Form::of(&passport()).file("second.png", &one_pixel());
        self.api.put(&format!("/documents/{}", self.passport)).form(file).send().await.expect(200);
        assert_eq!(submit(&self.api, &self.customer).await, self.verification);
    }

    async fn status(&self) -> Value {
        let customer = self.api.get(&format!("/customers/{}", self.customer)).send().await.expect(200);
        customer["kycStatus"].clone()
    }
}

fn passport() -> Value {
    json!({
        "documentType": "PASSPORT", "country": "US", "documentNumber": "X1234567",
        "issuingAuthority": "Department of State",
    })
}

fn id(answer: &Value) -> String {
    answer["id"].as_str().unwrap().to_owned()
}

async fn submit(api: &Client, customer: &str) -> String {
    id(&api.post("/verifications").json(&json!({ "customerId": customer })).send().await.expect(200))
}

/// Starts a server with an admin address, and returns its URL.
fn start(site: &Site) -> (Server, String) {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let server = site.start(&["--admin", &address]);
    (server, format!("http://{address}"))
}

/// Creates a token with these roles, and returns the file in which it is.
fn token(site: &Site, name: &str, roles: &str) -> String {
    let created = site.operate(&["operator-token", "create", name, "--roles", roles]);
    created["credentials"].as_str().unwrap().to_owned()
}

fn mode(file: &Path) -> u32 {
    fs::metadata(file).unwrap().permissions().mode() & 0o777
}

/// Has the document and the export written to new files of the officer, which only the officer may read.
fn take_files(officer: &RemoteOperator<'_>, applicant: &Applicant) {
    let picture = officer.folder.beside("passport.png");
    let fetch = ["document", "fetch", &applicant.passport, "--output", utf8(&picture), "--reason", REASON];
    let done = succeeded(officer.command(&fetch));
    assert!(done.contains(utf8(&picture)) && done.contains(&one_pixel().len().to_string()), "{done}");
    assert_eq!((fs::read(&picture).unwrap(), mode(&picture)), (one_pixel(), 0o600));
    let (code, error) = officer.refused(&fetch);
    assert!(code == 2 && error["remedy"].as_str().unwrap().contains("does not exist yet"), "{error}");

    let file = officer.folder.beside("person.json");
    let export = ["customer", "export", &applicant.customer, "--output", utf8(&file), "--reason", REASON];
    succeeded(officer.command(&export));
    let person: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!((&person["customer"]["fullName"], mode(&file)), (&json!("Vera Rubin 001"), 0o600));
}

async fn compliance_day(site: Site) {
    let (mut server, url) = start(&site);
    let elsewhere = Folder::new();
    let officer =
        RemoteOperator { folder: &elsewhere, url, token_file: token(&site, "officer", "compliance") };
    let applicant = Applicant::submit(&server).await;
    let verification = applicant.verification.as_str();

    let queue = officer.operate(&["verification", "list"]);
    let first = &queue["rows"][0];
    assert_eq!(
        (&first["verification"], &first["customer"]),
        (&json!(verification), &json!(applicant.customer))
    );
    let look = officer.operate(&["verification", "show", verification]);
    assert_eq!(look["documents"][0]["document"], json!(applicant.passport), "{look}");
    take_files(&officer, &applicant);
    let blurred = format!("POOR_QUALITY_DOCUMENT={}", applicant.passport);
    officer.operate(&["verification", "return", verification, "--errors", &blurred, "--reason", REASON]);
    applicant.correct().await;
    officer.operate(&["verification", "approve", verification, "--reason", REASON]);
    assert_eq!(applicant.status().await, "APPROVED");
    officer.operate(&["customer", "hold", &applicant.customer, "--reason", REASON]);
    assert_eq!(applicant.status().await, "HOLD");

    let (code, _) = officer.refused(&["operator-token", "create", "more", "--roles", "admin"]);
    assert_eq!(code, 3, "an action outside of the role is not found");
    let own = officer.operate(&["audit", "list", "--actor", "officer"]);
    let entries = own.as_array().unwrap();
    let actions: Vec<&str> = entries.iter().rev().map(|entry| entry["action"].as_str().unwrap()).collect();
    let expected = [
        "verification show",
        "document fetch",
        "customer export",
        "verification return",
        "verification approve",
        "customer hold",
    ];
    assert_eq!(actions, expected);
    let is_own = |entry: &Value| entry["channel"] == "network" && entry["as_user"].is_null();
    assert!(entries.iter().all(is_own), "{own}");
    let others = site.operate(&["audit", "list", "--actor", "mallory"]);
    assert_eq!(others, json!([]), "nobody is recorded by the name in the environment");
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compliance_day_needs_no_access_to_the_machine_on_sqlite() {
    compliance_day(Site::on_sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compliance_day_needs_no_access_to_the_machine_on_postgres() {
    compliance_day(Site::on_postgres().await).await;
}

/// Checks that a command over the network names what keeps it from the server.
#[test]
fn a_command_without_its_token_or_server_is_refused_with_a_remedy() {
    let site = Site::on_sqlite();
    let (mut server, url) = start(&site);
    let elsewhere = Folder::new();
    let token_file = token(&site, "officer", "compliance");
    let mut officer = RemoteOperator { folder: &elsewhere, url, token_file };
    let queue = ["verification", "list"];
    assert_eq!(officer.operate(&queue), json!({ "rows": [] }));
    assert!(!elsewhere.data().exists(), "nothing is written at the officer's");

    let expect = |officer: &RemoteOperator<'_>, expected: i32, words: &str| {
        let (code, error) = officer.refused(&queue);
        assert!(code == expected && error.to_string().contains(words), "{code}: {error}");
    };
    fs::set_permissions(&officer.token_file, Permissions::from_mode(0o644)).unwrap();
    expect(&officer, 2, "chmod 600");
    fs::set_permissions(&officer.token_file, Permissions::from_mode(0o600)).unwrap();
    site.operate(&["operator-token", "revoke", "officer", "--reason", "left the team", "--yes"]);
    expect(&officer, 6, "operator-token create");
    let right =
        std::mem::replace(&mut officer.token_file, utf8(&elsewhere.beside("no-such-token")).to_owned());
    expect(&officer, 2, "no-such-token");
    officer.token_file = right;
    server.stop();
    expect(&officer, 5, "--admin");
    officer.url = "http://payments.example.com:70000".to_owned();
    expect(&officer, 2, "operator_url");
}
