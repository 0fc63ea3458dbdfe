//! The hosted page of a verification (customers 6), as a browser without scripts uses it.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_testing::http::one_pixel;
use serde_json::{Value, json};

use super::page::{Page, ask, newest, text};
use super::people::{company, read_customer};
use crate::customers::walks::{fields, path, person};
use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};

const DONE: &str = "https://app.example.com/done";

journey! {
    async fn customers_k16_hosted_link(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "5523041").await;
        let link = ask(&platform, &acme, json!({ "redirectUri": DONE })).await.expect(201);
        let expires: Time = link["expiresAt"].as_str().unwrap().parse().unwrap();
        let ahead = expires.since(service.app().clock.now());
        assert!(ahead.abs_diff(Duration::from_hours(24)) < Duration::from_mins(5), "{link}");
        assert_eq!(link["provider"], "SUMSUB");
        assert!(link["token"].as_str().unwrap().starts_with("_act-sbx-jwt-"), "{link}");

        let second = ask(&platform, &acme, json!({})).await.expect(201);
        assert_ne!(second["kycUrl"], link["kycUrl"]);
        for wrong in ["ftp://x", "https://", "app.example.com/done", "javascript:alert(1)"] {
            let response = ask(&platform, &acme, json!({ "redirectUri": wrong })).await;
            assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["redirectUri"], "{wrong}");
        }

        let page = Page::of(&link);
        let other = Page::of(&second);
        for open in [&page, &other] {
            let opened = open.get().await;
            assert_eq!((opened.status, opened.header("cache-control")), (200, Some("no-store")));
            assert_eq!(opened.header("referrer-policy"), Some("no-referrer"));
            let policy = opened.header("content-security-policy").unwrap();
            assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        }
        assert_eq!(read_customer(&platform, &acme).await, acme, "looking changes nothing");

        let done = page.complete().await;
        assert_eq!((done.status, done.header("location")), (303, Some(DONE)));
        assert_eq!(read_customer(&platform, &acme).await["kybStatus"], "APPROVED");
        assert_eq!((page.complete().await.status, page.get().await.status), (410, 410));
        assert_eq!(page.send("details", &json!({ "businessInfo.legalName": "Other" })).await.status, 410);
        assert!(other.text().await.contains("There is nothing left to do"));
        let done = other.complete().await;
        assert_eq!((done.status, done.header("location")), (200, None), "no redirect was asked for");
        assert_eq!(other.get().await.status, 410);

        let unknown_customer = json!({ "id": "Customer:01980000-0000-7000-8000-000000000000" });
        ask(&platform, &unknown_customer, json!({})).await.expect_error(404, "USER_NOT_FOUND");
        let foreign = service.platform(Environment::Sandbox).await;
        ask(&foreign, &acme, json!({})).await.expect_error(404, "USER_NOT_FOUND");
        for unknown in ["0", &"0".repeat(48), "%ff", "a%00b"] {
            let path = format!("/kyc/{unknown}");
            assert_eq!(page.client.get(&path).send().await.status, 404, "{unknown}");
        }
    }
}

journey! {
    /// Checks that a link can be used once, also by two who finish at once, and that it ends after a day on
    /// the platform's clock.
    async fn a_link_ends_after_a_day_or_once_it_is_used(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.freeze().await;
        let acme = company(&platform, "5523041").await;
        let expiring = Page::open(&platform, &acme, json!({})).await;
        platform.advance(Duration::from_hours(24)).await;
        assert_eq!((expiring.get().await.status, expiring.complete().await.status), (410, 410));

        let page = Page::open(&platform, &acme, json!({ "redirectUri": DONE })).await;
        let (one, two, three) = tokio::join!(page.complete(), page.complete(), page.complete());
        let mut statuses = [one.status, two.status, three.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [303, 410, 410]);

        let page = Page::open(&platform, &acme, json!({})).await;
        platform.delete(&path(&acme)).send().await.expect(200);
        assert_eq!(page.get().await.status, 410, "the page is gone with its customer");
    }
}

journey! {
    /// Checks the results of a completed page by the magic values of the sandbox.
    async fn finishing_is_a_complete_submission(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for (name, status, verification) in [
            ("Jane Doe 001", "PENDING", "PENDING_MANUAL_REVIEW"),
            ("Jane Doe 003", "UNVERIFIED", "RESOLVE_ERRORS"),
        ] {
            let customer = person(&platform, json!({ "fullName": name })).await;
            assert_eq!(Page::open(&platform, &customer, json!({})).await.complete().await.status, 200);
            assert_eq!(read_customer(&platform, &customer).await["kycStatus"], status, "{name}");
            assert_eq!(newest(&platform, &customer).await["verificationStatus"], verification, "{name}");
        }

        for (number, status) in [("123001", "PENDING"), ("123002", "REJECTED"), ("123003", "APPROVED")] {
            let customer = company(&platform, number).await;
            assert_eq!(Page::open(&platform, &customer, json!({})).await.complete().await.status, 200);
            assert_eq!(read_customer(&platform, &customer).await["kybStatus"], status, "{number}");
        }

        let decided = person(&platform, json!({ "fullName": "Jane Doe" })).await;
        assert_eq!(Page::open(&platform, &decided, json!({})).await.complete().await.status, 200);
        assert_eq!(read_customer(&platform, &decided).await, decided, "a decided customer is unchanged");
    }
}

journey! {
    /// Checks that the page in production lists all that is missing, and that an operator decides about the
    /// complete verification.
    async fn a_person_completes_its_verification(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, json!({ "fullName": "Ada Lovelace" })).await;
        let page = Page::open(&platform, &customer, json!({})).await;
        let first = page.text().await;
        assert!(first.contains(r#"value="Ada Lovelace""#), "what is known is filled in: {first}");
        assert!(first.contains("Ada Lovelace: Date of birth") && first.contains("Ada Lovelace: Postal code"), "{first}");
        let early_completion = page.complete().await;
        assert_eq!(early_completion.status, 409);
        assert!(text(&early_completion).contains("Something is still missing. The verification is “Not submitted”."));

        assert!(!first.contains("Yearly income"), "a field that is not required is not on the form");
        let setting = json!({ "name": "due_diligence_fields", "value": "annualIncomeRange,sourceOfFundsCategories" });
        act(service, "setting set", with(&platform, setting)).await;
        let more = page.text().await;
        assert!(more.contains("Ada Lovelace: Yearly income") && !more.contains("Net worth"), "{more}");

        let mut details = json!({
            "fullName": "Ada King <Lovelace>", "birthDate": "1990-02-30", "nationality": "GB", "kycStatus": "APPROVED",
            "address.line1": "12 St James's Square", "address.city": "London", "address.postalCode": "SW1Y 4JH",
            "address.country": "GB",
        });
        let response = page.send("details", &details).await;
        assert_eq!(response.status, 400);
        let again = text(&response);
        assert!(again.contains(r##"href="#details-birthDate""##) && again.contains(r#"aria-invalid="true""#), "{again}");
        assert!(again.contains("Ada King &#60;Lovelace&#62;"), "what was entered is shown again, as text: {again}");
        assert_eq!(read_customer(&platform, &customer).await, customer, "all of it or nothing");

        details["fullName"] = json!("Ada King");
        details["birthDate"] = json!("1990-12-10");
        details["identifier"] = json!("");
        let saved = page.send("details", &details).await;
        assert_eq!((saved.status, saved.header("location")), (303, Some(format!("{}?saved", page.path).as_str())));
        let now = read_customer(&platform, &customer).await;
        assert_eq!((&now["fullName"], &now["nationality"], &now["kycStatus"]), (&json!("Ada King"), &json!("GB"), &json!("UNVERIFIED")));
        assert_eq!(now["address"]["postalCode"], "SW1Y 4JH");

        upload_passport(&page, &customer).await;
        let us = json!({
            "idType": "SSN", "identifier": "111-22-3333", "annualIncomeRange": "UNDER_50K",
            "sourceOfFundsCategories.SALARY": "on",
        });
        assert_eq!(page.send("details", &us).await.status, 303);
        let whole = page.text().await;
        assert!(whole.contains("Nothing is missing.") && whole.contains("Passport: passport.png (Ada King)"), "{whole}");
        assert!(!whole.contains("111-22-3333") && !whole.contains("X1234567"), "numbers are not shown again");

        let done = page.complete().await;
        assert_eq!(done.status, 200);
        assert!(text(&done).contains("You can close this page."));
        assert_eq!(read_customer(&platform, &customer).await["kycStatus"], "PENDING");
        let verification = newest(&platform, &customer).await;
        assert_eq!(verification["verificationStatus"], "PENDING_MANUAL_REVIEW");

        let page = Page::open(&platform, &customer, json!({})).await;
        assert!(page.text().await.contains("Your details are being checked."));
        let closed = page.send("details", &details).await;
        assert_eq!(closed.status, 409, "the details cannot change during a review");
        assert!(text(&closed).contains("“Pending manual review”"), "the refusal names the status");

        let command = json!({ "verification": verification["id"], "platform": platform.id.to_string() });
        act(service, "verification approve", command).await;
        assert!(page.text().await.contains("You are verified."));
    }
}

/// Begins to send a file to a page, and stops in the middle of it.
fn begin_upload(link: &Value) -> TcpStream {
    let url = link["kycUrl"].as_str().unwrap().strip_prefix("http://").unwrap();
    let (host, path) = url.split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!(
        "POST /{path}/documents HTTP/1.1\r\nHost: {host}\r\nContent-Type: multipart/form-data; boundary=x\r\n\
         Content-Length: 2000000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
    );
    // The service may refuse it before all of it is sent.
    let _sent = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&[b'x'; 700 * 1024]));
    stream
}

journey! {
    /// Checks that large uploads through a link leave the platform the memory for its own requests.
    async fn a_page_leaves_its_platform_the_memory_for_bodies(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = company(&platform, "5523041").await;
        let link = ask(&platform, &customer, json!({})).await.expect(201);
        let sessions = tokio::task::spawn_blocking({
            let link = link.clone();
            move || (0..26).map(|_| begin_upload(&link)).collect::<Vec<TcpStream>>()
        });
        let sessions = sessions.await.unwrap();
        let token = platform.post("/tokens").json(&json!({ "name": "on", "permissions": ["VIEW"] })).send().await;
        token.expect(201);
        drop(sessions);
    }
}

async fn upload_passport(page: &Page, customer: &Value) {
    let id = customer["id"].as_str().unwrap();
    let texts = json!({
        "document": format!("{id} PASSPORT"), "country": "GB", "documentNumber": "X1234567",
        "issuingAuthority": "HM Passport Office",
    });
    let response = page.upload("documents", &texts, "passport.png", b"only text").await;
    assert_eq!(response.status, 400);
    assert!(text(&response).contains(r##"href="#document-file""##), "{response}");

    let mut foreign = texts.clone();
    foreign["document"] = json!("Customer:01980000-0000-7000-8000-000000000000 PASSPORT");
    let response = page.upload("documents", &foreign, "a.png", &one_pixel()).await;
    assert_eq!(response.status, 400, "{response}");
    assert!(text(&response).contains(r##"href="#document-document""##), "{response}");

    assert_eq!(page.upload("documents", &texts, "../passport.png", &one_pixel()).await.status, 303);
}

journey! {
    /// Checks that a link remembered under an idempotency key is encrypted, because its bearer acts for the
    /// customer.
    async fn a_repeated_link_is_stored_encrypted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let acme = company(&platform, "HRB 12341").await;
        let at = format!("{}/kyc-link", path(&acme));
        let ask = || platform.post(&at).json(&json!({ "redirectUri": DONE })).idempotency_key("link-1").send();
        let link = ask().await.expect(201);
        let again = ask().await;
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(again.expect(201), link);
        assert_eq!(Page::of(&link).get().await.status, 200);

        let read = |tx: &mut Tx<'_>| {
            tx.query("SELECT body FROM idempotency", &[], |row| row.get::<Vec<u8>>("body"))
        };
        let kept: Result<Vec<Vec<u8>>, Error> = service.app().store.read(read).await;
        let (_, code) = link["kycUrl"].as_str().unwrap().split_once("/kyc/").unwrap();
        let kept = kept.unwrap();
        assert!(!kept.is_empty());
        assert!(kept.iter().all(|body| !String::from_utf8_lossy(body).contains(code)));

        // Refusals contain no secret, and are kept in plain text.
        let unknown_customer = "/customers/Customer:01980000-0000-7000-8000-000000000000/kyc-link";
        let ask_for_unknown = || platform.post(unknown_customer).json(&json!({})).idempotency_key("link-2").send();
        let error = ask_for_unknown().await.expect_error(404, "USER_NOT_FOUND");
        assert_eq!(ask_for_unknown().await.expect_error(404, "USER_NOT_FOUND"), error);
    }
}

journey! {
    async fn a_company_adds_beneficial_owners_on_its_page(service) {
        let platform = service.platform(Environment::Production).await;
        let acme = company(&platform, "HRB 12345").await;
        let page = Page::open(&platform, &acme, json!({})).await;
        assert!(page.text().await.contains("At least one beneficial owner must be named."));

        let mut owner = json!({
            "personalInfo.firstName": "Grace", "personalInfo.lastName": "Hopper", "personalInfo.birthDate": "1986-12-09",
            "personalInfo.nationality": "US", "personalInfo.address.line1": "1 Main Street",
            "personalInfo.address.city": "Springfield", "personalInfo.address.state": "IL",
            "personalInfo.address.postalCode": "62701", "personalInfo.address.country": "US",
            "personalInfo.idType": "SSN", "personalInfo.identifier": "123-45-6789", "ownershipPercentage": "60",
        });
        let response = page.send("owners", &owner).await;
        assert_eq!(response.status, 400);
        assert!(text(&response).contains(r##"href="#owner-roles""##), "{response}");

        owner["roles.UBO"] = json!("on");
        owner["roles.DIRECTOR"] = json!("on");
        assert_eq!(page.send("owners", &owner).await.status, 303);
        let now = read_customer(&platform, &acme).await;
        let owner = &now["beneficialOwners"][0];
        assert_eq!((&owner["roles"], &owner["ownershipPercentage"]), (&json!(["UBO", "DIRECTOR"]), &json!(60)));
        assert_eq!(owner["personalInfo"]["lastName"], "Hopper");
        assert!(page.text().await.contains("<p>Grace Hopper</p>"));

        let details = json!({
            "businessInfo.countriesOfOperation.1": "US", "businessInfo.countriesOfOperation.3": "DE",
            "businessInfo.entityType": "CORPORATION",
            "address.line1": "1 Main Street", "address.postalCode": "62701", "address.country": "US",
        });
        assert_eq!(page.send("details", &details).await.status, 303);
        let now = read_customer(&platform, &acme).await;
        assert_eq!(now["businessInfo"]["countriesOfOperation"], json!(["US", "DE"]));
        assert_eq!(now["businessInfo"]["entityType"], "CORPORATION");
    }
}

journey! {
    /// Checks that production refuses to redirect over plain HTTP except to localhost, and that a link needs
    /// verified contact data.
    async fn a_link_needs_a_safe_redirect_and_verified_contacts(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, json!({ "fullName": "Ada Lovelace" })).await;
        let response = ask(&platform, &customer, json!({ "redirectUri": "http://app.example.com/" })).await;
        assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["redirectUri"]);
        let link = ask(&platform, &customer, json!({ "redirectUri": "http://localhost:3000/" })).await.expect(201);
        assert!(link.get("token").is_none(), "{link}");

        let german = json!({ "region": "DE", "email": "ada@example.com", "phoneNumber": "+4930123456" });
        let german = person(&platform, german).await;
        let error = ask(&platform, &german, json!({})).await.expect_error(409, "CONFLICT");
        let expected = json!({ "reason": "CONTACT_VERIFICATION_REQUIRED", "channels": ["email", "phone"] });
        assert_eq!(error["details"], expected);

        public_url(service).await;
        let link = ask(&platform, &customer, json!({})).await.expect(201);
        assert!(link["kycUrl"].as_str().unwrap().starts_with("https://pay.example.com/kyc/"), "{link}");
    }
}

/// Stores the setting for deployments whose proxy does not pass the host on.
async fn public_url(service: &Service) {
    let setting = json!({ "name": "public_url", "value": "https://pay.example.com/" });
    act(service, "setting set", setting).await;
}
