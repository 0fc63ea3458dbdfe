//! Double-entry bookkeeping: the ledger's accounts and the postings of each business event (money 2).
//!
//! A [`Posting`] balances in every currency by construction: its only public constructors are the named
//! functions, one per business event, and their shared builder refuses entries that do not balance.

mod account;
mod cards;
mod debits;
mod deposits;
mod funding;
mod meaning;
mod posting;
mod quotes;
mod transfers;
mod uma;

#[cfg(test)]
mod tests;

pub use account::{AccountClass, AccountCode, Bucket, LedgerAccount};
pub use cards::{
    card_cleared, card_credit_undone, card_credited, card_hold_released, card_pull_failed,
    card_pull_reserved, card_return_reversed, card_returned, card_shortfall_collected,
    card_suspense_credited,
};
pub use debits::{debit_failed, debit_sent_back, debit_settled, debit_started};
pub use deposits::{
    Deposit, account_debited, deposit_attributed, deposit_released, deposit_returned, deposit_settled,
    deposit_suspended, sandbox_funded,
};
pub use funding::{
    coins_committed, coins_paid_in, funding_returned, funding_sent_back, funding_suspended, quote_funded,
};
pub use posting::{Leg, Overdraft, Posting, PostingKind, PostingRefused};
pub use quotes::{
    Conversion, ConversionDestination, conversion_reversed, payout_delivered, payout_returned,
    quote_converted, quote_executed, quote_refunded, refund_suspended, suspense_resolved, uma_payout_settled,
};
pub use transfers::{
    TransferOut, return_short, transfer_in_failed, transfer_in_returned, transfer_in_settled,
    transfer_in_started, transfer_out_delivered, transfer_out_refunded, transfer_out_returned,
    transfer_out_started, transfer_out_suspended,
};
pub use uma::{
    IncomingUmaPayment, uma_credited, uma_offramp_delivered, uma_offramp_returned, uma_offramp_reversed,
    uma_offramp_started, uma_sent_back, uma_suspended,
};
