//! Orders of a check.

use causeway_rail_protocol::messages::{OrderRecord, Submission};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::orders::{
    KnownOrder, OrderPhase, RecordVerdict, SubmissionBytes, SubmittedMembers, judge_record,
};

use crate::verdict::{CaseResult, failed};

/// An order with its bytes, which are sent again and again.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    bytes: SubmissionBytes,
    submission: Submission,
}

impl Order {
    /// Writes the bytes of a submit.
    pub(crate) fn new(submission: Submission) -> Self {
        Self { bytes: SubmissionBytes::new(&submission), submission }
    }

    /// Returns the bytes of each submit.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    /// Returns the submit.
    pub(crate) const fn submission(&self) -> &Submission {
        &self.submission
    }

    pub(crate) const fn submit_call(&self) -> Call {
        Call::Submit(self.bytes.kind(), self.bytes.transaction())
    }

    pub(crate) const fn status_call(&self) -> Call {
        Call::Status(self.bytes.kind(), self.bytes.transaction())
    }

    pub(crate) const fn cancel_call(&self) -> Call {
        Call::Cancel(self.bytes.kind(), self.bytes.transaction())
    }

    /// Returns the name of the order in messages.
    pub(crate) fn name(&self) -> String {
        format!("the {} {}", self.bytes.kind(), self.bytes.transaction())
    }

    /// Returns `true` for an order of the same kind and id.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.bytes.kind() == other.bytes.kind() && self.bytes.transaction() == other.bytes.transaction()
    }

    /// Returns `true` if a record is about this order.
    pub(crate) fn is_of(&self, record: &OrderRecord) -> bool {
        record.kind == self.bytes.kind() && record.transaction_id == self.bytes.transaction()
    }

    /// Judges the records of an order one after the other: each must be a new revision, and a legal move.
    pub(crate) fn judge_all(&self, records: &[OrderRecord]) -> CaseResult {
        let mut phase = OrderPhase::Unreported;
        let mut last: Option<&OrderRecord> = None;
        for record in records {
            let known = KnownOrder {
                transaction: self.bytes.transaction(),
                kind: self.bytes.kind(),
                submitted: Some(SubmittedMembers {
                    digest: self.bytes.digest(),
                    amount: self.bytes.amount(),
                }),
                phase,
                last,
            };
            phase = match judge_record(&known, record) {
                RecordVerdict::Applied(next) | RecordVerdict::AppliedIfBelieved(next) => next,
                RecordVerdict::Repeated => {
                    let words = format!(
                        "{} has two items of the feed with revision {}",
                        self.name(),
                        record.revision
                    );
                    return Err(failed(words));
                }
                RecordVerdict::Outdated => {
                    return Err(failed(format!(
                        "the revision of {} falls to {}",
                        self.name(),
                        record.revision
                    )));
                }
                RecordVerdict::Contradicted(contradiction) => {
                    return Err(failed(format!("{}: {contradiction}", self.name())));
                }
            };
            last = Some(record);
        }
        Ok(())
    }
}
