//! The details of external accounts, as one union over the catalogue.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::account_type::AccountType;
use super::beneficiary::{self, Beneficiary};
use super::catalogue::ACCOUNT_TYPES;
use crate::accounts::AccountDetails;
use crate::accounts::info::{Variant, rails_schema, union};

/// The details of an account to register: one of [`ACCOUNT_TYPES`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct AccountRegistration(pub AccountDetails);

impl AccountRegistration {
    /// Returns the catalogue row of the account's type, or `None` if the type is unknown.
    #[must_use]
    pub fn account_type(&self) -> Option<&'static AccountType> {
        AccountType::find(self.0.account_type())
    }

    /// Returns the members of the catalogue that were sent; all others are unknown and are dropped
    /// (conventions 6).
    #[must_use]
    pub fn known_details(&self) -> AccountDetails {
        let Some(row) = self.account_type() else { return AccountDetails::default() };
        let known = row.fields.iter().filter_map(|field| Some((field.name, self.0.text(field.name)?)));
        known.fold(AccountDetails::of_type(row.account_type), |details, (name, value)| {
            details.with(name, value)
        })
    }

    /// Returns the holder of the account, or `None` if the type has none or the request names none.
    #[must_use]
    pub fn beneficiary(&self) -> Option<Beneficiary> {
        let row = self.account_type().filter(|row| row.holder.naming != super::Naming::Never)?;
        let beneficiary: Beneficiary = serde_json::from_value(self.0.0.get("beneficiary")?.clone()).ok()?;
        Some(beneficiary.restricted_to(row))
    }
}

impl JsonSchema for AccountRegistration {
    fn schema_name() -> Cow<'static, str> {
        "AccountRegistration".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut variants = Vec::new();
        for row in ACCOUNT_TYPES {
            let names = std::iter::once(row.account_type).chain(row.alias);
            variants.extend(names.map(|name| Variant { tag: name, ..variant(generator, row, false) }));
        }
        let schema = union(generator, "Registration", "The account to register.", variants);
        Schema::try_from(schema).unwrap_or_default()
    }
}

/// The details of a registered account: one of [`ACCOUNT_TYPES`], with its rails and its holder.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ExternalAccountDetails(pub AccountDetails);

impl JsonSchema for ExternalAccountDetails {
    fn schema_name() -> Cow<'static, str> {
        "ExternalAccountDetails".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let variants = ACCOUNT_TYPES.iter().map(|row| variant(generator, row, true)).collect();
        let schema = union(generator, "Details", "The registered account.", variants);
        Schema::try_from(schema).unwrap_or_default()
    }
}

fn variant(generator: &mut SchemaGenerator, row: &AccountType, registered: bool) -> Variant {
    let mut others = Vec::new();
    let rails = row.rails();
    if registered && !rails.is_empty() {
        others.push(("paymentRails", rails_schema(&rails), true));
    }
    others.extend(beneficiary::member(generator, row));
    Variant { tag: row.account_type, fields: row.fields.to_vec(), others }
}
