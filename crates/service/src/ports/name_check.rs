//! Comparing a beneficiary's name with the name the bank has (money 4.4).

use futures_util::future::BoxFuture;

use super::RailError;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameQuery {
    /// The primary identifier of the account.
    pub identifier: String,
    /// The name that the platform gave.
    pub name: String,
}

/// What the rail answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameCheckAnswer {
    /// The same name, as the rail has it.
    Matched(String),
    /// A similar name, as the rail has it.
    PartialMatch(String),
    /// Another name.
    NotMatched,
    /// Not known yet.
    Pending,
    /// This rail compares no names.
    Unsupported,
    /// The receiving institution will compare.
    CheckedByReceivingInstitution,
    /// There is no such account.
    InvalidAccount,
}

/// A name check.
pub trait NameCheck: Send + Sync {
    /// Asks whether the name belongs to the account.
    fn check<'a>(&'a self, query: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>>;
}
