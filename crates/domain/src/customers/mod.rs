//! Customers: verification status, identity rules, region and currencies, addresses (customers 2, 5.1).

mod consent;
mod identity;
mod names;
mod provider_fields;
mod provisioning;
mod readiness;
mod region;
mod state;
mod uma;

pub use causeway_vocabulary::customers::DueDiligenceField;
pub use consent::{ConsentFault, TermsVersion, check_consent};
pub use identity::{
    IdType, IdentityFault, OtherFault, check_birth_date, check_incorporated_on, check_other_description,
    check_tax_id, is_identity_locked,
};
pub use names::{NameFault, check_name};
pub use provider_fields::{CustomerField, CustomerInfoField, MissingField, missing_fields};
pub use provisioning::{customer_accounts, generated_platform_customer_id, platform_accounts};
pub use readiness::{NotReady, ReadinessInput, check_ready};
pub use region::{Offer, RegionRequest, ResolveRefused, ResolvedRegion, resolve};
pub use state::{
    BeforeHold, CustomerEvent, CustomerState, CustomerStatus, CustomerType, Decision, created, next,
};
pub use uma::{UmaAddress, UmaRefusal, generated_local_part, host_name, uma_host};
