//! Numbers of rows, for previews of work on whole tables.

use causeway_domain::ids::PlatformId;

use crate::{Error, Tx, params};

/// A table whose rows are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountedTable {
    Customers,
    BeneficialOwners,
    ExternalAccounts,
    Payments,
    UnmatchedDeposits,
    SecretKeys,
    Uploads,
    ProviderAccounts,
    ScaProfiles,
    TravelRuleData,
    Wallets,
    WalletCredentials,
    DelegatedKeys,
}

impl CountedTable {
    /// Returns the name of the rows.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Customers => "customers",
            Self::BeneficialOwners => "beneficial owners",
            Self::ExternalAccounts => "external accounts",
            Self::Payments => "payments",
            Self::UnmatchedDeposits => "unmatched deposits",
            Self::SecretKeys => "stored keys",
            Self::Uploads => "files",
            Self::ProviderAccounts => "provider accounts",
            Self::ScaProfiles => "SCA profiles",
            Self::TravelRuleData => "records of Travel Rule data",
            Self::Wallets => "wallets",
            Self::WalletCredentials => "credentials of wallets",
            Self::DelegatedKeys => "delegated keys",
        }
    }

    const fn table(self) -> &'static str {
        match self {
            Self::Customers => "customer",
            Self::BeneficialOwners => "beneficial_owner",
            Self::ExternalAccounts => "external_account",
            Self::Payments => "payment",
            Self::UnmatchedDeposits => "unmatched_deposit",
            Self::SecretKeys => "secret_key",
            Self::Uploads => "upload",
            Self::ProviderAccounts => "stablecoin_provider_account",
            Self::ScaProfiles => "sca_profile",
            Self::TravelRuleData => "uma_travel_rule",
            Self::Wallets => "wallet",
            Self::WalletCredentials => "wallet_credential",
            Self::DelegatedKeys => "delegated_key",
        }
    }

    /// Returns the condition of the rows that are counted.
    const fn condition(self) -> &'static str {
        match self {
            Self::Wallets | Self::WalletCredentials => "certificate IS NOT NULL",
            Self::DelegatedKeys => "encrypted IS NOT NULL",
            Self::Customers
            | Self::BeneficialOwners
            | Self::ExternalAccounts
            | Self::Payments
            | Self::UnmatchedDeposits
            | Self::SecretKeys
            | Self::Uploads
            | Self::ProviderAccounts
            | Self::ScaProfiles
            | Self::TravelRuleData => "TRUE",
        }
    }
}

/// Counts the rows of a table, of all platforms. Wallets, credentials and delegated keys count if they have keys.
pub fn count(tx: &mut Tx<'_>, table: CountedTable) -> Result<i64, Error> {
    let condition = table.condition();
    let sql =
        format!("SELECT /* all platforms */ COUNT(*) AS count FROM {} WHERE {condition}", table.table());
    tx.query_one(&sql, &[], |row| row.get("count"))
}

/// Counts the rows of a table of tenants that belong to a platform.
pub fn count_of(tx: &mut Tx<'_>, table: CountedTable, platform: PlatformId) -> Result<i64, Error> {
    let sql = format!("SELECT COUNT(*) AS count FROM {} WHERE platform_id = $1", table.table());
    tx.query_one(&sql, params![platform], |row| row.get("count"))
}
