//! The record of examples for the served document: the answers and events of one run, without what differs in
//! each run.

use std::collections::HashMap;
use std::path::Path;

use causeway_testing::receiver::ReceivedRequest;
use causeway_wire::Contract;
use causeway_wire::table::OperationRow;
use regex_lite::{Captures, Regex};
use serde_json::{Map, Value, json};

/// The file of the record, which the document includes.
const FILE: &str = "../wire/src/document/examples.json";

/// Maximum number of entries that an example shows of a list.
const ENTRIES: usize = 2;

/// Endings of event types that end a course: the best examples of their webhooks.
const FINAL: [&str; 3] = ["COMPLETED", "APPROVED", "SETTLED"];

/// Answers and events by operation id.
pub(super) struct Record {
    answers: Map<String, Value>,
    events: Map<String, Value>,
    /// Stable replacements of the run's ids.
    ids: HashMap<String, String>,
    uuid: Regex,
    host: Regex,
}

impl Record {
    pub(super) fn new() -> Self {
        let group = |digits: usize| format!("[0-9a-f]{{{digits}}}");
        let uuid = [8, 4, 4, 4, 12].map(group).join("-");
        Self {
            answers: Map::new(),
            events: Map::new(),
            ids: HashMap::new(),
            uuid: Regex::new(&uuid).unwrap(),
            host: Regex::new(r"http://127\.0\.0\.1:[0-9]+").unwrap(),
        }
    }

    /// Records the answer of an operation that answers with a body.
    pub(super) fn answer(&mut self, row: &OperationRow, body: &Value) {
        if row.success.schema.is_some() {
            let example = self.stable(body);
            self.answers.insert(row.id(), example);
        }
    }

    /// Records an event for each webhook of the document.
    ///
    /// # Panics
    /// If no event of a webhook was received.
    pub(super) fn events(&mut self, received: &[ReceivedRequest]) {
        let document = Contract::get().unwrap().document();
        for webhook in document["webhooks"].as_object().unwrap().values() {
            let operation = &webhook["post"];
            let reference = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let schema = document.pointer(reference.as_str().unwrap().trim_start_matches('#')).unwrap();
            let types = schema["properties"]["type"]["enum"].as_array().unwrap();
            let of_webhook =
                received.iter().filter(|event| types.iter().any(|one| *one == event.event().as_str()));
            let best = of_webhook.max_by_key(|event| is_final(&event.event()));
            let best = best.unwrap_or_else(|| panic!("no event of {types:?} was received"));
            let example = self.stable(&best.json());
            self.events.insert(operation["operationId"].as_str().unwrap().to_owned(), example);
        }
    }

    /// Writes the record into the sources of the document.
    pub(super) fn write(&self) {
        let record = json!({ "answers": self.answers, "events": self.events });
        let text = serde_json::to_string_pretty(&record).unwrap() + "\n";
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE), text).unwrap();
    }

    /// Returns the value with stable ids and hosts, and with the first entries of its lists.
    fn stable(&mut self, value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().take(ENTRIES).map(|item| self.stable(item)).collect(),
            Value::Object(members) => {
                let members = members.iter().map(|(name, member)| (name.clone(), self.stable(member)));
                Value::Object(members.collect())
            }
            Value::String(text) => Value::String(self.stable_text(text)),
            other => other.clone(),
        }
    }

    fn stable_text(&mut self, text: &str) -> String {
        let ids = &mut self.ids;
        let text = self.uuid.replace_all(text, |found: &Captures<'_>| {
            let number = ids.len() + 1;
            let new = || format!("0199a1b2-c3d4-7e8f-9a0b-{number:012x}");
            ids.entry(found[0].to_owned()).or_insert_with(new).clone()
        });
        self.host.replace_all(&text, "https://pay.example.com").into_owned()
    }
}

fn is_final(event: &str) -> bool {
    !event.contains("REFUND") && FINAL.iter().any(|end| event.ends_with(end))
}

#[test]
fn a_record_does_not_depend_on_its_run() {
    let mut record = Record::new();
    let id = "01a21ed2-cc43-73f3-9664-2b366e751a19";
    let value =
        json!({ "id": format!("Quote:{id}"), "url": "http://127.0.0.1:43983/webhooks", "list": [1, 2, 3] });
    let stable = json!({
        "id": "Quote:0199a1b2-c3d4-7e8f-9a0b-000000000001", "url": "https://pay.example.com/webhooks", "list": [1, 2],
    });
    assert_eq!(record.stable(&value), stable);
    assert_eq!(record.stable(&value), stable, "the same id has the same replacement");
}
