//! Strong customer authentication: factors, logins, lockouts, trusted beneficiaries and resets (agents B).
//! `quotes` uses it for priced payments, `transfers` for the others.

mod applies;
mod body;
mod challenge;
mod codes;
mod customer;
mod errors;
mod factors;
mod passkey;
mod payer;
mod profile;
mod proof;
pub mod reencrypt;
mod reset;
pub mod send_code;
mod totp;
mod trust;

pub mod complete_sca_login;
pub mod complete_two_factor_reset;
pub mod confirm_beneficiary_trust;
pub mod confirm_beneficiary_untrust;
pub mod confirm_sca_factor_enrollment;
pub mod delete_sca_factor;
pub mod get_two_factor_reset_status;
pub mod list_sca_factors;
pub mod record_security_event;
pub mod start_beneficiary_trust;
pub mod start_beneficiary_untrust;
pub mod start_sca_factor_enrollment;
pub mod start_sca_login;
pub mod start_two_factor_reset;

pub(crate) use challenge::{Purpose as ChallengePurpose, issue, send, show};
pub(crate) use customer::ScaCustomer;
pub(crate) use errors::{
    AUTHORIZATION_REQUIRED, authorization_required, no_pending_challenge, not_required, not_resendable,
    too_many, wrong_proof,
};
pub(crate) use factors::factors;
pub(crate) use payer::{LockedPayer, lock_payer};
pub(crate) use proof::Proof;
pub(crate) use trust::check_deletable;
