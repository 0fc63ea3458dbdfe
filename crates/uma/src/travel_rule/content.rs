//! Content of Travel Rule data, with the field names of IVMS101 of 2023.

use serde_json::{Value, json};

use crate::addresses::Identifier;

/// The data about both parties of a payment.
pub struct TravelRuleContent {
    pub originator: TravelRuleParty,
    pub beneficiary: TravelRuleParty,
}

/// The data about one party. It is not formatted for logs.
pub struct TravelRuleParty {
    pub kind: PartyKind,
    /// The full legal name; `None` if it is not known, as for most beneficiaries.
    pub name: Option<String>,
    pub account: Identifier,
    pub address: Option<PartyAddress>,
}

/// The kind of a party.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartyKind {
    NaturalPerson,
    LegalPerson,
}

/// The address of a party.
pub struct PartyAddress {
    /// At most 7, from the street to the town.
    pub lines: Vec<String>,
    /// ISO 3166, two letters.
    pub country: String,
}

/// The most lines of an address.
const MAX_LINES: usize = 7;

impl TravelRuleContent {
    /// Returns the JSON text to encrypt.
    #[must_use]
    pub fn to_json(&self) -> String {
        let content = json!({
            "originator": { "originatorPerson": [self.originator.to_value()] },
            "beneficiary": { "beneficiaryPerson": [self.beneficiary.to_value()] },
            "payloadMetadata": { "payloadVersion": "101.2023" },
        });
        content.to_string()
    }
}

impl TravelRuleParty {
    fn to_value(&self) -> Value {
        let account = self.account.as_str();
        let (kind, person) = match self.kind {
            PartyKind::NaturalPerson => ("naturalPerson", self.natural_person()),
            PartyKind::LegalPerson => ("legalPerson", self.legal_person()),
        };
        json!({ kind: person, "accountNumber": [account] })
    }

    fn natural_person(&self) -> Value {
        let names = self
            .name
            .iter()
            .map(|name| json!({ "primaryIdentifier": name, "naturalPersonNameIdentifierType": "LEGL" }));
        self.person(names.collect(), "HOME")
    }

    fn legal_person(&self) -> Value {
        let names = self
            .name
            .iter()
            .map(|name| json!({ "legalPersonName": name, "legalPersonNameIdentifierType": "LEGL" }));
        self.person(names.collect(), "BIZZ")
    }

    fn person(&self, names: Vec<Value>, address_type: &str) -> Value {
        let mut person = json!({ "name": { "nameIdentifier": names } });
        if let Some(address) = &self.address {
            let lines: Vec<&String> = address.lines.iter().take(MAX_LINES).collect();
            person["geographicAddress"] =
                json!([{ "addressType": address_type, "addressLine": lines, "country": address.country }]);
        }
        person
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parties_are_named_as_in_ivms101() {
        let content = TravelRuleContent {
            originator: TravelRuleParty {
                kind: PartyKind::NaturalPerson,
                name: Some("Ada Lovelace".into()),
                account: Identifier::parse("$ada@p1.example").unwrap(),
                address: Some(PartyAddress { lines: vec!["1 Main St".into(); 9], country: "GB".into() }),
            },
            beneficiary: TravelRuleParty {
                kind: PartyKind::LegalPerson,
                name: None,
                account: Identifier::parse("$shop@p2.example").unwrap(),
                address: None,
            },
        };
        let read: Value = serde_json::from_str(&content.to_json()).unwrap();
        let originator = &read["originator"]["originatorPerson"][0];
        let name = &originator["naturalPerson"]["name"]["nameIdentifier"][0];
        assert_eq!(name["primaryIdentifier"], "Ada Lovelace");
        assert_eq!(name["naturalPersonNameIdentifierType"], "LEGL");
        assert_eq!(originator["accountNumber"], json!(["$ada@p1.example"]));
        let address = &originator["naturalPerson"]["geographicAddress"][0];
        assert_eq!(
            (&address["country"], address["addressLine"].as_array().unwrap().len()),
            (&json!("GB"), 7)
        );
        let beneficiary = &read["beneficiary"]["beneficiaryPerson"][0];
        assert_eq!(beneficiary["legalPerson"], json!({ "name": { "nameIdentifier": [] } }));
        assert_eq!(read["payloadMetadata"]["payloadVersion"], "101.2023");
    }
}
