//! Requests and responses of external accounts (money 4).

pub use causeway_vocabulary::external_accounts::{
    BeneficiaryVerificationStatus, ExternalAccountStatus, OwnershipType, OwnershipVerificationMethod,
    WalletSignatureScheme,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::registration::{AccountRegistration, ExternalAccountDetails};
use crate::scalar::{CurrencyCode, Cursor, CustomerId, ExternalAccountId, Name, PageLimit, Text};

/// An external account to register.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountCreateRequest {
    /// Customer that owns the account. If absent, the account belongs to the platform.
    pub customer_id: Option<CustomerId>,
    /// Currency of the account.
    pub currency: CurrencyCode,
    /// The platform's own identifier; need not be unique.
    pub platform_account_id: Option<Name>,
    /// Ownership of the account: the customer's own, or a third party's.
    pub ownership_type: Option<OwnershipType>,
    /// `true` to deposit payments to the customer's UMA address in this account.
    #[serde(default)]
    pub default_uma_deposit_account: bool,
    /// Account details, by account type.
    pub account_info: AccountRegistration,
}

/// An external account to register for the platform itself.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformExternalAccountCreateRequest {
    /// Currency of the account.
    pub currency: CurrencyCode,
    /// The platform's own identifier; need not be unique.
    pub platform_account_id: Option<Name>,
    /// Ownership of the account: the platform's own, or a third party's.
    pub ownership_type: Option<OwnershipType>,
    /// Must not be `true`: payments to a UMA address are deposited only in accounts of customers.
    #[serde(default)]
    pub default_uma_deposit_account: bool,
    /// Account details, by account type.
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

/// An account outside the service: a bank account, mobile-money account or wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccount {
    /// External account id, `ExternalAccount:<uuid>`.
    pub id: ExternalAccountId,
    /// Customer that owns the account; absent on the platform's own accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// Current status of the account.
    pub status: ExternalAccountStatus,
    /// The platform's own identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_account_id: Option<Name>,
    /// Ownership of the account: the customer's own, or a third party's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership_type: Option<OwnershipType>,
    /// Currency of the account.
    pub currency: CurrencyCode,
    /// `true` if payments to the customer's UMA address are deposited in this account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_uma_deposit_account: Option<bool>,
    /// Result of the bank's check of the holder's name; advisory only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beneficiary_verification_status: Option<BeneficiaryVerificationStatus>,
    /// Holder's name as returned by the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beneficiary_verified_data: Option<BeneficiaryVerifiedData>,
    /// Account details, unmasked.
    pub account_info: ExternalAccountDetails,
}

/// The holder's data as known to the bank.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficiaryVerifiedData {
    /// The holder's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<Text>,
}

/// Filters for the list of the customers' external accounts, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountFilter {
    /// Only accounts in this currency.
    pub currency: Option<CurrencyCode>,
    /// Only accounts of this customer.
    pub customer_id: Option<CustomerId>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}

/// Filters for the list of the platform's external accounts, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformExternalAccountFilter {
    /// Only accounts in this currency.
    pub currency: Option<CurrencyCode>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
