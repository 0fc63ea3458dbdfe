//! Lists of requested data.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::field_names::{COMPLIANCE, IDENTIFIER, field_of_key};

/// The keys of data that a side asks for, in order, each mandatory or optional.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CounterpartyDataOptions(Vec<CounterpartyDataOption>);

/// A key of requested data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterpartyDataOption {
    pub key: String,
    pub is_mandatory: bool,
}

#[derive(Serialize, Deserialize)]
struct OptionMembers {
    mandatory: bool,
}

/// The most keys of a list.
const MAX_KEYS: usize = 128;
/// The longest key, in bytes.
const MAX_KEY: usize = 128;

impl CounterpartyDataOptions {
    /// Returns a list that asks for the address and the signed data, as every list does.
    #[must_use]
    pub fn required() -> Self {
        let mut list = Self::default();
        list.add(IDENTIFIER, true);
        list.add(COMPLIANCE, true);
        list
    }

    /// Adds a key; one that is already there becomes mandatory if either is.
    pub fn add(&mut self, key: &str, is_mandatory: bool) {
        match self.0.iter_mut().find(|option| option.key == key) {
            Some(option) => option.is_mandatory |= is_mandatory,
            None => self.0.push(CounterpartyDataOption { key: key.to_owned(), is_mandatory }),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &CounterpartyDataOption> {
        self.0.iter()
    }

    /// Returns `true` if the key is in the list.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|option| option.key == key)
    }

    #[must_use]
    pub fn is_mandatory(&self, key: &str) -> bool {
        self.0.iter().any(|option| option.key == key && option.is_mandatory)
    }

    /// Returns the mandatory keys that are absent from data, `null` or an empty text. Signed data and address
    /// are not among them: messages without these cannot be read.
    #[must_use]
    pub fn missing_in(&self, data: &Map<String, Value>) -> Vec<String> {
        let is_missing = |key: &str| match data.get(key) {
            None | Some(Value::Null) => true,
            Some(Value::String(text)) => text.is_empty(),
            Some(_) => false,
        };
        let mandatory = self.0.iter().filter(|option| option.is_mandatory && !is_of_message(&option.key));
        mandatory.filter(|option| is_missing(&option.key)).map(|option| option.key.clone()).collect()
    }

    /// Returns the mandatory keys that no customer field has (uma 6.2).
    #[must_use]
    pub fn unknown_mandatory_keys(&self) -> Vec<String> {
        let mandatory = self.0.iter().filter(|option| option.is_mandatory && !is_of_message(&option.key));
        mandatory
            .filter(|option| field_of_key(&option.key).is_none())
            .map(|option| option.key.clone())
            .collect()
    }

    /// Returns the form of UMA invoices: `key:0` or `key:1`, sorted and comma-joined.
    #[must_use]
    pub(crate) fn to_invoice_text(&self) -> String {
        let mut pairs: Vec<String> =
            self.0.iter().map(|option| format!("{}:{}", option.key, u8::from(option.is_mandatory))).collect();
        pairs.sort();
        pairs.join(",")
    }

    /// Reads the form of UMA invoices.
    pub(crate) fn parse_invoice_text(text: &str) -> Option<Self> {
        let mut list = Self::default();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, flag) = pair.split_once(':')?;
            let is_mandatory = match flag {
                "0" => false,
                "1" => true,
                _ => return None,
            };
            list.add(key, is_mandatory);
        }
        list.is_bounded().then_some(list)
    }

    fn is_bounded(&self) -> bool {
        self.0.len() <= MAX_KEYS
            && self.0.iter().all(|option| !option.key.is_empty() && option.key.len() <= MAX_KEY)
    }
}

/// Returns `true` for keys that the message itself needs, and not the customer's data.
fn is_of_message(key: &str) -> bool {
    key == IDENTIFIER || key == COMPLIANCE
}

impl Serialize for CounterpartyDataOptions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs =
            self.0.iter().map(|option| (&option.key, OptionMembers { mandatory: option.is_mandatory }));
        serializer.collect_map(pairs)
    }
}

impl<'de> Deserialize<'de> for CounterpartyDataOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Map::<String, Value>::deserialize(deserializer)?;
        let mut list = Self::default();
        for (key, value) in read {
            let members = OptionMembers::deserialize(value).map_err(D::Error::custom)?;
            list.add(&key, members.mandatory);
        }
        if list.is_bounded() { Ok(list) } else { Err(D::Error::custom("too many or too long keys")) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Option<CounterpartyDataOptions> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn lists_are_written_and_read_in_order() {
        let text = r#"{"name":{"mandatory":true},"email":{"mandatory":false},"shoeSize":{"mandatory":true}}"#;
        let list = read(text).unwrap();
        assert_eq!(serde_json::to_string(&list).unwrap(), text);
        assert_eq!(list.to_invoice_text(), "email:0,name:1,shoeSize:1");
        assert!(
            list.is_mandatory("name") && list.has("email") && !list.is_mandatory("email") && !list.has("x")
        );
        assert_eq!(list.unknown_mandatory_keys(), ["shoeSize"]);
        let data = json!({ "name": "", "email": 1, "shoeSize": 44 });
        assert_eq!(list.missing_in(data.as_object().unwrap()), ["name"]);
        assert_eq!(list.missing_in(&Map::new()), ["name", "shoeSize"]);
        assert!(CounterpartyDataOptions::required().missing_in(&Map::new()).is_empty());
    }

    #[test]
    fn other_lists_are_refused() {
        for text in [r#"{"name":true}"#, r#"{"name":{}}"#, r#"{"":{"mandatory":true}}"#, "[]"] {
            assert_eq!(read(text), None, "{text}");
        }
        let many: Map<String, Value> =
            (0..129).map(|at| (at.to_string(), json!({ "mandatory": false }))).collect();
        assert_eq!(read(&Value::Object(many).to_string()), None);
        for text in ["name", "name:2", ":1"] {
            assert_eq!(CounterpartyDataOptions::parse_invoice_text(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reads_its_own_invoice_text(keys in prop::collection::btree_map("[a-zA-Z]{1,9}", any::<bool>(), 0..9), text: String) {
            let mut list = CounterpartyDataOptions::default();
            keys.iter().for_each(|(key, mandatory)| list.add(key, *mandatory));
            let read = CounterpartyDataOptions::parse_invoice_text(&list.to_invoice_text());
            prop_assert_eq!(read.map(|read| read.to_invoice_text()), Some(list.to_invoice_text()));
            let _ = CounterpartyDataOptions::parse_invoice_text(&text);
        }
    }
}
