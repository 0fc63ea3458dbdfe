//! The documentation that a server offers: its documents, their size on the wire, and what browsers may keep.

use causeway_testing::http::{Client, Response};
use miniz_oxide::inflate::decompress_to_vec;
use regex_lite::Regex;

use super::process::Folder;

/// Maximum size of a first visit of the reference, in bytes of compressed bodies.
const FIRST_VISIT: usize = 350 * 1024;

/// Each document with its media type and a text in it.
const DOCUMENTS: [(&str, &str, &str); 10] = [
    ("/openapi.json", "application/json; charset=utf-8", "\"openapi\":\"3.1.0\""),
    ("/openapi.yaml", "application/yaml; charset=utf-8", "openapi: \"3.1.0\"\n"),
    ("/reference", "text/html; charset=utf-8", "id=\"createCustomer\""),
    ("/llms.txt", "text/plain; charset=utf-8", "](/openapi.json)"),
    ("/reference/authentication.md", "text/markdown; charset=utf-8", "causeway-data/credentials"),
    ("/reference/errors.md", "text/markdown; charset=utf-8", "`QUOTE_EXPIRED`"),
    ("/reference/idempotency.md", "text/markdown; charset=utf-8", "24 hours"),
    ("/reference/webhooks.md", "text/markdown; charset=utf-8", "`OUTGOING_PAYMENT.COMPLETED`"),
    ("/reference/sandbox.md", "text/markdown; charset=utf-8", "`sandbox-valid-signature`"),
    ("/reference/clock.md", "text/markdown; charset=utf-8", "6 minutes"),
];

async fn compressed(client: &Client, path: &str) -> Response {
    let answer = client.get(path).header("Accept-Encoding", "br, gzip").send().await;
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header("content-encoding"), Some("gzip"), "{path}");
    assert_eq!(answer.header("vary"), Some("Accept-Encoding"), "{path}");
    answer
}

/// Returns the content of a gzip file without optional parts in its head.
fn inflated(body: &[u8]) -> Vec<u8> {
    decompress_to_vec(&body[10..body.len() - 8]).unwrap()
}

/// Returns the paths of the files that a page loads.
fn files(page: &[u8]) -> Vec<String> {
    let loaded = Regex::new("(?:stylesheet\" href|script src)=\"([^\"]*)\"").unwrap();
    let page = String::from_utf8_lossy(page);
    loaded.captures_iter(&page).map(|found| found[1].to_owned()).collect()
}

#[tokio::test]
async fn every_document_is_served_without_credentials() {
    let folder = Folder::new();
    let server = folder.start();
    let client = server.client();
    for (path, media_type, text) in DOCUMENTS {
        let plain = client.get(path).send().await;
        assert_eq!(plain.status, 200, "{path}");
        assert_eq!(plain.header("content-type"), Some(media_type), "{path}");
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        assert!(String::from_utf8_lossy(&plain.body).contains(text), "{path}");
        assert_eq!(inflated(&compressed(&client, path).await.body), plain.body, "{path}");
        client.post(path).send().await.expect_error(405, "METHOD_NOT_ALLOWED");
    }
    let page = client.get("/reference").send().await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert_eq!(client.get("/healthz").send().await.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn a_first_visit_is_small_and_a_second_one_is_empty() {
    let folder = Folder::new();
    let server = folder.start();
    let client = server.client();
    let page = compressed(&client, "/reference").await;
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let files = files(&inflated(&page.body));
    assert_eq!(files.len(), 2, "{files:?}");

    let mut bytes = page.body.len();
    for path in &files {
        let file = compressed(&client, path).await;
        assert_eq!(file.header("cache-control"), Some("public, max-age=31536000, immutable"), "{path}");
        bytes += file.body.len();
    }
    assert!(bytes <= FIRST_VISIT, "{bytes} bytes");

    let tag = page.header("etag").unwrap();
    let again = client.get("/reference").header("Accept-Encoding", "gzip").header("If-None-Match", tag);
    let again = again.send().await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    for name in ["etag", "cache-control", "vary"] {
        assert_eq!(again.header(name), page.header(name), "{name}");
    }
    let plain = client.get("/reference").header("If-None-Match", tag).send().await;
    assert_eq!(plain.status, 200, "other bytes have another tag");
    assert_ne!(plain.header("etag"), Some(tag));
}

#[tokio::test]
async fn both_forms_of_the_document_have_the_same_operations() {
    let folder = Folder::new();
    let server = folder.start();
    let client = server.client();
    let json = client.get("/openapi.json").send().await.expect(200);
    let yaml = client.get("/openapi.yaml").send().await;
    let yaml = String::from_utf8_lossy(&yaml.body);
    let lines: Vec<&str> =
        yaml.lines().filter_map(|line| line.trim().strip_prefix("operationId: ")).collect();
    let mut ids = Vec::new();
    for section in ["paths", "webhooks"] {
        for item in json[section].as_object().unwrap().values() {
            let operations = item.as_object().unwrap().values();
            ids.extend(operations.map(|operation| operation["operationId"].as_str().unwrap()));
        }
    }
    assert!(ids.len() > 160, "{}", ids.len());
    assert_eq!(lines, ids);
}
