//! Accounts elsewhere: bank accounts, mobile accounts, wallets (money 4).

mod beneficiary;
mod catalogue;
mod shape;

pub use beneficiary::{Beneficiary, BusinessBeneficiary, IndividualBeneficiary};
pub use catalogue::{ACCOUNT_TYPES, AccountType, BeneficiaryRule};
pub use shape::*;
