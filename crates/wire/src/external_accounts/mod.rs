//! External accounts: bank accounts, mobile-money accounts and wallets (money 4).

mod account_type;
mod beneficiary;
mod catalogue;
mod ownership;
mod registration;
mod shape;

pub use account_type::{AccountType, HolderRule, Method, Naming};
pub use beneficiary::{Beneficiary, BusinessBeneficiary, IndividualBeneficiary};
pub use catalogue::ACCOUNT_TYPES;
pub use ownership::{
    LivenessChallenge, OwnershipChallenge, OwnershipChallengeRequest, OwnershipVerifyRequest,
    WalletSignatureChallenge,
};
pub use registration::{AccountRegistration, ExternalAccountDetails};
pub use shape::*;
