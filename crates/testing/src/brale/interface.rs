//! The requests and responses that the provider's document allows.

use hyper::HeaderMap;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

const INTERFACE: &str = include_str!("interface.json");

/// The documented interface.
#[derive(Debug)]
pub struct Interface(Value);

/// A documented operation with the values of its path parameters.
struct Operation<'a> {
    document: &'a Value,
    /// By parameter name.
    path: Vec<(String, String)>,
}

impl Interface {
    /// Reads the interface from its file.
    ///
    /// # Panics
    /// If the file is not JSON.
    #[must_use]
    pub fn read() -> Self {
        match serde_json::from_str(INTERFACE) {
            Ok(document) => Self(document),
            Err(error) => panic!("the interface is not JSON: {error}"),
        }
    }

    /// Lists the parts of a request that the document does not allow; `target` is its path and query.
    #[must_use]
    pub fn check_request(&self, method: &str, target: &str, headers: &HeaderMap, body: &[u8]) -> Vec<String> {
        let Some(operation) = self.operation(method, target) else {
            return vec![format!("{method} {target} is not in the document")];
        };
        let mut problems = self.check_parameters(&operation, target, headers);
        match &operation.document["requestBody"] {
            Value::Null if body.is_empty() => {}
            Value::Null => problems.push("a body".to_owned()),
            schema => match serde_json::from_slice(body) {
                Ok(body) => problems.extend(self.violations(schema, &body)),
                Err(error) => problems.push(format!("the body is not JSON: {error}")),
            },
        }
        problems
    }

    /// Lists the parts of a successful response that the document does not allow.
    #[must_use]
    pub fn check_answer(&self, method: &str, target: &str, status: u16, body: &Value) -> Vec<String> {
        let Some(operation) = self.operation(method, target) else {
            return vec![format!("{method} {target} is not in the document")];
        };
        let documented = &operation.document["answer"];
        if documented["status"] != status {
            return vec![format!("{status} instead of {}", documented["status"])];
        }
        // The path documents a bare list; the example and a separate schema document a list with cursors.
        // Both are accepted.
        if operation.document["operationId"] == "listTransfers" && body.is_object() {
            return self.violations(&json!({ "$ref": "#/components/schemas/TransfersList" }), body);
        }
        self.violations(&documented["schema"], body)
    }

    /// Lists the errors in wire instructions.
    #[must_use]
    pub fn check_wire_instructions(&self, instructions: &Value) -> Vec<String> {
        self.violations(&json!({ "$ref": "#/components/schemas/WireInstructions" }), instructions)
    }

    fn operation(&self, method: &str, target: &str) -> Option<Operation<'_>> {
        let path = target.split('?').next().unwrap_or_default();
        let parts: Vec<&str> = path.split('/').collect();
        self.0["paths"].as_object()?.iter().find_map(|(template, methods)| {
            let document = methods.get(method.to_ascii_lowercase())?;
            let names: Vec<&str> = template.split('/').collect();
            if names.len() != parts.len() {
                return None;
            }
            let mut values = Vec::new();
            for (name, part) in names.iter().zip(&parts) {
                match name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                    Some(name) => values.push((name.to_owned(), decoded(part))),
                    None if name == part => {}
                    None => return None,
                }
            }
            Some(Operation { document, path: values })
        })
    }

    fn check_parameters(&self, operation: &Operation<'_>, target: &str, headers: &HeaderMap) -> Vec<String> {
        let query = target.split_once('?').map(|(_, query)| query).unwrap_or_default();
        let query = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        });
        let query: Vec<(String, String)> = query.collect();
        let documented = operation.document["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut problems = Vec::new();
        for (name, _) in &query {
            if !documented.iter().any(|one| one["in"] == "query" && one["name"] == name.as_str()) {
                problems.push(format!("{name} is not a parameter"));
            }
        }
        for one in documented {
            let name = one["name"].as_str().unwrap_or_default();
            let of = |pairs: &[(String, String)]| {
                pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.clone())
            };
            let value = match one["in"].as_str() {
                Some("path") => of(&operation.path),
                Some("query") => of(&query),
                _ => headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned),
            };
            match value {
                None if one["required"] == true => problems.push(format!("{name} is missing")),
                None => {}
                Some(value) => {
                    problems.extend(self.violations(&one["schema"], &typed(&one["schema"], value)))
                }
            }
        }
        problems
    }

    fn violations(&self, schema: &Value, instance: &Value) -> Vec<String> {
        let whole = json!({ "allOf": [schema], "components": self.0["components"] });
        match jsonschema::validator_for(&whole) {
            Ok(validator) => {
                let errors = validator.iter_errors(instance);
                errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
            }
            Err(error) => vec![format!("the schema is invalid: {error}")],
        }
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Converts a parameter, which is sent as text, to the type of its schema.
fn typed(schema: &Value, sent: String) -> Value {
    let number = sent.parse::<u64>().ok().filter(|_| schema["type"] == "integer");
    number.map_or_else(|| Value::from(sent), Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = "/accounts/2VcUIIsgARwVbEGlIYbhg6fGG5";

    fn request(method: &str, below: &str, body: &Value) -> Vec<String> {
        let headers = HeaderMap::from_iter([("idempotency-key".parse().unwrap(), "k".parse().unwrap())]);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        Interface::read().check_request(method, &format!("{ACCOUNT}{below}"), &headers, body.as_bytes())
    }

    #[test]
    fn only_documented_requests_pass() {
        let wallet = json!({ "name": null, "address": "spark1q", "transfer_types": ["spark"] });
        assert_eq!(request("POST", "/addresses/external", &wallet), Vec::<String>::new());
        assert_eq!(
            request("GET", "/transfers?page%5Bsize%5D=25&value_type=A", &Value::Null),
            Vec::<String>::new()
        );
        for (method, below, body) in [
            (
                "POST",
                "/addresses/external",
                json!({ "name": "a", "wallet_address": "spark1q", "transfer_types": [] }),
            ),
            ("GET", "/transfers?idempotency_key=k", Value::Null),
            ("GET", "/transfers?page%5Bsize%5D=101", Value::Null),
            ("GET", "/transfers/short", Value::Null),
            ("GET", "/tokens/ACME", Value::Null),
            ("POST", "/transfers/2VcUIIsgARwVbEGlIYbhg6fGG5/cancel", json!({})),
            ("POST", "/transfers", json!({ "amount": { "value": "1.00", "currency": "USD" } })),
        ] {
            assert!(!request(method, below, &body).is_empty(), "{method} {below}");
        }
        let without_key = Interface::read().check_request(
            "POST",
            &format!("{ACCOUNT}/addresses/external"),
            &HeaderMap::new(),
            wallet.to_string().as_bytes(),
        );
        assert_eq!(without_key, ["Idempotency-Key is missing"]);
    }
}
