//! Decisions about orders: states, records, errors and contradictions (rails 7, 13, 14).

mod contradiction;
mod error_class;
mod incident;
mod not_found;
mod state;
mod submission_bytes;
mod table;
mod verdict;

pub use contradiction::Contradiction;
pub use error_class::{ErrorClass, classify};
pub use incident::{Incident, IncidentEffect};
pub use not_found::{Disbelief, NotFoundBelief};
pub use state::{MoveRefused, OrderEvent, OrderPhase, next};
pub use submission_bytes::{Repetition, SubmissionBytes, compare_repetition};
pub use table::moves_table;
pub use verdict::{CancelVerdict, KnownOrder, RecordVerdict, SubmittedMembers, judge_cancel, judge_record};
