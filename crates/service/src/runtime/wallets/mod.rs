//! What a wallet's signature is asked for, and how it is checked (wallet 3, 8).
//!
//! A signed request is sent twice: [`serve`] answers the first one with a challenge, and carries out the second one, which
//! brings the signature. [`stamp::check`] is the one place where a signature counts.

mod challenge;
mod errors;
mod keeping;
mod notices;
mod provision;
mod retry;
mod serve;
mod signed;
pub mod stamp;

pub use challenge::{Challenge, is_open, issue, next_instant, reissued, request_lifetime};
pub use errors::{
    bad_token, got_other_keys, keys_error, nobody_can_sign, signature_invalid, signature_missing,
    unauthorized,
};
pub use keeping::{bury, claims, is_buried, schedule_burial};
pub use notices::{notify, notify_at};
pub use provision::{provisioned, wallet_of};
pub use retry::is_known;
pub(crate) use retry::{Retry, count_failure, look_up};
pub(crate) use retry::{end as end_request, find as find_request};
pub use serve::{busy, first, second, serve};
pub use signed::{Applied, Authorized, PayloadAt, Plan, Signed};
