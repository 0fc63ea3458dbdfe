//! The data that a customer has stated, as a reviewer reads it: every member of the customer, in its order.

use serde_json::{Map, Value};

use crate::parts::label;

/// A part of the data, such as that of a beneficial owner.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FactGroup {
    /// `None` for the customer's own.
    pub(crate) title: Option<String>,
    pub(crate) facts: Vec<Fact>,
}

/// A stated fact.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) label: String,
    pub(crate) value: String,
}

/// Members that the page has elsewhere, and those that the service adds.
const LEFT_OUT: [&str; 11] = [
    "customerType",
    "id",
    "customerId",
    "platformCustomerId",
    "umaAddress",
    "kycStatus",
    "kybStatus",
    "createdAt",
    "updatedAt",
    "isDeleted",
    "beneficialOwners",
];

/// Members whose own members need no prefix.
const CONTAINERS: [&str; 2] = ["businessInfo", "personalInfo"];

/// Returns the data of a customer, and of each beneficial owner.
pub(super) fn fact_groups(data: &Value) -> Vec<FactGroup> {
    let own = FactGroup { title: None, facts: facts_of(data, "") };
    let owners = owners(data).map(|owner| {
        let title = format!("Beneficial owner {}", owner_name(owner));
        FactGroup { title: Some(title), facts: facts_of(owner, "") }
    });
    std::iter::once(own).chain(owners).collect()
}

/// Returns the name of the beneficial owner with this id.
pub(super) fn name_of_owner(data: &Value, id: &str) -> Option<String> {
    owners(data).find(|owner| owner["id"] == *id).map(owner_name)
}

fn owners(data: &Value) -> impl Iterator<Item = &Value> {
    data["beneficialOwners"].as_array().into_iter().flatten()
}

fn owner_name(owner: &Value) -> String {
    let part = |member: &str| owner["personalInfo"][member].as_str();
    let parts: Vec<&str> = ["firstName", "middleName", "lastName"].into_iter().filter_map(part).collect();
    parts.join(" ")
}

fn facts_of(data: &Value, prefix: &str) -> Vec<Fact> {
    let members = data.as_object().into_iter().flatten();
    let stated = members.filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
    stated.flat_map(|(name, value)| facts(name, value, prefix)).collect()
}

/// Returns a member as one fact, or as those of its own members.
fn facts(name: &str, value: &Value, prefix: &str) -> Vec<Fact> {
    let full = format!("{prefix}{name}");
    match value {
        Value::Null => Vec::new(),
        Value::Object(parts) if name == "address" => vec![Fact::new(&full, one_line(parts))],
        Value::Object(_) if CONTAINERS.contains(&name) => facts_of(value, ""),
        Value::Object(_) => facts_of(value, &format!("{full}-")),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(text).collect();
            vec![Fact::new(&full, items.join(", "))]
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) => vec![Fact::new(&full, text(value))],
    }
}

fn one_line(parts: &Map<String, Value>) -> String {
    let parts: Vec<String> = parts.values().map(text).filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Fact {
    fn new(name: &str, value: String) -> Self {
        Self { label: label(&in_words(name)), value }
    }
}

/// Returns a name of the interface in words: `birthDate` becomes `birth date`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            words.push('-');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pairs(group: &FactGroup) -> Vec<[&str; 2]> {
        group.facts.iter().map(|fact| [fact.label.as_str(), fact.value.as_str()]).collect()
    }

    #[test]
    fn everything_that_a_person_states_is_shown() {
        let data = json!({
            "customerType": "INDIVIDUAL",
            "id": "Customer:1",
            "fullName": "Ada Lovelace",
            "contactVerification": { "email": "PENDING" },
            "address": { "line1": "1 Main Street", "line2": "", "city": "Springfield", "country": "US" },
            "sourceOfWealthCategories": ["SALARY", "SAVINGS"],
            "phoneNumber": null,
        });
        let groups = fact_groups(&data);
        let expected = [
            ["Full name", "Ada Lovelace"],
            ["Contact verification email", "PENDING"],
            ["Address", "1 Main Street, Springfield, US"],
            ["Source of wealth categories", "SALARY, SAVINGS"],
        ];
        assert_eq!(groups.iter().map(pairs).collect::<Vec<_>>(), [expected.to_vec()]);
    }

    #[test]
    fn each_owner_of_a_company_is_a_group() {
        let owner = json!({
            "id": "BeneficialOwner:2", "roles": ["UBO"], "ownershipPercentage": 25,
            "personalInfo": { "firstName": "Grace", "lastName": "Hopper", "birthDate": "1986-12-09" },
        });
        let data = json!({ "businessInfo": { "legalName": "Acme Inc." }, "beneficialOwners": [owner] });
        let groups = fact_groups(&data);
        assert_eq!(pairs(&groups[0]), [["Legal name", "Acme Inc."]]);
        assert_eq!(groups[1].title.as_deref(), Some("Beneficial owner Grace Hopper"));
        let expected = [
            ["Roles", "UBO"],
            ["Ownership percentage", "25"],
            ["First name", "Grace"],
            ["Last name", "Hopper"],
            ["Birth date", "1986-12-09"],
        ];
        assert_eq!(pairs(&groups[1]), expected);
        assert_eq!(name_of_owner(&data, "BeneficialOwner:2").as_deref(), Some("Grace Hopper"));
        assert_eq!(name_of_owner(&data, "BeneficialOwner:3"), None);
    }
}
