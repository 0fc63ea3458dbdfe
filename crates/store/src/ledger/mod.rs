//! The double-entry ledger (money 2): postings, balances, sealed blocks and their proof.
//!
//! Amounts are smallest units of a currency; a credit is positive and a debit negative, on every account. The
//! accounts of platforms and customers are liabilities, so a credit increases their balance.
//!
//! [`post`] is the only code that writes an entry or a balance. *Guarded* accounts (available, held and
//! unsettled funds of an internal account) have a row that is locked and refuses debits that it does not
//! cover; all others only accumulate entries. Each journal and each balance is authenticated, when it is
//! written, with a key that is not in the database. A job [`seal`]s committed journals with a valid
//! authentication code into blocks over one Merkle tree per platform, and [`fold`]s them into checkpoints.
//! [`verify`] reads all of it again and reports every fault.

mod balance;
mod checkpoint;
mod entry;
mod guarded;
mod journal;
mod last_block;
mod post;
mod proof;
mod seal;
mod statement;
mod sum;
mod suspense;
mod trial_balance;
mod verify;

pub use balance::{
    Balance, authenticate_anew, balance_bytes, check_present, find, get, get_all, lock_all, open,
};
pub(crate) use balance::{
    check as check_balance, check_lost, lost as lost_balance, update as update_balance,
};
pub use checkpoint::{AccountTotal, accumulated, fold};
pub use entry::Entry;
pub use guarded::{GuardedTotal, guarded_totals};
pub use journal::{InvalidJournalPosition, JournalPosition, sealed_after};
pub use last_block::{LastBlock, last_block};
pub use post::{InsufficientBalance, LedgerError, Origin, PostedJournal, post, post_all};
pub use seal::{
    SealedBlock, SealingOutcome, are_sealed_and_none_set_aside, heads, last_blocks, reconsider, seal,
    unsealed, unsealed_platforms,
};
pub use statement::{authentic_of_transaction, balance_after, last_before, latest_of_account, of_account};
pub use suspense::{SuspendedFunds, SuspenseTotal, in_suspense, in_suspense_of, suspended, suspense_totals};
pub use trial_balance::trial_balance;
pub use verify::{
    Anchors, FaultKind, Head, LedgerFault, PieceFailure, Progress, Report, RetiredKeys, verify,
    verify_blocks, verify_piece, verify_rows, verify_settings,
};
