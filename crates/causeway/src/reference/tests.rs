use causeway_wire::Contract;
use causeway_wire::table::{BodyKind, Operation};
use regex_lite::Regex;
use serde_json::Value;

use super::example::{Members, example};
use super::page;
use super::spec::Spec;

fn contract() -> Contract {
    Contract::compile().unwrap()
}

#[test]
fn every_operation_shape_and_event_is_on_the_page() {
    let contract = contract();
    let html = page(contract.document()).html;
    for operation in Operation::all() {
        let meta = operation.meta();
        assert!(
            html.contains(&format!("<article class=\"operation\" id=\"{}\">", meta.id())),
            "{}",
            meta.name
        );
        for status in meta.refusals() {
            assert!(html.contains(&format!("<b class=\"status\">{status}</b>")), "{status}");
        }
    }
    for (name, _) in Spec::new(contract.document()).schemas() {
        assert!(html.contains(&format!("id=\"shape-{name}\"")), "{name}");
    }
}

#[test]
fn every_link_leads_somewhere_and_nowhere_else() {
    let html = page(contract().document()).html;
    let links = Regex::new("(?:href|src)=\"([^\"]*)\"").unwrap();
    for found in links.captures_iter(&html) {
        let target = &found[1];
        match target.strip_prefix('#') {
            Some(id) => assert!(html.contains(&format!("id=\"{id}\"")), "{target}"),
            None => assert!(["/openapi.json", "data:,"].contains(&target), "{target}"),
        }
    }
    let outside = Regex::new("https?://[a-z0-9.]*").unwrap();
    for found in outside.find_iter(&html) {
        let known = ["http://127.0.0.1", "https://example.com", "https://", "http://"]
            .contains(&found.as_str().trim_end_matches('.'));
        assert!(known, "{}", found.as_str());
    }
}

#[test]
fn the_policy_allows_what_is_in_the_page_and_nothing_else() {
    let page = page(contract().document());
    assert!(page.content_security_policy.starts_with("default-src 'none'; style-src 'sha256-"));
    for part in ["unsafe", "http", "*"] {
        assert!(!page.content_security_policy.contains(part), "{}", page.content_security_policy);
    }
    let inline = Regex::new(" (on[a-z]+|style)=\"").unwrap();
    assert!(!inline.is_match(&page.html), "the policy forbids scripts and styles in attributes");
}

#[test]
fn every_example_of_a_request_is_one_that_the_service_understands() {
    let contract = contract();
    let spec = Spec::new(contract.document());
    let mut checked = 0;
    for operation in Operation::all() {
        let meta = operation.meta();
        if meta.body.is_none_or(|body| body.kind == BodyKind::Multipart) {
            continue;
        }
        let path = contract.document()["paths"][meta.path][meta.method.as_str().to_ascii_lowercase()].clone();
        let schema = path.pointer("/requestBody/content/application~1json/schema").cloned().unwrap();
        for members in [Members::Required, Members::All] {
            let mut sent: Value = example(spec, &schema, members);
            let errors = contract.check_body(operation, &mut sent);
            assert!(errors.is_empty(), "{}: {errors:?} in {sent}", meta.name);
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}
