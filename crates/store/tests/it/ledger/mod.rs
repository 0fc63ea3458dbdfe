//! Integration tests of the ledger: postings, balances, races, blocks, and the verification that finds every
//! change.

mod anchors;
pub(crate) mod books;
mod forgery;
mod posting;
mod races;
mod sealing;
mod sums;
mod tampering;
