//! Data about the receiver.

use std::fmt;

use serde_json::{Map, Value};

use super::compliance::{ComplianceMembers, PayeeCompliance};
use super::payer_data::{joined, without_own};
use crate::addresses::Identifier;
use crate::counterparty::{COMPLIANCE, IDENTIFIER};
use crate::json;

/// The data about the receiver that the sender has asked for. Formatted for logs without its values.
#[derive(Clone, PartialEq, Eq)]
pub struct PayeeData {
    /// The receiver's address; `None` means the one that was asked for, as some software leaves it out.
    pub identifier: Option<Identifier>,
    pub compliance: PayeeCompliance,
    /// By keys in messages, without address and signed data.
    pub fields: Map<String, Value>,
}

impl PayeeData {
    /// Reads data, or returns `None` if a member cannot be read. The signed data was removed from it.
    pub(super) fn parse(fields: Map<String, Value>, compliance: Value) -> Option<Self> {
        let identifier = match fields.get(IDENTIFIER) {
            None | Some(Value::Null) => None,
            Some(value) => Some(Identifier::parse(value.as_str()?).ok()?),
        };
        let members: ComplianceMembers = serde_json::from_value(compliance).ok()?;
        Some(Self { identifier, compliance: members.into_payee()?, fields: without_own(fields) })
    }

    pub(super) fn to_value(&self) -> Value {
        let compliance = json::value(&ComplianceMembers::of_payee(&self.compliance));
        let mut fields = without_own(self.fields.clone());
        match &self.identifier {
            Some(identifier) => Value::Object(joined(identifier, fields, compliance)),
            None => {
                fields.insert(COMPLIANCE.to_owned(), compliance);
                Value::Object(fields)
            }
        }
    }
}

impl fmt::Debug for PayeeData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PayeeData").field(&self.fields.keys().collect::<Vec<_>>()).finish()
    }
}
