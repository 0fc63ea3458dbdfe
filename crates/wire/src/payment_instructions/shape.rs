//! Payment instructions as returned by the API (money 3.4).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::catalogue::{INSTRUCTION_TYPES, InstructionType};
use crate::accounts::AccountDetails;
use crate::accounts::info::{Variant, rails_schema, union};

/// One way to pay money in.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentInstructions {
    /// Notes for the payer, as free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions_notes: Option<String>,
    /// `true` if the money goes to one of the platform's own accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_platform_account: Option<bool>,
    /// The account to pay into.
    pub account_or_wallet_info: InstructionDetails,
}

/// The account to pay into: one of [`INSTRUCTION_TYPES`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct InstructionDetails(pub AccountDetails);

impl JsonSchema for InstructionDetails {
    fn schema_name() -> Cow<'static, str> {
        "InstructionDetails".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let variants = INSTRUCTION_TYPES.iter().map(variant).collect();
        let schema = union(generator, "Instructions", "The account to pay into.", variants);
        Schema::try_from(schema).unwrap_or_default()
    }
}

fn variant(kind: &InstructionType) -> Variant {
    let others = if kind.rails.is_empty() {
        Vec::new()
    } else {
        vec![("paymentRails", rails_schema(kind.rails), true)]
    };
    Variant { tag: kind.account_type, fields: [kind.details, kind.extras].concat(), others }
}
