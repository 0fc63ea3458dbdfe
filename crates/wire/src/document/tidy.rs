//! What schemars writes, made into what the document says.
//!
//! Three things differ. An `Option` is a field that may be absent, not one that may be `null`. A union is
//! chosen by its tag, which belongs to the chosen object. And a type's own example of itself is no part of
//! the contract.

use serde_json::{Map, Value, json};

use super::DocumentError;
use crate::scalar::NULL_IS_MEANT;
use crate::scalar::schema::add_tag;

const DEFINITIONS: &str = "#/components/schemas/";

/// Tidies the definitions of a generator.
pub(super) fn definitions(raw: Map<String, Value>) -> Result<Map<String, Value>, DocumentError> {
    let mut schemas: Vec<(String, Value)> = raw.into_iter().collect();
    // schemars gives the second type of a name the name with a number, and no other name here ends in one.
    if let Some((name, _)) =
        schemas.iter().find(|(name, _)| name.ends_with(|last: char| last.is_ascii_digit()))
    {
        return Err(DocumentError::NameTaken(name.clone()));
    }
    schemas.sort_by(|one, other| one.0.cmp(&other.0));
    let mut schemas: Map<String, Value> = schemas.into_iter().collect();
    for schema in schemas.values_mut() {
        absent_is_not_null(schema);
    }
    let unions: Vec<(String, Union)> =
        schemas.iter().filter_map(|(name, schema)| Some((name.clone(), Union::read(schema)?))).collect();
    for (name, union) in unions {
        union.write(&name, &mut schemas)?;
    }
    Ok(schemas)
}

/// Takes back the `null` that schemars allows for every `Option`, and leaves those that are meant.
pub(super) fn absent_is_not_null(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(absent_is_not_null),
        Value::Object(object) => {
            object.values_mut().for_each(absent_is_not_null);
            if object.shift_remove(NULL_IS_MEANT).is_none() {
                strip_null(object);
            }
        }
        _ => {}
    }
}

fn strip_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(choices)) = object.get("anyOf")
        && let [Value::Object(meant), other] = choices.as_slice()
        && *other == json!({ "type": "null" })
    {
        let meant = meant.clone();
        object.shift_remove("anyOf");
        for (keyword, value) in meant {
            object.entry(keyword).or_insert(value);
        }
    }
}

/// A union as schemars writes it: each choice is a reference with the tag beside it.
struct Union {
    tag: String,
    /// The tag's value and the name of the definition it chooses.
    choices: Vec<(String, String)>,
}

impl Union {
    fn read(schema: &Value) -> Option<Self> {
        let choices = schema.get("oneOf")?.as_array()?;
        if schema.get("discriminator").is_some() {
            return None;
        }
        let mut tags = Vec::new();
        let mut read = Vec::new();
        for choice in choices {
            let target = choice.get("$ref")?.as_str()?.strip_prefix(DEFINITIONS)?;
            let (tag, value) = choice.get("properties")?.as_object()?.iter().next()?;
            tags.push(tag.clone());
            read.push((value.get("const")?.as_str()?.to_owned(), target.to_owned()));
        }
        Some(Self { tag: tags.first()?.clone(), choices: read })
    }

    fn write(self, name: &str, schemas: &mut Map<String, Value>) -> Result<(), DocumentError> {
        let mut choices = Vec::new();
        let mut mapping = Map::new();
        for (value, target) in &self.choices {
            let chosen = schemas.get_mut(target).ok_or_else(|| DocumentError::Unknown(target.clone()))?;
            if chosen.pointer(&format!("/properties/{}", self.tag)).is_some() {
                return Err(DocumentError::InTwoUnions(target.clone()));
            }
            add_tag(chosen, &self.tag, value);
            choices.push(json!({ "$ref": format!("{DEFINITIONS}{target}") }));
            mapping.insert(value.clone(), json!(format!("{DEFINITIONS}{target}")));
        }
        if let Some(Value::Object(union)) = schemas.get_mut(name) {
            union.insert("oneOf".to_owned(), Value::Array(choices));
            union.insert("discriminator".to_owned(), json!({ "propertyName": self.tag, "mapping": mapping }));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_absent_and_a_meant_null_stays() {
        let mut schema = json!({
            "properties": {
                "inline": { "type": ["string", "null"], "maxLength": 3 },
                "named": { "description": "d", "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] },
                "meant": { "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }], NULL_IS_MEANT: true },
            }
        });
        absent_is_not_null(&mut schema);
        assert_eq!(
            schema,
            json!({
                "properties": {
                    "inline": { "type": "string", "maxLength": 3 },
                    "named": { "description": "d", "$ref": "#/components/schemas/A" },
                    "meant": { "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] },
                }
            })
        );
    }

    fn union_of(target: &str) -> Value {
        json!({
            "oneOf": [{
                "type": "object",
                "properties": { "kind": { "type": "string", "const": "A" } },
                "required": ["kind"],
                "$ref": format!("{DEFINITIONS}{target}"),
            }]
        })
    }

    #[test]
    fn the_tag_moves_into_the_chosen_object() {
        let raw = json!({ "U": union_of("A"), "A": { "type": "object", "properties": { "x": true } } });
        let tidy = definitions(raw.as_object().unwrap().clone()).unwrap();
        assert_eq!(
            Value::Object(tidy),
            json!({
                "A": {
                    "type": "object",
                    "properties": { "kind": { "type": "string", "const": "A" }, "x": true },
                    "required": ["kind"],
                },
                "U": {
                    "oneOf": [{ "$ref": "#/components/schemas/A" }],
                    "discriminator": { "propertyName": "kind", "mapping": { "A": "#/components/schemas/A" } },
                },
            })
        );
    }

    #[test]
    fn clashes_are_refused() {
        let clash = |raw: Value| definitions(raw.as_object().unwrap().clone()).unwrap_err();
        assert_eq!(clash(json!({ "Side2": {} })), DocumentError::NameTaken("Side2".to_owned()));
        assert_eq!(
            clash(json!({ "U": union_of("A"), "V": union_of("A"), "A": { "type": "object" } })),
            DocumentError::InTwoUnions("A".to_owned())
        );
        assert_eq!(clash(json!({ "U": union_of("A") })), DocumentError::Unknown("A".to_owned()));
    }
}
