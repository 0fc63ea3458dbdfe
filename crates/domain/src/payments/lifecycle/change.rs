//! The state of a payment, and the change that an event makes to it.

use std::fmt;

use super::course::Course;
use super::event::PaymentEvent;
use super::moves::Work;
use super::phase::Phase;
use super::refund_event::RefundDestination;
use crate::machine::TransitionRefused;
use crate::payments::status::RefundStatus;
use crate::postings::PostingKind;

/// The notification that a change sends to the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notice {
    None,
    Status,
    Refund,
}

/// The change that an event makes to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub phase: Phase,
    pub refund: Option<RefundStatus>,
    /// The postings to book, in this order.
    pub postings: &'static [PostingKind],
    pub work: Option<Work>,
    pub notice: Notice,
}

/// The state of a payment, and the terms that its moves depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lifecycle {
    pub course: Course,
    pub phase: Phase,
    pub refund: Option<RefundStatus>,
    pub refund_to: Option<RefundDestination>,
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
pub type PaymentTransitionRefused = TransitionRefused<Lifecycle, PaymentEvent>;
