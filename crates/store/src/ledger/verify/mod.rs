//! Proof of the ledger: everything is read again in one snapshot, and every fault is named (money 2.1).

mod accounts;
mod chain;
mod outside;
mod report;
mod whole;

pub use report::{FaultKind, Head, LedgerFault, Report};
pub use whole::verify;

use whole::PAGE;
