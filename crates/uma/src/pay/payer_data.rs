//! Data about the sender.

use std::fmt;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::compliance::{ComplianceMembers, PayerCompliance};
use crate::addresses::Identifier;
use crate::counterparty::{COMPLIANCE, IDENTIFIER};
use crate::json;

/// The data about the sender, with the JSON text as it was sent: invoices are bound to this text.
/// Formatted for logs without its values.
#[derive(Clone)]
pub struct PayerData {
    identifier: Identifier,
    compliance: PayerCompliance,
    fields: Map<String, Value>,
    json: Box<RawValue>,
}

impl PayerData {
    /// Returns data with these requested fields, by their keys in messages.
    #[must_use]
    pub fn new(identifier: Identifier, compliance: PayerCompliance, fields: Map<String, Value>) -> Self {
        let members = json::value(&ComplianceMembers::of_payer(&compliance));
        let json = json::raw(&joined(&identifier, fields.clone(), members));
        Self { identifier, compliance, fields: without_own(fields), json }
    }

    /// Reads data, or returns `None` if it lacks the address or the signed data.
    pub(super) fn parse(json: Box<RawValue>) -> Option<Self> {
        let mut fields: Map<String, Value> = serde_json::from_str(json.get()).ok()?;
        let identifier = Identifier::parse(fields.get(IDENTIFIER)?.as_str()?).ok()?;
        let members: ComplianceMembers = serde_json::from_value(fields.remove(COMPLIANCE)?).ok()?;
        Some(Self { identifier, compliance: members.into_payer()?, fields: without_own(fields), json })
    }

    /// Returns the sender's address.
    #[must_use]
    pub const fn identifier(&self) -> &Identifier {
        &self.identifier
    }

    #[must_use]
    pub const fn compliance(&self) -> &PayerCompliance {
        &self.compliance
    }

    /// Returns the other data by its keys, also keys that no customer field has.
    #[must_use]
    pub const fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// Returns the JSON text as it was sent or will be sent.
    #[must_use]
    pub fn as_json(&self) -> &str {
        self.json.get()
    }

    pub(super) const fn raw(&self) -> &RawValue {
        &self.json
    }
}

impl fmt::Debug for PayerData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PayerData").field(&self.fields.keys().collect::<Vec<_>>()).finish()
    }
}

impl PartialEq for PayerData {
    fn eq(&self, other: &Self) -> bool {
        self.as_json() == other.as_json()
    }
}

impl Eq for PayerData {}

/// Returns the fields between address and signed data.
pub(super) fn joined(
    identifier: &Identifier,
    fields: Map<String, Value>,
    compliance: Value,
) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert(IDENTIFIER.to_owned(), Value::String(identifier.to_string()));
    all.extend(without_own(fields));
    all.insert(COMPLIANCE.to_owned(), compliance);
    all
}

/// Returns the fields without address and signed data.
pub(super) fn without_own(mut fields: Map<String, Value>) -> Map<String, Value> {
    fields.shift_remove(IDENTIFIER);
    fields.shift_remove(COMPLIANCE);
    fields
}
