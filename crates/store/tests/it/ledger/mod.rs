//! The ledger: postings, balances, races, blocks, and the proof that notices every change.

mod anchors;
pub(crate) mod books;
mod forgery;
mod posting;
mod races;
mod sealing;
mod sums;
mod tampering;
