//! The verification of customers and of the people behind companies (customers 5 to 7).

mod links;
mod owners;
mod verification;

pub use causeway_vocabulary::verifications::{
    BeneficialOwnerRole, VerificationErrorType, VerificationStatus,
};
pub use links::*;
pub use owners::*;
pub use verification::*;
