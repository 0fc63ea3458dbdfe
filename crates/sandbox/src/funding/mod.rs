//! Account numbers, addresses and references of sandbox accounts (money 3.4): made up, well formed, with right
//! check digits, and different for every account.

mod abroad;
mod chains;
mod notes;
mod numbers;
mod pix;
mod source;
mod table;

pub(crate) use source::SampleAccounts;
