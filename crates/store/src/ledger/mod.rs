//! The double-entry ledger (money 2): postings, balances, sealed blocks and their proof.
//!
//! Amounts are smallest units of a currency; a credit is positive and a debit negative, on every account. The
//! accounts of platforms and customers are liabilities, so a credit increases what they hold.
//!
//! [`post`] is the only code that writes an entry or a balance. *Guarded* accounts (available, held and
//! unsettled funds of an internal account) have a row that is locked and refuses what it does not cover; all
//! others only accumulate entries. A job [`seal`]s committed entries into blocks, each bound to the one
//! before and authenticated with a key that is not in the database, and [`fold`]s them into checkpoints.
//! [`verify`] reads all of it again and names every fault.

mod balance;
mod checkpoint;
mod entry;
mod journal;
mod post;
mod seal;
mod statement;
mod suspense;
mod trial_balance;
mod verify;

pub use balance::{Balance, find, get, get_all, lock_all, open};
pub use checkpoint::{Accumulated, accumulated, committed_to_quote, fold};
pub use entry::Entry;
pub use journal::{NotAPlace, Place, sealed_after};
pub use post::{Insufficient, LedgerError, Origin, Posted, post, post_all};
pub use seal::{SealKey, Sealed, seal, unsealed, unsealed_platforms};
pub use statement::{balance_at, of_account, of_transaction};
pub use suspense::{in_suspense, suspended};
pub use trial_balance::trial_balance;
pub use verify::{FaultKind, Head, LedgerFault, Report, verify};
