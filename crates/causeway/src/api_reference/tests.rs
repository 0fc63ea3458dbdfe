use std::collections::HashSet;

use causeway_wire::Contract;
use causeway_wire::table::{BodyKind, Operation};
use regex_lite::Regex;
use serde_json::json;

use super::example::example;
use super::page;
use super::spec::Spec;

fn contract() -> &'static Contract {
    Contract::get().unwrap()
}

/// Returns all texts on the page that are enclosed by these two texts.
fn between<'a>(html: &'a str, before: &str, after: &str) -> HashSet<&'a str> {
    html.split(before).skip(1).filter_map(|text| Some(text.split_once(after)?.0)).collect()
}

#[test]
fn every_operation_shape_and_event_is_on_the_page() {
    let contract = contract();
    let html = page(contract.document()).html;
    let operations = between(&html, "<article class=\"operation\" id=\"", "\">");
    let statuses = between(&html, "<b class=\"status\">", "</b>");
    for operation in Operation::all() {
        let row = operation.row();
        assert!(operations.contains(row.id().as_str()), "{}", row.name);
        for status in row.error_statuses() {
            assert!(statuses.contains(status.to_string().as_str()), "{status}");
        }
    }
    let ids = between(&html, "id=\"", "\"");
    for (name, _) in Spec::new(contract.document()).schemas() {
        assert!(ids.contains(format!("shape-{name}").as_str()), "{name}");
    }
}

#[test]
fn every_link_leads_to_the_page_or_a_known_address() {
    let html = page(contract().document()).html;
    let ids = between(&html, "id=\"", "\"");
    for target in between(&html, "href=\"", "\"").union(&between(&html, "src=\"", "\"")) {
        match target.strip_prefix('#') {
            Some(id) => assert!(ids.contains(id), "{target}"),
            None => assert!(["/openapi.json", "data:,"].contains(target), "{target}"),
        }
    }
    let links = Regex::new("https?://[a-z0-9.]*").unwrap();
    for link in links.find_iter(&html) {
        let known = ["http://127.0.0.1", "https://example.com", "https://", "http://"]
            .contains(&link.as_str().trim_end_matches('.'));
        assert!(known, "{}", link.as_str());
    }
}

#[test]
fn the_policy_allows_the_content_of_the_page_only() {
    let page = page(contract().document());
    assert!(page.content_security_policy.starts_with("default-src 'none'; style-src 'sha256-"));
    for part in ["unsafe", "http", "*"] {
        assert!(!page.content_security_policy.contains(part), "{}", page.content_security_policy);
    }
    let inline = Regex::new(" (on[a-z]+|style)=\"").unwrap();
    assert!(!inline.is_match(&page.html), "the policy forbids scripts and styles in attributes");
}

#[test]
fn every_example_of_a_request_is_valid() {
    let contract = contract();
    let html = page(contract.document()).html;
    let mut checked = 0;
    for operation in Operation::all() {
        let row = operation.row();
        let path = &contract.document()["paths"][row.path][row.method.as_str().to_ascii_lowercase()];
        let content = path.pointer("/requestBody/content/application~1json");
        let Some(sent) = content.and_then(|content| content.get("example")) else {
            let needs_body = row.body.is_some_and(|body| body.kind == BodyKind::Json);
            assert!(!needs_body, "{} has no example", row.name);
            continue;
        };
        let errors = contract.check_body(operation, &mut sent.clone());
        assert!(errors.is_empty(), "{}: {errors:?} in {sent}", row.name);
        let body = serde_json::to_string_pretty(sent).unwrap().replace('"', "&quot;");
        assert!(html.contains(&format!("-d &#39;{body}&#39;")), "{body}");
        checked += 1;
    }
    assert!(checked >= 8, "{checked}");
}

#[test]
fn every_example_of_an_answer_and_of_an_event_has_its_shape() {
    let contract = contract();
    let document = contract.document();
    let spec = Spec::new(document);
    let mut shapes = json!({});
    let mut examples = json!({});
    for (name, _) in spec.schemas() {
        shapes[name] = json!({ "$ref": format!("#/components/schemas/{name}") });
        examples[name] = example(spec, &shapes[name]);
    }
    let whole = json!({ "components": document["components"], "properties": shapes });
    let validator = jsonschema::validator_for(&whole).unwrap();
    let errors = validator.iter_errors(&examples).map(|error| format!("{}: {error}", error.instance_path()));
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{errors:?} in {examples:#}");
}
