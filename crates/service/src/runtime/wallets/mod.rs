//! Wallet signatures: challenges and their verification (wallet 3, 8).
//!
//! A signed request is sent twice: [`serve`] answers the first one with a challenge, and carries out the
//! second one, which brings the signature. [`stamp::check`] is the one place that accepts a signature.

mod challenge;
mod errors;
mod key_service;
mod notices;
mod provision;
mod retry;
mod serve;
mod signed_operation;
pub mod stamp;

pub use challenge::{Challenge, challenge_of, is_open, issue, next_instant, request_lifetime};
pub use errors::{
    bad_token, keys_error, keys_of_another_customer, no_credential, signature_invalid, signature_missing,
    unauthorized,
};
pub use key_service::{claims, is_revoked, record_revocations, schedule_revocation};
pub use notices::{notify, notify_at};
pub use provision::{provision, wallet_of};
pub use retry::is_known;
pub(crate) use retry::{SignatureVerdict, count_failure, look_up};
pub(crate) use retry::{end as end_request, find as find_request};
pub use serve::{busy, first, second, serve};
pub use signed_operation::{PayloadAt, Plan, SignatureProof, SignedOperation, SignedOutcome};
