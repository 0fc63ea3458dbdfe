//! Money that comes in without a request (money 3.5): recorded, posted and announced, whoever brings the news of it; and
//! what third parties debit.
//!
//! On an instant rail it has settled when it is heard of (`settle`). A slower bank announces it first (`push`), and says
//! later that it has settled or failed (`outcome`). What no active account can take stands in suspense until an operator
//! decides.

mod debit;
mod outcome;
mod push;
mod record;
mod settle;

pub use debit::debit;
pub(super) use outcome::{fail, land, release};
pub use push::{Pushed, push};
pub use settle::settle;
