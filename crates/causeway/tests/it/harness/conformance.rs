//! Checks of all responses and events in journeys against the served document.
//!
//! `CAUSEWAY_SECOND_DOCUMENT` may name the file of another OpenAPI document of the same operations: successes
//! and events are then also checked against its schemas.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use causeway_domain::letters::is_email;
use causeway_testing::http::Response;
use causeway_wire::Contract;
use causeway_wire::table::{Operation, OperationRow};
use jsonschema::Validator;
use serde_json::Value;

/// Variable with the path of the second document.
const SECOND_DOCUMENT: &str = "CAUSEWAY_SECOND_DOCUMENT";

static OWN: LazyLock<Document> = LazyLock::new(|| {
    let contract = Contract::get().expect("the contract compiles");
    Document::of("the served document", contract.document().clone())
});

static SECOND: LazyLock<Option<Document>> = LazyLock::new(|| {
    let path = PathBuf::from(std::env::var_os(SECOND_DOCUMENT)?);
    let text = std::fs::read_to_string(path).expect("the second document can be read");
    Some(Document::of(
        "the second document",
        serde_json::from_str(&text).expect("the second document is JSON"),
    ))
});

/// Checks a response against the documents and the rules for all responses (conventions 1, 7.1).
///
/// # Panics
/// With the whole exchange, if the response does not conform.
pub(super) fn check_answer(response: &Response) {
    let headers = ["x-request-id", "cache-control"].map(|name| response.header(name).is_some());
    assert_eq!(headers, [true, true], "X-Request-Id and Cache-Control are missing\n{response}");
    let json = Some("application/json; charset=utf-8");
    let expected = if response.status == 204 { None } else { json };
    assert_eq!(response.header("content-type"), expected, "{response}");
    if response.status >= 400 {
        let body = response.json();
        assert_eq!(body["status"], response.status, "the status in the body\n{response}");
        assert!(body["code"].is_string() && body["message"].is_string(), "{response}");
    }
    let Some(row) = operation(response) else { return };
    let problems = OWN.problems_of_answer(row, response);
    assert!(problems.is_empty(), "{} does not conform to the document: {problems:#?}\n{response}", row.name);
    if let Some(second) = SECOND.as_ref().filter(|_| response.status < 300) {
        let problems = second.problems_of_answer(row, response);
        assert!(
            problems.is_empty(),
            "{} differs from the second document: {problems:#?}\n{response}",
            row.name
        );
    }
}

/// Checks the body of an event against the documents.
///
/// # Panics
/// If it does not conform.
pub(super) fn check_event(event_type: &str, body: &Value) {
    for document in std::iter::once(&*OWN).chain(SECOND.as_ref()) {
        let problems = document.problems_of_event(event_type, body);
        assert!(problems.is_empty(), "{event_type} differs from {}: {problems:#?}\n{body:#}", document.name);
    }
}

/// Returns the requested operation, if the path is that of one: literal parts of a path take precedence over
/// parameters.
fn operation(response: &Response) -> Option<&'static OperationRow> {
    let path = response.path.split('?').next().unwrap_or_default();
    let fits = |row: &&OperationRow| row.method.as_str() == response.method && is_at(row.path, path);
    Operation::all().map(Operation::row).filter(fits).min_by_key(|row| row.path_parameters().count())
}

fn is_at(template: &str, path: &str) -> bool {
    let mut template = template.split('/');
    let mut path = path.split('/');
    loop {
        match (template.next(), path.next()) {
            (None, None) => return true,
            (Some(name), Some(part)) if name == part || (name.starts_with('{') && !part.is_empty()) => {}
            _ => return false,
        }
    }
}

/// A document with the validators compiled so far, by the JSON pointers of their schemas.
struct Document {
    name: &'static str,
    document: Value,
    /// JSON pointer of the schema by event type.
    events: HashMap<String, String>,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Document {
    fn of(name: &'static str, document: Value) -> Self {
        let mut document = Self { name, document, events: HashMap::new(), validators: Mutex::default() };
        document.events = document.list_events();
        document
    }

    fn list_events(&self) -> HashMap<String, String> {
        let webhooks = self.document["webhooks"].as_object().expect("a document with webhooks");
        let mut events = HashMap::new();
        for name in webhooks.keys() {
            let pointer = format!("/webhooks/{name}/post/requestBody/content/application~1json/schema");
            let schema = self.document.pointer(&pointer).expect("a webhook has a body");
            for event in self.event_types(schema) {
                events.insert(event, pointer.clone());
            }
        }
        events
    }

    /// Returns the values of `type` that the schema of an event allows.
    fn event_types(&self, schema: &Value) -> Vec<String> {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.document.pointer(reference.trim_start_matches('#'));
            return self.event_types(target.expect("a reference within the document"));
        }
        let texts = |values: &Value| -> Vec<String> {
            let all = values.as_array().into_iter().flatten();
            all.filter_map(|value| value.as_str().map(str::to_owned)).collect()
        };
        let of_parts =
            schema["allOf"].as_array().into_iter().flatten().flat_map(|part| self.event_types(part));
        let own = &schema["properties"]["type"];
        texts(&own["enum"])
            .into_iter()
            .chain(own["const"].as_str().map(str::to_owned))
            .chain(of_parts)
            .collect()
    }

    fn problems_of_answer(&self, row: &OperationRow, response: &Response) -> Vec<String> {
        let method = row.method.as_str().to_ascii_lowercase();
        let place = format!("/paths/{}/{method}/responses/{}", escaped(row.path), response.status);
        let Some(entry) = self.document.pointer(&place) else {
            return vec![format!("{} does not know the status {}", self.name, response.status)];
        };
        let place = entry["$ref"].as_str().map_or(place, |there| there.trim_start_matches('#').to_owned());
        let schema = format!("{place}/content/application~1json/schema");
        match self.document.pointer(&schema) {
            Some(_) => self.problems(schema, &response.json()),
            None if response.body.is_empty() => Vec::new(),
            None => vec!["a body where the document has none".to_owned()],
        }
    }

    fn problems_of_event(&self, event_type: &str, body: &Value) -> Vec<String> {
        match self.events.get(event_type) {
            Some(pointer) => self.problems(pointer.clone(), body),
            None => vec![format!("{} does not know the event", self.name)],
        }
    }

    fn problems(&self, pointer: String, value: &Value) -> Vec<String> {
        let validator = self.validator(pointer);
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
    }

    fn validator(&self, pointer: String) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let validator = validators.entry(pointer).or_insert_with_key(|pointer| {
            let mut schema = self.document.pointer(pointer).expect("a schema").clone();
            schema["components"] = self.document["components"].clone();
            let options = jsonschema::options().should_validate_formats(true).with_format("email", is_email);
            Arc::new(options.build(&schema).expect("a schema of the document"))
        });
        Arc::clone(validator)
    }
}

/// Escapes a path as one part of a JSON pointer.
fn escaped(path: &str) -> String {
    path.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn paths_are_recognised_by_their_templates() {
        assert!(is_at("/customers/{customerId}", "/customers/Customer:1"));
        assert!(is_at("/customers", "/customers"));
        assert!(!is_at("/customers/{customerId}", "/customers"));
        assert!(!is_at("/customers/{customerId}", "/customers/"));
        assert!(!is_at("/customers", "/tokens"));
    }

    #[test]
    fn a_nonconforming_event_is_found() {
        let event = json!({
            "id": "Webhook:01890a5d-ac96-774b-bcce-b302099a8057", "type": "TEST",
            "timestamp": "2025-10-03T12:00:00.000Z", "data": {},
        });
        assert_eq!(OWN.problems_of_event("TEST", &event), [""; 0]);
        let mut broken = event;
        broken["timestamp"] = json!("yesterday");
        assert_eq!(OWN.problems_of_event("TEST", &broken).len(), 1);
        assert!(!OWN.problems_of_event("CUSTOMER.KYC_APPROVED", &broken["data"]).is_empty());
        assert_eq!(OWN.problems_of_event("NOTHING", &broken).len(), 1);
    }
}
