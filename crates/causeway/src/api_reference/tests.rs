use std::collections::HashSet;

use causeway_wire::Contract;
use causeway_wire::table::{BodyKind, Operation};
use regex_lite::Regex;
use serde_json::Value;

use super::chapters::Chapter;
use super::spec::Spec;
use super::{CONTENT_SECURITY_POLICY, SCRIPT_PATH, STYLE_PATH, index, page};

fn contract() -> &'static Contract {
    Contract::get().unwrap()
}

/// Returns all texts on the page that are enclosed by these two texts.
fn between<'a>(html: &'a str, before: &str, after: &str) -> HashSet<&'a str> {
    html.split(before).skip(1).filter_map(|text| Some(text.split_once(after)?.0)).collect()
}

#[test]
fn every_operation_type_and_event_is_on_the_page() {
    let contract = contract();
    let html = page(contract.document());
    let operations = between(&html, "<article class=\"operation\" id=\"", "\">");
    let statuses = between(&html, "<b class=\"status\">", "</b>");
    for operation in Operation::all() {
        let row = operation.row();
        assert!(operations.contains(row.id().as_str()), "{}", row.name);
        for status in row.error_statuses() {
            assert!(statuses.contains(status.to_string().as_str()), "{status}");
        }
    }
    for webhook in contract.document()["webhooks"].as_object().unwrap().values() {
        let id = webhook["post"]["operationId"].as_str().unwrap();
        assert!(operations.contains(id), "{id}");
    }
    let ids = between(&html, "id=\"", "\"");
    for (name, _) in Spec::new(contract.document()).schemas() {
        assert!(ids.contains(format!("shape-{name}").as_str()), "{name}");
    }
}

#[test]
fn every_link_leads_to_the_page_or_a_known_address() {
    let html = page(contract().document());
    let ids = between(&html, "id=\"", "\"");
    let known: [&str; 6] =
        ["/openapi.json", "/openapi.yaml", "/llms.txt", "data:,", &STYLE_PATH, &SCRIPT_PATH];
    for target in between(&html, "href=\"", "\"").union(&between(&html, "src=\"", "\"")) {
        match target.strip_prefix('#') {
            Some(id) => assert!(ids.contains(id), "{target}"),
            None => assert!(known.contains(target), "{target}"),
        }
    }
}

#[test]
fn ids_are_unique() {
    let html = page(contract().document());
    let all = Regex::new(" id=\"([^\"]*)\"").unwrap();
    let mut seen = HashSet::new();
    for found in all.captures_iter(&html) {
        assert!(seen.insert(found[1].to_owned()), "{} is the id of two elements", &found[1]);
    }
    assert!(seen.len() > 300, "{}", seen.len());
}

#[test]
fn the_policy_allows_the_files_of_the_page_only() {
    for part in ["unsafe", "http", "*"] {
        assert!(!CONTENT_SECURITY_POLICY.contains(part), "{part}");
    }
    let html = page(contract().document());
    let inline = Regex::new(" (on[a-z]+|style)=\"|<style|<script>").unwrap();
    assert!(!inline.is_match(&html), "the policy forbids scripts and styles on the page itself");
}

#[test]
fn every_example_of_a_request_is_valid_and_on_the_page() {
    let contract = contract();
    let html = page(contract.document());
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
fn the_example_of_every_answer_and_of_every_event_is_on_the_page() {
    let document = contract().document();
    let html = page(document);
    let mut shown = 0;
    for operation in Operation::all() {
        let row = operation.row();
        let operation = &document["paths"][row.path][row.method.as_str().to_ascii_lowercase()];
        let response = &operation["responses"][row.success.status.to_string()];
        if let Some(example) = response.pointer("/content/application~1json/example") {
            shown += is_shown(&html, &row.id(), example);
        }
    }
    for webhook in document["webhooks"].as_object().unwrap().values() {
        let id = webhook["post"]["operationId"].as_str().unwrap();
        let example = webhook.pointer("/post/requestBody/content/application~1json/example").unwrap();
        shown += is_shown(&html, id, example);
    }
    assert!(shown > 140, "{shown}");
}

/// Checks that the section of an operation has an example; returns 1.
#[track_caller]
fn is_shown(html: &str, id: &str, example: &Value) -> usize {
    let section = html.split(&format!("<article class=\"operation\" id=\"{id}\">")).nth(1).unwrap();
    let section = section.split("</article>").next().unwrap();
    let pretty = super::markup::escape(&serde_json::to_string_pretty(example).unwrap());
    assert!(section.contains(&pretty), "{id} does not show {pretty}");
    1
}

#[test]
fn every_query_parameter_is_described() {
    let document = contract().document();
    let html = page(document);
    let mut shown = 0;
    for operation in Operation::all().map(Operation::row) {
        let described = &document["paths"][operation.path][operation.method.as_str().to_ascii_lowercase()];
        for parameter in described["parameters"].as_array().into_iter().flatten() {
            let text = parameter["description"].as_str().unwrap_or_default();
            let first = text.split(['\n', '`']).next().unwrap_or_default().trim();
            assert!(html.contains(&super::markup::escape(first)), "{}: {text}", operation.name);
            shown += usize::from(!first.is_empty());
        }
    }
    assert!(shown > 50, "{shown}");
}

#[test]
fn a_nested_type_opens_in_place() {
    let html = page(contract().document());
    let section = html.split("<article class=\"operation\" id=\"createCustomer\">").nth(1).unwrap();
    let section = section.split("</article>").next().unwrap();
    assert!(section.contains("<details><summary><code>INDIVIDUAL</code></summary><dl class=\"fields\">"));
    assert!(
        section.contains("<a class=\"deeper\" href=\"#shape-BeneficialOwnerPersonalInfo\">"),
        "deeper types are links"
    );
}

#[test]
fn the_index_names_every_document_and_operation() {
    let text = index(contract().document());
    for path in ["/openapi.json", "/openapi.yaml", "/reference"] {
        assert!(text.contains(&format!("]({path}):")), "{path}");
    }
    for chapter in Chapter::ALL {
        assert!(text.contains(&format!("]({}):", chapter.path())), "{}", chapter.id());
    }
    for operation in Operation::all() {
        let row = operation.row();
        let line = format!("](/reference#{}): {} {}\n", row.id(), row.method.as_str(), row.path);
        assert!(text.contains(&line), "{line}");
    }
}
