//! Fields of forms: their controls, and the conversion of input into a body.

use std::iter::once;

use serde_json::{Map, Value, json};

use super::catalogue::Catalogue;
use super::countries;
use super::values::words_for;

/// Maximum number of selects for a list of countries, because a form has at most 64 parts. Further countries
/// are kept unchanged.
const MAX_COUNTRY_LISTS: usize = 15;

/// Number of empty selects after those of the chosen countries.
const COUNTRY_LISTS_SPARE: usize = 2;

/// The control of a field. The texts of `Text`, `Date` and `Country` are browsers' autocomplete names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text(&'static str),
    Date(&'static str),
    Percentage,
    Country(&'static str),
    /// Several countries, with one select each: browsers send a multiple select as parts of one name.
    Countries,
    /// One of these values.
    Choice(&'static [&'static str]),
    /// Any of these values, at least one.
    Several(&'static [&'static str]),
    /// One of the required documents; the page adds the options.
    Document,
    File,
}

/// A field of a form. The name is the path of the member in the body.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldSpec {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// A field as rendered by the template.
#[derive(Debug)]
pub(super) struct RenderedField {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: &'static str,
    pub(super) hint: &'static str,
    /// `text`, `date`, `number`, `file`, `select`, `countries` or `checks`.
    pub(super) control: &'static str,
    pub(super) autocomplete: &'static str,
    pub(super) value: String,
    pub(super) groups: Vec<Group>,
    /// Selects of a list of countries.
    pub(super) lists: Vec<CountryList>,
    /// Comma-separated codes of the countries without a select.
    pub(super) rest: String,
    pub(super) error: Option<String>,
}

/// Options under one heading, or without a heading if the label is empty.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) label: String,
    pub(super) options: Vec<Choice>,
}

/// One option of a field.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) label: String,
    pub(super) is_chosen: bool,
}

/// One select of a list of countries.
#[derive(Debug)]
pub(super) struct CountryList {
    /// From 1; a suffix of the field's id and name.
    pub(super) number: usize,
    pub(super) options: Vec<Choice>,
}

impl RenderedField {
    /// Returns the ids of the hint and the error, for `aria-describedby`.
    pub(super) fn described_by(&self) -> String {
        let hint = (!self.hint.is_empty()).then(|| format!("{}-hint", self.id));
        let error = self.error.is_some().then(|| format!("{}-error", self.id));
        hint.into_iter().chain(error).collect::<Vec<_>>().join(" ")
    }
}

impl FieldSpec {
    /// Returns the field for the template, in the form with this id and with this value.
    pub(super) fn view(
        self,
        catalogue: &Catalogue,
        form: &str,
        value: &str,
        error: Option<String>,
    ) -> RenderedField {
        let (control, autocomplete) = match self.kind {
            Kind::Text(autocomplete) => ("text", autocomplete),
            Kind::Date(autocomplete) => ("date", autocomplete),
            Kind::Percentage => ("number", "off"),
            Kind::Country(autocomplete) => ("select", autocomplete),
            Kind::Countries => ("countries", "off"),
            Kind::Choice(_) | Kind::Document => ("select", "off"),
            Kind::Several(_) => ("checks", "off"),
            Kind::File => ("file", "off"),
        };
        let chosen: Vec<&str> = value.split(", ").filter(|one| !one.is_empty()).collect();
        let options = match self.kind {
            Kind::Choice(names) | Kind::Several(names) => {
                let option = |name: &&str| Choice {
                    value: (*name).to_owned(),
                    label: words_for(name),
                    is_chosen: chosen.contains(name),
                };
                names.iter().map(option).collect()
            }
            Kind::Country(_) => country_options(value),
            _ => Vec::new(),
        };
        let (lists, rest) = match self.kind {
            Kind::Countries => country_lists(&chosen),
            _ => (Vec::new(), String::new()),
        };
        RenderedField {
            id: format!("{form}-{}", self.name.replace('.', "-")),
            name: self.name.to_owned(),
            label: catalogue.label(self.name),
            hint: catalogue.hint(self.name),
            control,
            autocomplete,
            value: value.to_owned(),
            groups: vec![Group { label: String::new(), options }],
            lists,
            rest,
            error,
        }
    }

    /// Returns the input, in the form that the field shows again.
    pub(super) fn entered(self, parts: &Map<String, Value>) -> String {
        let text = |name: &str| parts.get(name).and_then(Value::as_str).unwrap_or_default().trim();
        match self.kind {
            Kind::Several(names) => {
                let is_set = |name: &&&str| parts.contains_key(&format!("{}.{name}", self.name));
                names.iter().filter(is_set).copied().collect::<Vec<_>>().join(", ")
            }
            Kind::Countries => {
                let numbered = (1..=MAX_COUNTRY_LISTS).map(|number| format!("{}.{number}", self.name));
                let names: Vec<String> = numbered.chain(once(format!("{}.rest", self.name))).collect();
                let codes = names.iter().flat_map(|name| text(name).split(','));
                let mut entered: Vec<&str> = Vec::new();
                for code in codes.map(str::trim).filter(|code| !code.is_empty()) {
                    if !entered.contains(&code) {
                        entered.push(code);
                    }
                }
                entered.join(", ")
            }
            _ => text(self.name).to_owned(),
        }
    }

    /// Returns the input as a member of the body, or `None` if the field is empty.
    fn value(self, parts: &Map<String, Value>) -> Option<Value> {
        let entered = self.entered(parts);
        if entered.is_empty() {
            return None;
        }
        Some(match self.kind {
            Kind::Text(_)
            | Kind::Date(_)
            | Kind::Country(_)
            | Kind::Choice(_)
            | Kind::Document
            | Kind::File => entered.into(),
            Kind::Percentage => entered.parse::<i64>().map_or_else(|_| json!(entered), Value::from),
            Kind::Countries | Kind::Several(_) => entered.split(", ").map(str::to_owned).collect(),
        })
    }
}

/// Returns the body with the input of these fields. Other parts are left out.
pub(super) fn body(fields: &[FieldSpec], parts: &Map<String, Value>) -> Map<String, Value> {
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

fn country_options(chosen: &str) -> Vec<Choice> {
    let option = |country: &causeway_domain::Country| Choice {
        value: country.as_str().to_owned(),
        label: country.name().to_owned(),
        is_chosen: country.as_str() == chosen,
    };
    countries::by_name().iter().map(option).collect()
}

/// Returns a select for each country and the empty ones, and the comma-separated codes without a select.
fn country_lists(chosen: &[&str]) -> (Vec<CountryList>, String) {
    let (with_list, rest) = chosen.split_at(chosen.len().min(MAX_COUNTRY_LISTS));
    let count = (with_list.len() + COUNTRY_LISTS_SPARE).min(MAX_COUNTRY_LISTS);
    let list = |at: usize| CountryList {
        number: at + 1,
        options: country_options(with_list.get(at).copied().unwrap_or_default()),
    };
    ((0..count).map(list).collect(), rest.join(","))
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::ENGLISH;
    use super::*;

    const FIELDS: &[FieldSpec] = &[
        FieldSpec { name: "fullName", kind: Kind::Text("name") },
        FieldSpec { name: "address.country", kind: Kind::Country("country") },
        FieldSpec { name: "address.line1", kind: Kind::Text("off") },
        FieldSpec { name: "businessInfo.countries", kind: Kind::Countries },
        FieldSpec { name: "share", kind: Kind::Percentage },
        FieldSpec { name: "roles", kind: Kind::Several(&["UBO", "DIRECTOR"]) },
    ];

    fn body_of(sent: &Value) -> Value {
        body(FIELDS, sent.as_object().unwrap()).into()
    }

    #[test]
    fn the_input_becomes_a_body() {
        let sent = json!({
            "fullName": " Ada Lovelace ", "address.country": "GB", "businessInfo.countries.1": "GB",
            "businessInfo.countries.2": "DE", "businessInfo.countries.5": "GB", "businessInfo.countries.rest": "FR,IT",
            "share": "40", "roles.UBO": "on", "roles.DIRECTOR": "on", "kycStatus": "APPROVED",
        });
        let expected = json!({
            "fullName": "Ada Lovelace", "address": { "country": "GB" },
            "businessInfo": { "countries": ["GB", "DE", "FR", "IT"] }, "share": 40, "roles": ["UBO", "DIRECTOR"],
        });
        assert_eq!(body_of(&sent), expected);
        assert_eq!(body_of(&json!({ "address.line1": "  " })), json!({}), "empty input is left out");
        assert_eq!(body_of(&json!({ "share": "half" })), json!({ "share": "half" }), "left to the checks");
    }

    #[test]
    fn many_countries_survive_a_form() {
        let countries: Vec<&str> = countries::by_name().iter().map(|country| country.as_str()).collect();
        for count in [0, 1, 14, 15, 16, countries.len()] {
            let chosen = &countries[..count];
            let field = FIELDS[3].view(&ENGLISH, "details", &chosen.join(", "), None);
            assert!((2..=15).contains(&field.lists.len()), "{count}");
            let mut sent = json!({ "businessInfo.countries.rest": field.rest });
            for list in &field.lists {
                let option = list.options.iter().find(|option| option.is_chosen);
                if let Some(option) = option {
                    sent[format!("businessInfo.countries.{}", list.number)] = json!(option.value);
                }
            }
            let body = body_of(&sent);
            let expected = if count == 0 { Value::Null } else { json!(chosen) };
            assert_eq!(body["businessInfo"]["countries"], expected, "{count}");
        }
    }
}
