//! Proof of the ledger: all of it is read again, piece by piece, and every fault is reported (money 2.1).

mod accounts;
mod anchors;
mod cards;
mod chain;
mod deployment;
mod negative;
mod orphans;
mod parts;
mod payments;
mod piece_failure;
mod progress;
mod rails;
mod report;
mod schema;
mod scope;
mod settings;
mod state;
mod terms;
mod unmatched;

pub use parts::{verify, verify_blocks, verify_piece, verify_rows};
pub use piece_failure::PieceFailure;
pub use progress::Progress;
pub use report::{Anchors, FaultKind, Head, LedgerFault, Report, RetiredKeys};
pub use settings::verify_settings;

use scope::{Scope, Source, behind};
