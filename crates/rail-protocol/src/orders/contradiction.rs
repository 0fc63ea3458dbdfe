//! Contradictions: claims of an adapter that cannot all be true (rails 13).

use std::fmt;

use super::incident::Incident;
use super::state::{OrderEvent, OrderPhase};
use crate::values::{CancelOutcome, Money, OrderState, RecordRevision, Sequence};

/// A claim of an adapter that contradicts the order or an earlier claim. The payment stays as it is, and an
/// alert names both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contradiction {
    /// The record is that of another order.
    OtherOrder,
    /// The digest is not that of the submit.
    OtherDigest,
    /// The amount is not that of the submit.
    OtherAmount {
        /// Amount of the submit; `None` if the order was cancelled before it was submitted.
        ours: Option<Money>,
        /// Amount of the record.
        theirs: Option<Money>,
    },
    /// Two records with one revision differ.
    ChangedContent {
        /// Revision of both.
        revision: RecordRevision,
    },
    /// The machine does not have the move.
    IllegalMove {
        /// Phase before the record.
        phase: OrderPhase,
        /// The record's event.
        event: OrderEvent,
    },
    /// The money was released and refunded, and now the order has settled: it may be out twice.
    SettledAfterRelease {
        /// State that released the money.
        released: OrderState,
    },
    /// More came back than was sent.
    ReturnAboveAmount {
        /// Amount of the order.
        amount: Money,
        /// Amount that came back.
        returned: Money,
    },
    /// `ORDER_NOT_FOUND`, or a tombstone, for an order with a record that was seen.
    ForgottenOrder,
    /// The outcome of a cancel does not fit the record beside it.
    WrongOutcome {
        /// Outcome of the cancel.
        outcome: CancelOutcome,
        /// State of the record.
        state: OrderState,
    },
    /// A pushed item is another one in the feed.
    ChangedItem {
        /// Place of the item.
        sequence: Sequence,
    },
}

impl Contradiction {
    /// Returns the case of the table in rails 13.
    #[must_use]
    pub const fn incident(&self) -> Incident {
        match self {
            Self::ChangedContent { .. } => Incident::ChangedRevision,
            Self::SettledAfterRelease { .. } => Incident::SettledAfterRelease,
            Self::ReturnAboveAmount { .. } => Incident::UnequalReturn,
            Self::OtherOrder
            | Self::OtherDigest
            | Self::OtherAmount { .. }
            | Self::IllegalMove { .. }
            | Self::ForgottenOrder
            | Self::WrongOutcome { .. }
            | Self::ChangedItem { .. } => Incident::ImpossibleRecord,
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |money: &Option<Money>| {
            money
                .as_ref()
                .map_or("no amount".to_owned(), |money| format!("{} {}", money.amount, money.currency))
        };
        match self {
            Self::OtherOrder => f.write_str("the record is that of another order"),
            Self::OtherDigest => f.write_str("the record's digest is not that of the submitted order"),
            Self::OtherAmount { ours, theirs } => {
                write!(f, "the record has {} instead of {} (smallest units)", text(theirs), text(ours))
            }
            Self::ChangedContent { revision } => write!(f, "revision {revision} has two contents"),
            Self::IllegalMove { phase, event } => write!(f, "{event} after {phase}"),
            Self::SettledAfterRelease { released } => {
                write!(f, "SETTLED after {released}: the payer was refunded, and the payee paid")
            }
            Self::ReturnAboveAmount { amount, returned } => write!(
                f,
                "{} {} came back of {} (smallest units)",
                returned.amount, returned.currency, amount.amount
            ),
            Self::ForgottenOrder => {
                f.write_str("the adapter says that it never had the order, of which it has shown a record")
            }
            Self::WrongOutcome { outcome, state } => write!(f, "cancel {outcome} with a record in {state}"),
            Self::ChangedItem { sequence } => {
                write!(f, "the pushed item {sequence} is another one in the feed")
            }
        }
    }
}

impl std::error::Error for Contradiction {}
