//! Comparison of a beneficiary's name with the bank's name for the account (money 4.4).

use futures_util::future::BoxFuture;

use super::RailError;

/// A request to compare a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameQuery {
    /// The primary identifier of the account.
    pub identifier: String,
    /// The name that the platform gave.
    pub name: String,
}

/// The rail's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameCheckAnswer {
    /// The same name, in the rail's spelling.
    Matched(String),
    /// A similar name, in the rail's spelling.
    PartialMatch(String),
    NotMatched,
    Pending,
    /// This rail compares no names.
    Unsupported,
    /// The receiving institution will compare.
    CheckedByReceivingInstitution,
    /// The account does not exist.
    InvalidAccount,
}

/// A name check.
pub trait NameCheck: Send + Sync {
    /// Compares the name with the account's.
    fn check<'a>(&'a self, query: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>>;
}
