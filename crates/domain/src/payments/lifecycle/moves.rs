//! The moves of the payment machines, with their postings, jobs and notifications.

use crate::postings::PostingKind;

/// A job that a payment schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Work {
    /// Instruction of the rail to pay out.
    SubmitPayout,
    /// Query of the rail for the outcome of the payout.
    AskPayout,
    /// Instruction of the rail to debit.
    SubmitDebit,
    /// Query of the rail for the outcome of the direct debit.
    AskDebit,
    /// Query of the settlement layer for the arrival of the money.
    AskIncomingUma,
    /// Release of the money by the rails, and its return.
    Refund,
}

/// A move of one of the three machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move<P> {
    pub phase: P,
    /// The postings to book, in this order.
    pub postings: &'static [PostingKind],
    pub work: Option<Work>,
    /// `true` if the platform is notified of the status.
    pub is_announced: bool,
}

impl<P> Move<P> {
    /// Creates a move without postings and job, of which the platform is notified.
    pub(super) const fn to(phase: P) -> Self {
        Self { phase, postings: &[], work: None, is_announced: true }
    }

    pub(super) const fn booking(mut self, postings: &'static [PostingKind]) -> Self {
        self.postings = postings;
        self
    }

    pub(super) const fn with_work(mut self, work: Work) -> Self {
        self.work = Some(work);
        self
    }

    /// Suppresses the notification.
    pub(super) const fn unannounced(mut self) -> Self {
        self.is_announced = false;
        self
    }
}
