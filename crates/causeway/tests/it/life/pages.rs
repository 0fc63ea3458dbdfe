//! The interface as it is served: the document and the reference.

use super::process::Folder;

#[tokio::test]
async fn the_document_and_the_reference_are_served_without_credentials() {
    let folder = Folder::new();
    let server = folder.start();
    let document = server.client().get("/openapi.json").send().await;
    assert_eq!(document.expect(200)["openapi"], "3.1.0");
    let page = server.client().get("/reference").send().await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert!(String::from_utf8_lossy(&page.body).contains("id=\"createCustomer\""));
}
