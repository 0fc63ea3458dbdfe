//! Double-entry bookkeeping: the ledger's accounts and the postings of each business event (money 2).
//!
//! A [`Posting`] balances in every currency by construction: it has no public constructor but the named
//! functions, one per business event, and their shared builder refuses what does not balance.

mod account;
mod debits;
mod deposits;
mod posting;
mod quotes;

#[cfg(test)]
mod tests;

pub use account::{AccountClass, AccountCode, Bucket, LedgerAccount};
pub use debits::{debit_failed, debit_sent_back, debit_settled, debit_started};
pub use deposits::{deposit_settled, deposit_suspended, sandbox_funded};
pub use posting::{Leg, Overdraft, Posting, PostingKind, PostingRefused};
pub use quotes::{
    Conversion, PayoutTo, conversion_reversed, payout_delivered, payout_returned, quote_converted,
    quote_executed, quote_refunded, refund_suspended, suspense_resolved,
};
