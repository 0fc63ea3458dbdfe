//! The link between an operation and its shapes at compile time.

use schemars::JsonSchema;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

use crate::table::Operation;

/// An operation as a type. A handler that takes or returns the shapes of another operation does not compile.
pub trait Endpoint: Send + Sync + 'static {
    /// The operation, with its row in the operation table.
    const OPERATION: Operation;
    /// The query parameters; [`NoQuery`] if there are none.
    type Query: DeserializeOwned + Send + Sync + 'static;
    /// The body; [`NoBody`] if there is none. An optional body that is absent is read as `{}`.
    type Body: DeserializeOwned + Send + Sync + 'static;
    /// The body of the success response; [`Empty`] if there is none.
    type Success: Serialize + Send + 'static;
    /// The body of the second success response, with status 202; [`NoAcceptance`] if there is none.
    type AcceptedBody: Serialize + Send + 'static;
}

/// The success response of an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply<E: Endpoint> {
    /// The operation is done, with its own status.
    Done(E::Success),
    /// The operation needs another step first, for example a signature (status 202).
    Accepted(E::AcceptedBody),
}

impl<E: Endpoint> Reply<E> {
    /// Returns the HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Done(_) => E::OPERATION.row().success.status,
            Self::Accepted(_) => 202,
        }
    }

    /// Returns the bytes of the body; empty if the operation responds without a body.
    ///
    /// # Errors
    ///
    /// Fails only if a shape cannot be written as JSON, which is a defect of the shape.
    pub fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        match self {
            Self::Done(_) if E::OPERATION.row().success.schema.is_none() => Ok(Vec::new()),
            Self::Done(body) => serde_json::to_vec(body),
            Self::Accepted(body) => serde_json::to_vec(body),
        }
    }
}

/// The query of an operation without parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub struct NoQuery {}

/// The body of an operation that takes none; anything sent is ignored (conventions 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoBody;

impl<'de> Deserialize<'de> for NoBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

/// A success response without a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Empty;

/// The second success response of an operation that has only one; it has no values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum NoAcceptance {}
