//! Where a payment stands, and what an event does to it.

use std::fmt;

use super::course::Course;
use super::event::PaymentEvent;
use super::moves::Work;
use super::phase::Phase;
use super::refund_event::RefundTo;
use crate::machine::Refused;
use crate::payments::status::RefundStatus;
use crate::postings::PostingKind;

/// What the platform is notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notice {
    /// Nothing.
    None,
    /// The status of the payment.
    Status,
    /// The status of its refund.
    Refund,
}

/// What an event does to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The phase after it.
    pub phase: Phase,
    /// The refund after it.
    pub refund: Option<RefundStatus>,
    /// The postings that are booked with it, in their order.
    pub postings: &'static [PostingKind],
    /// The job that it leaves.
    pub work: Option<Work>,
    /// What its platform is notified of.
    pub notice: Notice,
}

/// Where a payment stands, and what its moves depend on beside that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lifecycle {
    /// How it is paid, and whether it leaves the service.
    pub course: Course,
    /// Its phase.
    pub phase: Phase,
    /// Its refund.
    pub refund: Option<RefundStatus>,
    /// How the money of its refund goes back.
    pub refund_to: Option<RefundTo>,
}

impl fmt::Display for Lifecycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.refund {
            Some(refund) => write!(f, "{:?} with a refund {refund}", self.phase),
            None => write!(f, "{:?}", self.phase),
        }
    }
}

/// A move that a payment cannot make.
pub type Unmovable = Refused<Lifecycle, PaymentEvent>;
