//! The types of account elsewhere that money can be sent to (money 4.3): one row per type.

use crate::accounts::details;
use crate::accounts::field::Field;
use crate::rails::PaymentRail::{self, *};

/// A type of external account.
#[derive(Debug, Clone, Copy)]
pub struct AccountType {
    /// Its name on the wire.
    pub account_type: &'static str,
    /// The currencies that it takes.
    pub currencies: &'static [&'static str],
    /// The rails that reach it, default first.
    pub rails: &'static [PaymentRail],
    /// Its members besides the type and the beneficiary.
    pub fields: &'static [Field],
    /// The members that tell one account of the type from another; the first is the primary identifier, whose
    /// last digits the sandbox looks at (money 13).
    pub identifiers: &'static [&'static str],
    /// What must be known about the holder.
    pub beneficiary: BeneficiaryRule,
}

/// What must be known about the holder of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BeneficiaryRule {
    /// The holder must be named; of a person these members are needed besides the name.
    Named(&'static [&'static str]),
    /// The holder may be named; then of a person these members are needed besides the name.
    MayBeNamed(&'static [&'static str]),
}

/// Every type of external account that can be registered.
pub const ACCOUNT_TYPES: &[AccountType] = &[
    AccountType {
        account_type: "USD_ACCOUNT",
        currencies: &["USD"],
        rails: &[Rtp, Fednow, Ach, Wire],
        fields: details::USD,
        identifiers: &["accountNumber", "routingNumber"],
        beneficiary: BeneficiaryRule::Named(&[]),
    },
    AccountType {
        account_type: "EUR_ACCOUNT",
        currencies: &["EUR"],
        rails: &[SepaInstant, Sepa],
        fields: details::EUR,
        identifiers: &["iban"],
        beneficiary: BeneficiaryRule::Named(&["countryOfResidence"]),
    },
];

impl AccountType {
    /// The row of this type.
    #[must_use]
    pub fn find(account_type: &str) -> Option<&'static Self> {
        ACCOUNT_TYPES.iter().find(|row| row.account_type == account_type)
    }
}
