//! Proof of the ledger: everything is read again, piece by piece, and every fault is named (money 2.1).

mod accounts;
mod anchors;
mod cards;
mod chain;
mod negative;
mod parts;
mod payments;
mod progress;
mod report;
mod schema;
mod scope;
mod settings;
mod state;
mod strayed;
mod stumble;
mod terms;
mod unmatched;

pub use parts::{verify, verify_blocks, verify_piece, verify_rows};
pub use progress::Progress;
pub use report::{Anchors, FaultKind, Head, LedgerFault, Report, Retired};
pub use settings::verify_settings;
pub use stumble::Stumble;

use scope::{Scope, Source, behind};
