//! External accounts as they are registered and shown (money 4).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::beneficiary::{self, Beneficiary};
use super::catalogue::{ACCOUNT_TYPES, AccountType};
use crate::accounts::AccountDetails;
use crate::accounts::info::{Variant, rails_schema, union};
use crate::scalar::choice::choices;
use crate::scalar::{CurrencyCode, Cursor, CustomerId, ExternalAccountId, Name, PageLimit, Text};

choices! {
    /// Whether the account is the customer's own or somebody else's.
    OwnershipType { FirstParty = "FIRST_PARTY", ThirdParty = "THIRD_PARTY" }

    /// Where an external account stands (money 4.1).
    ExternalAccountStatus {
        Pending = "PENDING",
        Active = "ACTIVE",
        PendingOwnershipVerification = "PENDING_OWNERSHIP_VERIFICATION",
        Unverified = "UNVERIFIED",
        UnderReview = "UNDER_REVIEW",
        Inactive = "INACTIVE",
    }

    /// Whether the name given is the one that the bank knows (money 4.4). Advice only.
    BeneficiaryVerificationStatus {
        Matched = "MATCHED",
        PartialMatch = "PARTIAL_MATCH",
        NotMatched = "NOT_MATCHED",
        Unsupported = "UNSUPPORTED",
        CheckedByReceivingFi = "CHECKED_BY_RECEIVING_FI",
        Pending = "PENDING",
    }
}

/// An account elsewhere to be registered.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountCreateRequest {
    /// Whose account it is; absent: the platform's.
    pub customer_id: Option<CustomerId>,
    /// The currency that it takes.
    pub currency: CurrencyCode,
    /// The platform's own identifier; need not be unique.
    pub platform_account_id: Option<Name>,
    /// Whether the account is the customer's own.
    pub ownership_type: Option<OwnershipType>,
    /// Whether payments to the customer's UMA address go here.
    #[serde(default)]
    pub default_uma_deposit_account: bool,
    /// The account.
    pub account_info: AccountRegistration,
}

/// An account elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccount {
    /// Its id.
    pub id: ExternalAccountId,
    /// Whose account it is; absent on the platform's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// Where it stands.
    pub status: ExternalAccountStatus,
    /// The platform's own identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_account_id: Option<Name>,
    /// Whether the account is the customer's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership_type: Option<OwnershipType>,
    /// The currency that it takes.
    pub currency: CurrencyCode,
    /// Whether payments to the customer's UMA address go here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_uma_deposit_account: Option<bool>,
    /// What the bank said about the holder's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beneficiary_verification_status: Option<BeneficiaryVerificationStatus>,
    /// The name that the bank gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beneficiary_verified_data: Option<BeneficiaryVerifiedData>,
    /// The account, unmasked.
    pub account_info: ExternalAccountDetails,
}

/// What the bank knows about the holder.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficiaryVerifiedData {
    /// The holder's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<Text>,
}

/// Which of the customers' external accounts to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountFilter {
    /// Of this currency.
    pub currency: Option<CurrencyCode>,
    /// Of this customer.
    pub customer_id: Option<CustomerId>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}

/// The details of an account to be registered: one of [`ACCOUNT_TYPES`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct AccountRegistration(pub AccountDetails);

impl AccountRegistration {
    /// The row of the account's type.
    #[must_use]
    pub fn account_type(&self) -> Option<&'static AccountType> {
        AccountType::find(self.0.account_type())
    }

    /// The members of the table that were sent; everything else is unknown and is dropped (conventions 6).
    #[must_use]
    pub fn known_details(&self) -> AccountDetails {
        let Some(row) = self.account_type() else { return AccountDetails::default() };
        let known = row.fields.iter().filter_map(|field| Some((field.name, self.0.text(field.name)?)));
        known.fold(AccountDetails::of_type(row.account_type), |details, (name, value)| {
            details.with(name, value)
        })
    }

    /// Who holds the account, if that was said.
    #[must_use]
    pub fn beneficiary(&self) -> Option<Beneficiary> {
        serde_json::from_value(self.0.0.get("beneficiary")?.clone()).ok()
    }
}

impl JsonSchema for AccountRegistration {
    fn schema_name() -> Cow<'static, str> {
        "AccountRegistration".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let variants = ACCOUNT_TYPES.iter().map(|row| variant(generator, row, false)).collect();
        let schema = union(generator, "Registration", "The account to be registered.", variants);
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
        let schema = union(generator, "Details", "The account.", variants);
        Schema::try_from(schema).unwrap_or_default()
    }
}

fn variant(generator: &mut SchemaGenerator, row: &AccountType, registered: bool) -> Variant {
    let (holder, named) = beneficiary::schema(generator, row);
    let mut others = Vec::new();
    if registered && !row.rails.is_empty() {
        others.push(("paymentRails", rails_schema(row.rails), true));
    }
    others.push(("beneficiary", holder, named));
    Variant { tag: row.account_type, fields: row.fields.to_vec(), others }
}
