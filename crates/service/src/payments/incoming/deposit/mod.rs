//! Money that comes in without a request (money 3.5), recorded, posted and announced regardless of its
//! source; and debits by third parties.
//!
//! Money that matches no account is not a deposit yet (`unmatched`). On an instant rail, a deposit is
//! reported once it has settled (`settle`). A slower bank announces it first (`push`), and reports later that
//! it has settled or failed (`outcome`). Crypto may have to wait until its sender is known (`wait`,
//! `review`), and an operator decides (`decide`). Money that no active account can take is in suspense until
//! an operator decides. Money for a quote that no longer takes any is a deposit too (`late`).

mod debit;
mod decide;
mod late;
mod outcome;
mod push;
mod record;
mod review;
mod settle;
mod wait;

pub use debit::debit;
pub use decide::{reject, release as release_waiting};
pub(crate) use late::late;
pub(in crate::payments) use outcome::{fail, release, settle_announced};
pub(crate) use push::{PushRequest, push};
pub use review::{end, review};
pub(crate) use review::{ends_at, reconsider};
pub(in crate::payments) use settle::credit_account;
pub use settle::settle;
