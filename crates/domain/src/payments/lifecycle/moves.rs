//! What a move of a machine brings with it.

use crate::postings::PostingKind;

/// Work that a payment leaves to a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Work {
    /// Instructs the rail to pay out.
    SubmitPayout,
    /// Asks the rail what became of the payout.
    AskPayout,
    /// Instructs the rail to debit.
    SubmitDebit,
    /// Asks the rail what became of the direct debit.
    AskDebit,
    /// Asks the settlement layer whether the money has come.
    AskReceipt,
    /// Has the rails release the money, and returns it.
    Refund,
}

/// A move of one of the three machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move<P> {
    /// The phase after it.
    pub phase: P,
    /// The postings that are booked with it, in their order.
    pub postings: &'static [PostingKind],
    /// The job that it leaves.
    pub work: Option<Work>,
    /// Whether its platform is notified of the status.
    pub is_announced: bool,
}

impl<P> Move<P> {
    /// Makes a move that books nothing, leaves no job, and is announced.
    pub(super) const fn to(phase: P) -> Self {
        Self { phase, postings: &[], work: None, is_announced: true }
    }

    /// Makes the same move with these postings.
    pub(super) const fn booking(mut self, postings: &'static [PostingKind]) -> Self {
        self.postings = postings;
        self
    }

    /// Makes the same move with a job.
    pub(super) const fn with_work(mut self, work: Work) -> Self {
        self.work = Some(work);
        self
    }

    /// Makes the same move without a notice.
    pub(super) const fn unannounced(mut self) -> Self {
        self.is_announced = false;
        self
    }
}
