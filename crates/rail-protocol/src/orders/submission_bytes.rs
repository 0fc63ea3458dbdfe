//! The bytes of a submit, which never change (rails 7.2).

use causeway_vocabulary::ids::TransactionId;

use crate::messages::Submission;
use crate::shape::{Message, MessageError};
use crate::signing::ContentDigest;
use crate::values::{Money, OrderKind};

/// The bytes of a submit as they are stored, with the members that every record of the order must repeat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionBytes {
    bytes: Vec<u8>,
    digest: ContentDigest,
    transaction: TransactionId,
    kind: OrderKind,
    amount: Money,
}

/// The relation of a submit to the order that an adapter has stored under the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// The same bytes: the adapter answers with the present record.
    Same,
    /// The id was cancelled before its submit: the adapter answers with the tombstone.
    Tombstone,
    /// Other bytes: 409 `ORDER_CONFLICT`; the first order stays.
    Conflict,
}

impl SubmissionBytes {
    /// Writes the bytes of a new order. They are stored before they are sent, and sent as they are stored.
    #[must_use]
    pub fn new(submission: &Submission) -> Self {
        Self::of(submission.to_json().into_bytes(), submission)
    }

    /// Reads bytes as they were stored or received.
    ///
    /// # Errors
    /// The first error of the submit.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, MessageError> {
        let submission = Submission::parse(&bytes)?;
        Ok(Self::of(bytes, &submission))
    }

    fn of(bytes: Vec<u8>, submission: &Submission) -> Self {
        Self {
            digest: ContentDigest::of(&bytes),
            bytes,
            transaction: submission.transaction_id(),
            kind: submission.kind(),
            amount: submission.amount().clone(),
        }
    }

    /// Returns the body of every submit of the order.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the digest that every record repeats.
    #[must_use]
    pub const fn digest(&self) -> ContentDigest {
        self.digest
    }

    /// Returns the id of the order.
    #[must_use]
    pub const fn transaction(&self) -> TransactionId {
        self.transaction
    }

    /// Returns the kind of the order.
    #[must_use]
    pub const fn kind(&self) -> OrderKind {
        self.kind
    }

    /// Returns the amount that every record repeats.
    #[must_use]
    pub const fn amount(&self) -> &Money {
        &self.amount
    }
}

/// Compares a submit with the order under its id, as an adapter does: `stored` is the digest in the record,
/// `None` in a tombstone.
#[must_use]
pub fn compare_repetition(stored: Option<ContentDigest>, submit: ContentDigest) -> Repetition {
    match stored {
        Some(digest) if digest == submit => Repetition::Same,
        Some(_) => Repetition::Conflict,
        None => Repetition::Tombstone,
    }
}
