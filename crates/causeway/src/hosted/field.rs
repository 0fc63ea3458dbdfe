//! A field of a form: how it is shown, and how what was entered becomes part of a body.

use serde_json::{Map, Value, json};

use super::catalogue::{Catalogue, in_words};

/// What a field takes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// One line; the browser may fill it in as this.
    Text(&'static str),
    Date,
    Number,
    Country,
    /// Several, with commas.
    Countries,
    /// One of these.
    Choice(&'static [&'static str]),
    /// Any of these, at least one.
    Several(&'static [&'static str]),
    File,
}

/// A field of a form. Its name is the path of the member in the body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// A field as it is shown.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: &'static str,
    pub(super) hint: &'static str,
    /// What the browser makes of it: `text`, `date`, `number`, `file`, `select` or `group`.
    pub(super) control: &'static str,
    pub(super) autocomplete: &'static str,
    pub(super) value: String,
    pub(super) options: Vec<Choice>,
    pub(super) error: Option<String>,
}

/// One of the values of a field.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) label: String,
    pub(super) is_chosen: bool,
}

impl Spec {
    /// The field in a form of this name. `value` is what it holds; `error` what is wrong with that.
    pub(super) fn shown(
        self,
        catalogue: &Catalogue,
        form: &str,
        value: &str,
        error: Option<String>,
    ) -> Field {
        let (control, autocomplete) = match self.kind {
            Kind::Text(autocomplete) => ("text", autocomplete),
            Kind::Date => ("date", "off"),
            Kind::Number => ("number", "off"),
            Kind::Country => ("text", "country"),
            Kind::Countries => ("text", "off"),
            Kind::Choice(_) => ("select", "off"),
            Kind::Several(_) => ("group", "off"),
            Kind::File => ("file", "off"),
        };
        let chosen: Vec<&str> = value.split(", ").collect();
        let options = match self.kind {
            Kind::Choice(names) | Kind::Several(names) => {
                let option = |name: &&str| Choice {
                    value: (*name).to_owned(),
                    label: in_words(name),
                    is_chosen: chosen.contains(name),
                };
                names.iter().map(option).collect()
            }
            _ => Vec::new(),
        };
        Field {
            id: format!("{form}-{}", self.name.replace('.', "-")),
            name: self.name.to_owned(),
            label: catalogue.label(self.name),
            hint: catalogue.hint(self.name),
            control,
            autocomplete,
            value: value.to_owned(),
            options,
            error,
        }
    }

    /// What was entered, as the field shows it again.
    pub(super) fn entered(self, parts: &Map<String, Value>) -> String {
        match self.kind {
            Kind::Several(names) => {
                let is_set = |name: &&&str| parts.contains_key(&format!("{}.{name}", self.name));
                names.iter().filter(is_set).copied().collect::<Vec<_>>().join(", ")
            }
            _ => parts.get(self.name).and_then(Value::as_str).unwrap_or_default().trim().to_owned(),
        }
    }

    /// What was entered, as a body says it; nothing where nothing was.
    fn value(self, parts: &Map<String, Value>) -> Option<Value> {
        let entered = self.entered(parts);
        if entered.is_empty() {
            return None;
        }
        Some(match self.kind {
            Kind::Text(_) | Kind::Date | Kind::Choice(_) | Kind::File => entered.into(),
            Kind::Country => entered.to_uppercase().into(),
            Kind::Number => entered.parse::<i64>().map_or_else(|_| json!(entered), Value::from),
            Kind::Countries => {
                let separator = |letter: char| letter == ',' || letter.is_whitespace();
                let codes = entered.split(separator).filter(|code| !code.is_empty());
                codes.map(str::to_uppercase).collect()
            }
            Kind::Several(_) => entered.split(", ").map(str::to_owned).collect(),
        })
    }
}

/// The body that says what was entered into these fields; whatever else was sent is left out.
pub(super) fn body(fields: &[Spec], parts: &Map<String, Value>) -> Map<String, Value> {
    let mut body = Map::new();
    for field in fields {
        if let Some(value) = field.value(parts) {
            put(&mut body, field.name, value);
        }
    }
    body
}

fn put(body: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            body.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = body.entry(first).or_insert_with(|| Map::new().into());
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &[Spec] = &[
        Spec { name: "fullName", kind: Kind::Text("name") },
        Spec { name: "address.country", kind: Kind::Country },
        Spec { name: "address.line1", kind: Kind::Text("off") },
        Spec { name: "businessInfo.countries", kind: Kind::Countries },
        Spec { name: "share", kind: Kind::Number },
        Spec { name: "roles", kind: Kind::Several(&["UBO", "DIRECTOR"]) },
    ];

    fn body_of(sent: &Value) -> Value {
        body(FIELDS, sent.as_object().unwrap()).into()
    }

    #[test]
    fn what_was_entered_becomes_a_body() {
        let sent = json!({
            "fullName": " Ada Lovelace ", "address.country": "gb", "businessInfo.countries": "gb, de fr",
            "share": "40", "roles.UBO": "on", "roles.DIRECTOR": "on", "kycStatus": "APPROVED",
        });
        let wanted = json!({
            "fullName": "Ada Lovelace", "address": { "country": "GB" },
            "businessInfo": { "countries": ["GB", "DE", "FR"] }, "share": 40, "roles": ["UBO", "DIRECTOR"],
        });
        assert_eq!(body_of(&sent), wanted);
        assert_eq!(body_of(&json!({ "address.line1": "  " })), json!({}), "what is empty says nothing");
        assert_eq!(body_of(&json!({ "share": "half" })), json!({ "share": "half" }), "left to the checks");
    }
}
