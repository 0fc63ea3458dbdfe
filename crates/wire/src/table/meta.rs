//! Description of an operation in the table.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::scalar::schema::{small_first, with_prose};

/// A chapter of the reference.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    /// Name of the chapter, used as tag in the document.
    pub tag: &'static str,
    /// Subject of the chapter: the doc comment of its table, line by line.
    pub doc: &'static [&'static str],
}

/// One row of the table.
#[derive(Debug)]
pub struct Meta {
    /// Name of the operation in Rust; the `operationId` begins with a lower-case letter.
    pub name: &'static str,
    /// Description of the operation: the doc comment of its row, line by line.
    pub doc: &'static [&'static str],
    /// Tag of the chapter.
    pub tag: &'static str,
    /// HTTP method of the route.
    pub method: Method,
    /// Path below the base URL, with parameters in braces.
    pub path: &'static str,
    /// Kind of credentials that the caller needs.
    pub auth: Auth,
    /// Permission that the caller's token needs.
    pub permission: Permission,
    /// `true` if production tokens are refused (conventions 2).
    pub sandbox_only: bool,
    /// Effect of an `Idempotency-Key` (conventions 9).
    pub idempotency: Idempotency,
    /// Query parameters: an object schema with one property per parameter.
    pub query: Option<Shape>,
    /// Example values of query parameters, as far as they show more than the defaults.
    pub query_example: Option<Example>,
    /// Headers that the operation reads besides the idempotency key and the credentials.
    pub headers: &'static [Header],
    /// Request body, `None` if the operation takes none.
    pub body: Option<Body>,
    /// Success response.
    pub success: Success,
    /// Body of a second success response, with status 202.
    pub accepted: Option<Shape>,
    /// Statuses of the operation's own refusals; those that follow from the rest of the row are in
    /// [`Meta::refusals`].
    pub own_refusals: &'static [u16],
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

/// Authentication scheme of an operation (conventions 3.1). Each operation accepts exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// A platform's token, with `Basic`.
    Basic,
    /// An agent's access token, with `Bearer`.
    Agent,
    /// No credentials.
    None,
}

/// Permission that a platform's token needs (conventions 4). `Any` for operations of agents and for those
/// without credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Any one of the three permissions.
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
    /// A repeat with the same key gets the first response.
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
    pub shape: Shape,
    /// Body that the operation accepts and carries out; every required JSON body has one.
    pub example: Option<Example>,
}

/// Media type of a body, and the rule for an absent one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// Required JSON.
    Required,
    /// Optional JSON; absent, empty and `{}` are the same (conventions 6).
    Optional,
    /// `multipart/form-data`; the schema describes the parts.
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
    /// Schema of the body, `None` if the response has no body.
    pub shape: Option<Shape>,
    /// `true` if the body is one page of a list (conventions 8).
    pub paged: bool,
}

/// A function that returns an example of a request.
pub type Example = fn() -> Value;

/// A reference to the schema of a Rust type.
#[derive(Debug, Clone, Copy)]
pub struct Shape(fn(&mut SchemaGenerator) -> Schema);

impl Shape {
    /// Returns the shape of `T`.
    #[must_use]
    pub const fn of<T: JsonSchema>() -> Self {
        Self(SchemaGenerator::subschema_for::<T>)
    }

    /// Returns the schema: a reference into the generator's definitions, if the type has a name there.
    pub fn schema(self, generator: &mut SchemaGenerator) -> Schema {
        (self.0)(generator)
    }
}

/// A request header that the interface defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// Key that is the same for all repeats of one request (conventions 9).
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
            Self::IdempotencyKey => with_prose(
                &[
                    "Key that all repeats of one request share: 1 to 255 visible ASCII characters, preferably a UUID.",
                ],
                json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]*$" }),
            ),
            Self::WalletSignature => with_prose(
                &["Signature by the wallet over the `payloadToSign` of the challenge."],
                json!({ "type": "string", "minLength": 1, "maxLength": 8192 }),
            ),
            Self::RequestId => with_prose(
                &["The `requestId` of the challenge that this request answers."],
                json!({ "type": "string", "minLength": 1, "maxLength": 255 }),
            ),
        }
    }
}

impl Meta {
    /// Returns the `operationId`: the name with a lower-case first letter.
    #[must_use]
    pub fn id(&self) -> String {
        small_first(self.name)
    }

    /// Returns the names of the path parameters, from left to right.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Returns `true` if the operation reads headers besides the credentials: an idempotency key, a
    /// signature, or those that describe its body.
    #[must_use]
    pub const fn reads_headers(&self) -> bool {
        let is_keyed = !matches!(self.idempotency, Idempotency::Ignored);
        is_keyed || self.body.is_some() || !self.headers.is_empty()
    }

    /// Returns the error statuses of the operation in ascending order: its own, and those that follow from
    /// its credentials, permission, parameters, body and idempotency (conventions 3.3).
    ///
    /// 405 is not included, because it concerns the other methods of a path.
    #[must_use]
    pub fn refusals(&self) -> Vec<u16> {
        let keyed = self.idempotency != Idempotency::Ignored;
        let reads_input = self.query.is_some() || self.reads_headers();
        let follows = [
            (400, reads_input),
            (401, self.auth != Auth::None),
            (403, self.permission != Permission::Any || self.sandbox_only || self.auth == Auth::Agent),
            (404, self.path.contains('{')),
            (409, keyed),
            (413, self.body.is_some()),
            (429, true),
            (500, true),
            (503, true),
        ];
        let mut statuses: Vec<u16> =
            follows.iter().filter(|(_, applies)| *applies).map(|(status, _)| *status).collect();
        statuses.extend(self.own_refusals);
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    }
}
