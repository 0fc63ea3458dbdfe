//! Money that comes in without a request (money 3.5): recorded, posted and announced, whoever brings the news of it; and
//! what third parties debit.
//!
//! What leads nowhere is no deposit yet (`unmatched`). On an instant rail it has settled when it is heard of (`settle`). A
//! slower bank announces it first (`push`), and says later that it has settled or failed (`outcome`). Coins may have to wait
//! until it is known who has sent them (`wait`, `review`), and an operator decides (`decide`). What no active account can take
//! stands in suspense until an operator decides. What is paid in for a quote that takes no money any more is a deposit too
//! (`late`).

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
pub(in crate::payments) use outcome::{fail, land, release};
pub(crate) use push::{Pushed, push};
pub(crate) use review::reconsider;
pub use review::{end, review};
pub use settle::settle;
pub(in crate::payments) use settle::settled;
