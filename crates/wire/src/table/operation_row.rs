//! A row of the operation table, and the types of its columns.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::scalar::schema::{lower_first, with_description};

/// An area of the interface: a group of operations with one tag in the document.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    /// Tag of the area's operations in the document.
    pub tag: &'static str,
    /// Description of the area: the doc comment of its table, line by line.
    pub doc: &'static [&'static str],
}

/// One row of the operation table: everything about an operation except its behaviour.
#[derive(Debug)]
pub struct OperationRow {
    /// Name of the operation in Rust. The `operationId` is the same name with a lower-case first letter.
    pub name: &'static str,
    /// Description of the operation: the doc comment of its row, line by line.
    pub doc: &'static [&'static str],
    /// Tag of the area.
    pub tag: &'static str,
    /// HTTP method of the route.
    pub method: Method,
    /// Path below the base URL, with parameters in braces.
    pub path: &'static str,
    /// Credentials that the caller needs.
    pub auth: Auth,
    /// Permission that the caller's token needs.
    pub permission: Permission,
    /// `true` if production tokens are refused (conventions 2).
    pub sandbox_only: bool,
    /// Effect of an `Idempotency-Key` (conventions 9).
    pub idempotency: Idempotency,
    /// Query parameters: an object schema with one property per parameter.
    pub query: Option<SchemaFn>,
    /// Example values of query parameters; `None` if the defaults are enough.
    pub query_example: Option<Example>,
    /// Headers that the operation reads besides the idempotency key and the credentials.
    pub headers: &'static [Header],
    /// Request body; `None` if the operation takes none.
    pub body: Option<Body>,
    /// Success response.
    pub success: Success,
    /// Schema of the second success response, with status 202; `None` if there is none.
    pub accepted: Option<SchemaFn>,
    /// Error statuses that do not follow from the rest of the row. [`OperationRow::error_statuses`] returns
    /// all of them.
    pub own_error_statuses: &'static [u16],
}

/// An HTTP method of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Reads a resource.
    Get,
    /// Creates a resource or starts an action.
    Post,
    /// Changes the fields that are sent.
    Patch,
    /// Replaces a resource.
    Put,
    /// Deletes a resource.
    Delete,
}

impl Method {
    /// Returns the method in upper case, as in a request.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// Credentials of an operation (conventions 3.1). Each operation accepts exactly one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// A platform's API token, with the scheme `Basic`.
    Platform,
    /// An agent's access token, with the scheme `Bearer`.
    Agent,
    /// No credentials.
    None,
}

/// Permission that a platform's token needs (conventions 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// No particular permission: each of the three is enough. Operations that no platform's token can call
    /// have this value, too.
    Any,
    /// `MANAGE`.
    Manage,
    /// `TRANSACT`.
    Transact,
    /// `MANAGE` or `TRANSACT`.
    ManageOrTransact,
}

/// Effect of an `Idempotency-Key` (conventions 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idempotency {
    /// The key is ignored.
    Ignored,
    /// A repeated request with the same key gets the first response.
    Honoured,
    /// As `Honoured`, but the response is kept without time limit, and a request without a key is refused
    /// (stablecoins 1.3).
    Required,
}

/// A request body.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// Media type of the body, and the rule for an absent one.
    pub kind: BodyKind,
    /// Schema of the body.
    pub schema: SchemaFn,
    /// Example that succeeds when it is sent as is. Every required JSON body has one.
    pub example: Option<Example>,
}

/// Media type of a body, and the rule for an absent one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// JSON; required.
    Json,
    /// JSON; optional. An absent body, an empty one and `{}` are the same (conventions 6).
    OptionalJson,
    /// `multipart/form-data`; required. The schema describes the parts.
    Multipart {
        /// Maximum size of the file, in bytes.
        file_bytes_max: u64,
    },
}

/// The success response.
#[derive(Debug, Clone, Copy)]
pub struct Success {
    /// HTTP status of the response.
    pub status: u16,
    /// Schema of the body; `None` if the response has no body.
    pub schema: Option<SchemaFn>,
    /// `true` if the body is one page of a list (conventions 8).
    pub paged: bool,
}

/// A function that returns an example of a request.
pub type Example = fn() -> Value;

/// A function that generates the schema of a Rust type.
#[derive(Debug, Clone, Copy)]
pub struct SchemaFn(fn(&mut SchemaGenerator) -> Schema);

impl SchemaFn {
    /// Returns the function for `T`.
    #[must_use]
    pub const fn of<T: JsonSchema>() -> Self {
        Self(SchemaGenerator::subschema_for::<T>)
    }

    /// Returns the schema. If the type has a name among the generator's definitions, it is a reference to
    /// them.
    pub fn schema(self, generator: &mut SchemaGenerator) -> Schema {
        (self.0)(generator)
    }
}

/// A request header that the interface defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// Key that all repetitions of one request share (conventions 9).
    IdempotencyKey,
    /// The wallet's signature over a challenge (wallet 3).
    WalletSignature,
    /// Id of the challenge that a signed retry answers (wallet 3).
    RequestId,
}

impl Header {
    /// All headers.
    pub const ALL: &'static [Self] = &[Self::IdempotencyKey, Self::WalletSignature, Self::RequestId];

    /// Returns the name of the header.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::IdempotencyKey => "Idempotency-Key",
            Self::WalletSignature => "Svc-Wallet-Signature",
            Self::RequestId => "Request-Id",
        }
    }

    /// Returns the schema of the header's value.
    #[must_use]
    pub fn schema(self) -> Schema {
        match self {
            Self::IdempotencyKey => with_description(
                &[
                    "Key that all repetitions of a request share: 1 to 255 visible ASCII characters, for example a UUID.",
                ],
                json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]*$" }),
            ),
            Self::WalletSignature => with_description(
                &["Signature by the wallet over the `payloadToSign` of the challenge."],
                json!({ "type": "string", "minLength": 1, "maxLength": 8192 }),
            ),
            Self::RequestId => with_description(
                &["The `requestId` of the challenge that this request answers."],
                json!({ "type": "string", "minLength": 1, "maxLength": 255 }),
            ),
        }
    }
}

impl OperationRow {
    /// Returns the `operationId`: the name with a lower-case first letter.
    #[must_use]
    pub fn id(&self) -> String {
        lower_first(self.name)
    }

    /// Returns the names of the path parameters, from left to right.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Returns `true` if an idempotency key has an effect.
    #[must_use]
    pub const fn takes_idempotency_key(&self) -> bool {
        !matches!(self.idempotency, Idempotency::Ignored)
    }

    /// Returns `true` if the operation reads headers besides the credentials: an idempotency key, a
    /// signature, or the headers that describe its body.
    #[must_use]
    pub const fn reads_headers(&self) -> bool {
        self.takes_idempotency_key() || self.body.is_some() || !self.headers.is_empty()
    }

    /// Returns all error statuses of the operation, in ascending order: its own, and the ones that follow
    /// from its credentials, permission, parameters, body and idempotency (conventions 3.3).
    ///
    /// 405 does not follow from a row, because it concerns the other methods of a path.
    #[must_use]
    pub fn error_statuses(&self) -> Vec<u16> {
        let reads_input = self.query.is_some() || self.reads_headers();
        let follows = [
            (400, reads_input),
            (401, self.auth != Auth::None),
            (403, self.permission != Permission::Any || self.sandbox_only || self.auth == Auth::Agent),
            (404, self.path.contains('{')),
            (409, self.takes_idempotency_key()),
            (413, self.body.is_some()),
            (429, true),
            (500, true),
            (503, true),
        ];
        let mut statuses: Vec<u16> =
            follows.iter().filter(|(_, applies)| *applies).map(|(status, _)| *status).collect();
        statuses.extend(self.own_error_statuses);
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    }
}
