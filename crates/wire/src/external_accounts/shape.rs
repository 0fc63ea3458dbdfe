//! External accounts as they are registered and shown (money 4).

pub use causeway_vocabulary::external_accounts::{
    BeneficiaryVerificationStatus, ExternalAccountStatus, OwnershipType, OwnershipVerificationMethod,
    WalletSignatureScheme,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::registration::{AccountRegistration, ExternalAccountDetails};
use crate::scalar::{CurrencyCode, Cursor, CustomerId, ExternalAccountId, Name, PageLimit, Text};

/// An external account to be registered.
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

/// An external account of the platform's own, to be registered.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformExternalAccountCreateRequest {
    /// The currency that it takes.
    pub currency: CurrencyCode,
    /// The platform's own identifier; need not be unique.
    pub platform_account_id: Option<Name>,
    /// Whether the account is the platform's own.
    pub ownership_type: Option<OwnershipType>,
    /// Refused when true: only a customer's account takes payments to a UMA address.
    #[serde(default)]
    pub default_uma_deposit_account: bool,
    /// The account.
    pub account_info: AccountRegistration,
}

impl From<PlatformExternalAccountCreateRequest> for ExternalAccountCreateRequest {
    fn from(request: PlatformExternalAccountCreateRequest) -> Self {
        Self {
            customer_id: None,
            currency: request.currency,
            platform_account_id: request.platform_account_id,
            ownership_type: request.ownership_type,
            default_uma_deposit_account: request.default_uma_deposit_account,
            account_info: request.account_info,
        }
    }
}

/// An external account.
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

/// Which of the platform's external accounts to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformExternalAccountFilter {
    /// Of this currency.
    pub currency: Option<CurrencyCode>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
