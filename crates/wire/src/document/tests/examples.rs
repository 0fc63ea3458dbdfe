//! Tests of the recorded examples: none is missing, none is left over, and each fits its schema.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::table::Operation;
use crate::validate::Contract;

/// The command that records the examples.
const RECORD: &str =
    "UPDATE_DOCS=1 cargo test -p causeway --test it every_example_of_the_reference_is_carried_out::sqlite";

fn document() -> &'static Value {
    Contract::get().unwrap().document()
}

/// Returns the media type object of each success with a body, by operation id.
fn answers() -> Vec<(String, &'static Value)> {
    let with_body = Operation::all().map(Operation::row).filter(|row| row.success.schema.is_some());
    let answer = with_body.map(|row| {
        let operation = &document()["paths"][row.path][row.method.as_str().to_ascii_lowercase()];
        let response = &operation["responses"][row.success.status.to_string()];
        (row.id(), &response["content"]["application/json"])
    });
    answer.collect()
}

/// Returns the media type object of each event, by operation id.
fn events() -> Vec<(String, &'static Value)> {
    let webhooks = document()["webhooks"].as_object().unwrap();
    let event = webhooks.values().map(|webhook| {
        let operation = &webhook["post"];
        let id = operation["operationId"].as_str().unwrap().to_owned();
        (id, &operation["requestBody"]["content"]["application/json"])
    });
    event.collect()
}

/// Returns the errors of an example against its schema.
fn problems(content: &Value) -> Vec<String> {
    let mut schema = content["schema"].clone();
    schema["components"] = document()["components"].clone();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors = validator.iter_errors(&content["example"]);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn every_success_and_every_event_has_a_recorded_example() {
    let all = answers().into_iter().chain(events());
    let missing: Vec<String> =
        all.filter(|(_, content)| content.get("example").is_none()).map(|(id, _)| id).collect();
    assert!(missing.is_empty(), "no example of {missing:?}; record them: {RECORD}");
}

#[test]
fn every_recorded_example_fits_its_schema() {
    let all: Vec<(String, &Value)> = answers().into_iter().chain(events()).collect();
    assert!(all.len() > 150, "{} examples", all.len());
    for (id, content) in all {
        let problems = problems(content);
        assert!(problems.is_empty(), "{id}: {problems:?}; record the examples again: {RECORD}");
    }
}

#[test]
fn nothing_is_recorded_that_the_document_does_not_show() {
    let recorded: Value = serde_json::from_str(include_str!("../examples.json")).unwrap();
    let names = |member: &str| recorded[member].as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let shown = |all: Vec<(String, &Value)>| all.into_iter().map(|(id, _)| id).collect::<BTreeSet<_>>();
    assert_eq!(names("answers"), shown(answers()), "{RECORD}");
    assert_eq!(names("events"), shown(events()), "{RECORD}");
}

#[test]
fn an_example_that_does_not_fit_is_noticed() {
    let (id, content) = answers().into_iter().find(|(id, _)| id == "createCustomer").unwrap();
    let mut broken = content.clone();
    broken["example"]["id"] = 1.into();
    assert_eq!(problems(content), [""; 0], "{id}");
    assert!(!problems(&broken).is_empty());
}
