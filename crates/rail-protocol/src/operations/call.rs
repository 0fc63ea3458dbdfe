//! Calls: operations with their parameters, as requests are made and read.

use std::fmt;

use causeway_vocabulary::ids::TransactionId;

use super::operation::Operation;
use crate::limits::PAGE_ITEMS;
use crate::signing::{InvalidTarget, RequestTarget};
use crate::values::{FeedPosition, OrderKind};

/// One request to an adapter, without its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// Asks for the capabilities.
    Capabilities,
    /// Asks if an order of the kind could be taken.
    Precheck(OrderKind),
    /// Submits an order.
    Submit(OrderKind, TransactionId),
    /// Asks for the record of an order.
    Status(OrderKind, TransactionId),
    /// Cancels an order.
    Cancel(OrderKind, TransactionId),
    /// Asks for a page of the feed.
    Changes {
        /// Place behind which the page begins.
        after: FeedPosition,
        /// Maximum number of items, from 1 to 500.
        limit: u32,
    },
}

/// The error for a request that is no call of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidCall {
    /// No operation has this method and path: `UNKNOWN_OPERATION`.
    UnknownOperation,
    /// `after` or `limit` is missing or out of bounds: `MALFORMED`.
    InvalidQuery,
}

impl Call {
    /// Returns the operation.
    #[must_use]
    pub const fn operation(&self) -> Operation {
        match self {
            Self::Capabilities => Operation::Capabilities,
            Self::Precheck(kind) => Operation::Precheck(*kind),
            Self::Submit(kind, _) => Operation::Submit(*kind),
            Self::Status(kind, _) => Operation::Status(*kind),
            Self::Cancel(kind, _) => Operation::Cancel(*kind),
            Self::Changes { .. } => Operation::Changes,
        }
    }

    /// Builds the target of the request below the path of the rail's base URL, which may end with a slash.
    ///
    /// # Errors
    /// A base path that is no path of a URL.
    pub fn target(&self, base_path: &str) -> Result<RequestTarget, InvalidTarget> {
        let base = base_path.trim_end_matches('/');
        let template = self.operation().path();
        let path = match self {
            Self::Submit(_, id) | Self::Status(_, id) | Self::Cancel(_, id) => {
                template.replace("{transactionId}", &id.to_string())
            }
            Self::Capabilities | Self::Precheck(_) | Self::Changes { .. } => template,
        };
        let query = match self {
            Self::Changes { after, limit } => Some(format!("after={after}&limit={limit}")),
            Self::Capabilities
            | Self::Precheck(_)
            | Self::Submit(..)
            | Self::Status(..)
            | Self::Cancel(..) => None,
        };
        RequestTarget::new(self.operation().method(), &format!("{base}{path}"), query.as_deref())
    }

    /// Reads a call from the method, the path below the base URL, and the query.
    ///
    /// # Errors
    /// Any [`InvalidCall`].
    pub fn parse(method: &str, path: &str, query: &str) -> Result<Self, InvalidCall> {
        let operation = Operation::ALL.iter().find_map(|operation| {
            let id = parameter(&operation.path(), path)?;
            (operation.method() == method).then_some((*operation, id))
        });
        let (operation, id) = operation.ok_or(InvalidCall::UnknownOperation)?;
        let transaction = || id.and_then(|id| id.parse().ok()).ok_or(InvalidCall::UnknownOperation);
        Ok(match operation {
            Operation::Capabilities => Self::Capabilities,
            Operation::Precheck(kind) => Self::Precheck(kind),
            Operation::Submit(kind) => Self::Submit(kind, transaction()?),
            Operation::Status(kind) => Self::Status(kind, transaction()?),
            Operation::Cancel(kind) => Self::Cancel(kind, transaction()?),
            Operation::Changes => page(query).ok_or(InvalidCall::InvalidQuery)?,
        })
    }
}

/// Returns the parameter of a path that fits the template: `Some(None)` if the template has none.
fn parameter<'a>(template: &str, path: &'a str) -> Option<Option<&'a str>> {
    let Some((before, behind)) = template.split_once("{transactionId}") else {
        return (template == path).then_some(None);
    };
    let id = path.strip_prefix(before)?.strip_suffix(behind)?;
    (!id.contains('/')).then_some(Some(id))
}

/// Reads the query of a feed page: `after` and `limit`, each once and in any order.
fn page(query: &str) -> Option<Call> {
    let mut after = None;
    let mut limit = None;
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=')?;
        let digits = value.bytes().all(|byte| byte.is_ascii_digit()).then_some(value)?;
        let taken = match name {
            "after" => after.replace(FeedPosition::new(digits.parse().ok()?).ok()?).is_some(),
            "limit" => limit.replace(digits.parse::<u32>().ok()?).is_some(),
            _ => false,
        };
        if taken {
            return None;
        }
    }
    let limit = limit.filter(|limit| (1..=PAGE_ITEMS).contains(limit))?;
    Some(Call::Changes { after: after?, limit })
}

impl fmt::Display for InvalidCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownOperation => "no operation has this method and path",
            Self::InvalidQuery => "after must be a feed position and limit a number from 1 to 500",
        })
    }
}

impl std::error::Error for InvalidCall {}
