//! Proof of the ledger: everything is read again in one snapshot, and every fault is named (money 2.1).

mod accounts;
mod anchors;
mod cards;
mod chain;
mod guards;
mod payments;
mod report;
mod strayed;
mod terms;
mod unmatched;
mod whole;

pub use report::{Anchors, FaultKind, Head, LedgerFault, Report, Retired};
pub use whole::verify;

use whole::{PAGE, behind};
