//! What ties an operation to its shapes at compile time.

use schemars::JsonSchema;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

use crate::table::Operation;

/// An operation as a type: a handler that takes or returns another operation's shapes does not compile.
pub trait Endpoint: Send + Sync + 'static {
    /// The row of the table.
    const OPERATION: Operation;
    /// The query parameters; [`NoQuery`] without any.
    type Query: DeserializeOwned + Send + Sync + 'static;
    /// The body; [`NoBody`] without one. Where the body may be left out, an absent one is read as `{}`.
    type Body: DeserializeOwned + Send + Sync + 'static;
    /// The body of the success answer; [`Empty`] without one.
    type Success: Serialize + Send + 'static;
    /// The body of the second success answer, status 202; [`Never`] without one.
    type Accepted: Serialize + Send + 'static;
}

/// The success answer of an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply<E: Endpoint> {
    /// Done, with the operation's own status.
    Done(E::Success),
    /// Status 202: something must happen before it is done, for example a signature.
    Accepted(E::Accepted),
}

impl<E: Endpoint> Reply<E> {
    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Done(_) => E::OPERATION.meta().success.status,
            Self::Accepted(_) => 202,
        }
    }

    /// The bytes of the body; none at all where the operation answers without one.
    ///
    /// # Errors
    /// Fails only if a shape cannot be written as JSON, which is a defect of the shape.
    pub fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        match self {
            Self::Done(_) if E::OPERATION.meta().success.shape.is_none() => Ok(Vec::new()),
            Self::Done(body) => serde_json::to_vec(body),
            Self::Accepted(body) => serde_json::to_vec(body),
        }
    }
}

/// The query of an operation that has no parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub struct NoQuery {}

/// The body of an operation that takes none: whatever is sent is ignored (conventions 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoBody;

impl<'de> Deserialize<'de> for NoBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

/// A success without a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Empty;

/// The second success of an operation that has only one: it cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Never {}
