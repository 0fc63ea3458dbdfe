//! Documents in the console: opened by a form, and read once at an address of the session, behind the audit row.

use std::time::Duration;

use causeway_domain::MachineClock;
use causeway_testing::http::{Response, one_pixel};

use super::client::ConsoleClient;
use super::compliance::{Applicant, end, entries_of};
use crate::harness::{Service, Setup, journey, on_engines};

const REASON: &str = "review of the day";

/// The policy of each file.
const POLICY: &str = "default-src 'none'; sandbox";

/// Returns a picture with a page and its script as a comment.
fn polyglot() -> Vec<u8> {
    let comment = b"<!doctype html><script>alert(1)</script>";
    let length = u16::try_from(comment.len() + 2).expect("a short comment").to_be_bytes();
    let segments: [&[u8]; 9] = [
        &[0xff, 0xd8],
        &[0xff, 0xfe],
        &length,
        comment,
        &[0xff, 0xdb, 0, 4, 0, 1],
        &[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
        &[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
        &[0x12, 0x34],
        &[0xff, 0xd9],
    ];
    segments.concat()
}

/// Returns a PDF with these objects.
fn pdf_with(objects: &str) -> Vec<u8> {
    format!("%PDF-1.7\n{objects}1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n").into_bytes()
}

/// Checks the headers of a file: its type, and that no browser takes it for a page.
#[track_caller]
fn check_headers(file: &Response, content_type: &str, disposition: &str) {
    let header = |name: &str| file.header(name).unwrap_or_default().to_owned();
    assert_eq!(header("content-type"), content_type);
    assert_eq!(header("content-disposition"), disposition);
    assert_eq!(header("content-security-policy"), POLICY);
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("cache-control"), "no-store");
    assert_eq!(header("referrer-policy"), "no-referrer");
    assert_eq!(header("cross-origin-resource-policy"), "same-origin");
}

journey! {
    async fn a_document_is_read_once_behind_its_audit_row(service) {
        let applicant = Applicant::submitted(service).await;
        let client = ConsoleClient::sign_in(service).await;
        client.get(&applicant.verification_page()).await;
        let opened = applicant.open(&client, &applicant.passport, REASON).await;
        assert_eq!(opened.status, 303, "{}", opened.text);
        let address = opened.location.expect("the address of the file");
        let [entry] = &entries_of(service, "document fetch").await[..] else { panic!("one entry before the first byte") };
        assert_eq!((entry.actor.as_str(), entry.channel.as_str(), entry.reason.as_str()), ("owner", "console", REASON));
        assert_eq!(entry.detail["verification"], applicant.verification.as_str());

        let file = client.request("GET", &address).send().await;
        assert_eq!((file.status, &file.body[..]), (200, &one_pixel()[..]));
        let name = applicant.passport.replace(':', "-");
        check_headers(&file, "image/png", &format!("inline; filename=\"{name}.png\""));
        let again = client.get(&address).await;
        assert!(again.status == 404 && again.text.contains("open the document again"), "{}", again.text);
        assert_eq!(entries_of(service, "document fetch").await.len(), 1);

        let page = client.get(&applicant.verification_page()).await;
        let documents = page.text_of("aria-labelledby=documents");
        assert!(documents.contains("owner") && !documents.contains("never"), "{documents}");
        let facts = client.get(&applicant.page(&format!("documents/{}", applicant.passport))).await;
        assert!(facts.text_of("aria-labelledby=file").contains("PNG"), "{}", facts.text);
        assert!(facts.text_of("aria-labelledby=history").contains(REASON), "{}", facts.text);
    }
}

journey! {
    async fn an_address_is_for_the_session_that_opened_it(service) {
        let applicant = Applicant::submitted(service).await;
        let client = ConsoleClient::sign_in(service).await;
        let other = ConsoleClient::sign_in(service).await;
        let stranger = ConsoleClient::anonymous(service).await;
        client.get(&applicant.verification_page()).await;
        let opened = async || {
            let page = applicant.open(&client, &applicant.passport, REASON).await;
            page.location.expect("the address of the file")
        };
        let address = opened().await;
        assert_eq!(stranger.get(&address).await.location.as_deref(), Some("/console/sign-in"));
        assert_eq!(client.get(&address).await.status, 200, "it was not used up without a session");
        let address = opened().await;
        assert_eq!(other.get(&address).await.status, 404);
        assert_eq!(client.get(&address).await.status, 404, "another session has tried it");
        let address = opened().await;
        let elsewhere = address.replace(&applicant.passport, "Document:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        assert_eq!(client.get(&elsewhere).await.status, 404, "the address of another document");
        let fetch = address.split_once("/file").expect("the address of a file").0.to_owned() + "/fetch";
        assert_eq!(client.get(&fetch).await.status, 405, "a link opens nothing");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_expires_after_a_minute() {
    let machine = MachineClock::default();
    let service = Service::start_on_clock(Setup::Sqlite, &machine).await;
    let applicant = Applicant::submitted(&service).await;
    let client = ConsoleClient::sign_in(&service).await;
    client.get(&applicant.verification_page()).await;
    let opened = applicant.open(&client, &applicant.passport, REASON).await;
    machine.set_ahead(Duration::from_mins(1));
    let address = opened.location.expect("the address of the file");
    assert_eq!(client.get(&address).await.status, 404);
    service.finish().await;
}

on_engines! {
    async fn without_a_reason_and_its_confirmation_nothing_is_opened(service) {
        let applicant = Applicant::submitted(service).await;
        let client = ConsoleClient::sign_in(service).await;
        client.get(&applicant.verification_page()).await;
        let address = applicant.page(&format!("documents/{}/fetch", applicant.passport));
        let verification = applicant.verification.as_str();
        for (fields, status, error) in [
            (vec![("confirm", end(&applicant.passport))], 400, "needs a reason"),
            (vec![("reason", REASON)], 400, "confirm"),
            (vec![("reason", REASON), ("confirm", "......")], 400, "confirm"),
            (vec![("reason", REASON), ("confirm", end(&applicant.passport)), ("verification", verification)], 400, "confirm"),
        ] {
            let refused = client.post(&address, &fields).await;
            assert_eq!((refused.status, refused.location), (status, None), "{fields:?}");
            let page = client.post(&address, &fields).await;
            assert!(page.text_of("role=alert").contains(error), "{fields:?}: {}", page.text);
        }
        let unknown = applicant.page("documents/Document:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b/fetch");
        assert_eq!(client.post(&unknown, &[("reason", REASON), ("confirm", "4f5a6b")]).await.status, 404);
        assert!(entries_of(service, "document fetch").await.is_empty());
    }
}

on_engines! {
    /// Checks that no file is a page, whatever it holds and however it is named: what the service accepts is a picture or
    /// a download, and the rest is not stored.
    async fn hostile_files_are_no_pages(service) {
        let applicant = Applicant::submitted(service).await;
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
        let script = pdf_with("4 0 obj\n<</S/JavaScript/JS(app.alert\\(1\\))>>\nendobj\n");
        for (name, bytes) in [("passport.png", &svg[..]), ("passport.pdf", &script[..]), ("passport.html", &b"<!doctype html>"[..])] {
            let refused = applicant.upload_file(name, bytes).await;
            assert!((400..500).contains(&refused.status), "{name}: {}", refused.status);
        }
        let client = ConsoleClient::sign_in(service).await;
        let hostile = "x'><script>alert(1)<.svg";
        let text = pdf_with("% <html><script>alert(1)</script>\n");
        for (bytes, content_type, extension, is_shown) in
            [(polyglot(), "image/jpeg", "jpg", true), (text, "application/pdf", "pdf", false)]
        {
            let stored = applicant.upload_file(hostile, &bytes).await.expect(201);
            let document = stored["id"].as_str().expect("an id");
            let path = applicant.page(&format!("documents/{document}"));
            let page = client.get(&path).await;
            assert_eq!(page.status, 200, "{}", page.text);
            assert!(!page.text.contains("<script>alert"), "{}", page.text);
            let fields = [("reason", REASON), ("confirm", end(document))];
            let opened = client.post(&format!("{path}/fetch"), &fields).await;
            let address = opened.location.unwrap_or_else(|| panic!("no address: {}", opened.text));
            let file = client.request("GET", &address).send().await;
            assert_eq!((file.status, &file.body[..]), (200, &bytes[..]));
            let disposition = if is_shown { "inline" } else { "attachment" };
            let name = format!("{disposition}; filename=\"{}.{extension}\"", document.replace(':', "-"));
            check_headers(&file, content_type, &name);
        }
    }
}
