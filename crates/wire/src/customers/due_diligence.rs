//! The closed lists that customers are described with.

use crate::scalar::text;
pub use causeway_vocabulary::customers::{
    AnnualIncomeRange, BusinessType, ContactVerificationStatus, CustomerType, EntityType,
    ExpectedMonthlyTransactionCount, ExpectedMonthlyTransactionVolume, IdentificationType,
    IndividualSourceOfFunds, KybStatus, KycStatus, NetWorthRange, PepStatus, PurposeOfAccount, SourceOfFunds,
    SourceOfWealth,
};

text::secret_texts! {
    /// A person's tax number. Taken, checked and kept; never given out again (customers 2.2).
    IdentityNumber { "minLength": 1, "maxLength": 64 }
}
