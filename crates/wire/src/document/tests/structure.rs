//! Tests of the document's consistency.

use std::collections::BTreeSet;

use regex_lite::Regex;
use serde_json::{Value, json};

use crate::code::Code;
use crate::table::Operation;
use crate::validate::Contract;

fn document() -> Value {
    Contract::get().unwrap().document().clone()
}

/// Visits every object of the document.
fn visit<'a>(value: &'a Value, see: &mut impl FnMut(&'a serde_json::Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            see(object);
            object.values().for_each(|value| visit(value, see));
        }
        Value::Array(items) => items.iter().for_each(|value| visit(value, see)),
        _ => {}
    }
}

#[test]
fn the_document_is_generated_deterministically() {
    assert_eq!(document().to_string(), document().to_string());
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_used() {
    let document = document();
    let mut used = BTreeSet::new();
    visit(&document, &mut |object| {
        let mapped =
            object.get("mapping").and_then(Value::as_object).into_iter().flat_map(|mapping| mapping.values());
        for target in object.get("$ref").into_iter().chain(mapped) {
            let pointer = target.as_str().unwrap().strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{target} leads nowhere");
            used.insert(pointer.rsplit('/').next().unwrap().to_owned());
        }
    });
    let named: BTreeSet<String> =
        document["components"]["schemas"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(named.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new());
}

/// Checks that each pattern, as it is served, accepts a good value and refuses a bad one.
#[test]
fn a_cursor_and_a_region_show_their_patterns() {
    let document = document();
    let parameters = document["paths"]["/customers"]["get"]["parameters"].as_array().unwrap();
    for (name, good, bad) in [("cursor", "aGVsbG8_-", "no cursor"), ("region", "DE", "XX")] {
        let parameter = parameters.iter().find(|parameter| parameter["name"] == name).unwrap();
        let schema = match parameter["schema"]["$ref"].as_str() {
            Some(target) => document.pointer(target.strip_prefix('#').unwrap()).unwrap(),
            None => &parameter["schema"],
        };
        let pattern = schema["pattern"].as_str().unwrap_or_else(|| panic!("{name} has no pattern: {schema}"));
        let pattern = Regex::new(pattern).unwrap();
        assert!(pattern.is_match(good) && !pattern.is_match(bad), "{name}: {pattern}");
        assert!(!pattern.is_match(&format!("{good}\n")), "{name}: {pattern}");
    }
}

#[test]
fn every_operation_is_listed_under_its_path_with_its_parameters_and_answers() {
    let document = document();
    for row in Operation::all().map(Operation::row) {
        let operation = &document["paths"][row.path][row.method.as_str().to_ascii_lowercase()];
        assert_eq!(operation["operationId"], json!(row.id()));
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        for name in row.path_parameters() {
            let described =
                parameters.iter().any(|parameter| parameter["name"] == name && parameter["in"] == "path");
            assert!(described, "{}: {name} is not described", row.name);
        }
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses.contains_key(&row.success.status.to_string()), "{}", row.name);
        for status in row.error_statuses() {
            assert!(responses.contains_key(&status.to_string()), "{} lacks {status}", row.name);
        }
        if row.success.paged {
            let names: Vec<&Value> = parameters.iter().map(|parameter| &parameter["name"]).collect();
            assert!(names.contains(&&json!("limit")) && names.contains(&&json!("cursor")), "{}", row.name);
        }
    }
}

#[test]
fn every_member_has_a_description_and_no_null_is_left_by_accident() {
    let document = document();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let described = schema.get("description").is_some() || schema.get("const").is_some();
        let by_table = schema.pointer("/properties/accountType/const").is_some()
            || schema.pointer("/properties/beneficiaryType/const").is_some();
        assert!(described || by_table || name == "FieldConstraint", "{name} has no description");
        visit(schema, &mut |object| {
            let types = object.get("type").and_then(Value::as_array);
            // Token amounts can exceed the range of JSON numbers.
            assert!(types.is_none() || name == "SentTokenUnits", "{name} has a list of types");
        });
    }
}

#[test]
fn every_code_is_listed_with_its_meaning() {
    let document = document();
    for code in Code::ALL {
        let pointer = format!("/components/schemas/Error{}/properties/code", code.status());
        let about = document.pointer(&pointer).unwrap();
        let seen = about["description"].as_str().unwrap();
        let meaning =
            seen.split("\n\n").find_map(|line| line.strip_prefix(&format!("`{}`: ", code.as_str())));
        assert!(meaning.is_some_and(|meaning| meaning.len() > 10), "{} in {seen}", code.as_str());
        assert!(about["enum"].as_array().unwrap().iter().any(|listed| listed == code.as_str()));
    }
}
