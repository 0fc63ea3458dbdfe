//! The enumerations that describe customers, and the tax identification number.

use crate::scalar::text;
pub use causeway_vocabulary::customers::{
    AnnualIncomeRange, BusinessType, ContactVerificationStatus, CustomerType, EntityType,
    ExpectedMonthlyTransactionCount, ExpectedMonthlyTransactionVolume, IdentificationType,
    IndividualSourceOfFunds, KybStatus, KycStatus, NetWorthRange, PepStatus, PurposeOfAccount, SourceOfFunds,
    SourceOfWealth,
};

text::secret_texts! {
    /// A tax identification number. It is checked and stored, but never returned (customers 2.2).
    IdentityNumber { "minLength": 1, "maxLength": 64 }
}
