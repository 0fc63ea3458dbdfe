//! The effects of a preview, collected where they would be written.

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_domain::{Amount, Time};
use serde_json::Value as Json;

/// The effects of a preview, in the order in which they would be written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Effects {
    /// One for each entry of the ledger.
    pub postings: Vec<PostingEffect>,
    pub statuses: Vec<StatusEffect>,
    pub changes: Vec<ChangeEffect>,
    pub events: Vec<EventEffect>,
    /// Jobs that are added, or due again.
    pub jobs: Vec<JobEffect>,
    pub alerts: Vec<AlertEffect>,
}

/// An entry that would be booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostingEffect {
    pub kind: PostingKind,
    pub code: AccountCode,
    /// `None` if the ledger account is no internal account.
    pub account: Option<InternalAccountId>,
    /// Positive is a credit, negative a debit.
    pub amount: Amount,
}

/// A status that would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusEffect {
    /// Id of the resource.
    pub resource: String,
    /// `None` if the resource would be new.
    pub from: Option<String>,
    pub to: String,
}

/// A value that would change, such as a setting or a rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeEffect {
    /// The value in words, such as "the rate from USD to EUR".
    pub name: String,
    /// `None` if the value would be new.
    pub from: Option<String>,
    /// `None` if the value would be removed.
    pub to: Option<String>,
}

/// An event that would be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventEffect {
    /// The event type as spelled in the interface.
    pub event_type: String,
    /// Id of the affected resource.
    pub resource: String,
}

/// A job that would be done later.
#[derive(Debug, Clone, PartialEq)]
pub struct JobEffect {
    /// The name under which the worker knows the work.
    pub kind: String,
    /// The resource that it works on.
    pub resource: String,
    /// Earliest run time, on the platform's clock.
    pub due_at: Time,
    /// Parameters for the worker.
    pub payload: Json,
}

/// An alert that would be raised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertEffect {
    pub kind: AlertKind,
    /// Id of the affected resource or job.
    pub subject: String,
}
