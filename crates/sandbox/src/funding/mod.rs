//! Account numbers, addresses and references of sandbox accounts (money 3.4): generated, well formed, with
//! correct check digits, and unique per account.

mod abroad;
mod chains;
mod notes;
mod numbers;
mod pix;
mod source;
mod table;

pub(crate) use source::SampleAccounts;
